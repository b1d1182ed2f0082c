/** The values of `bank_name` that the specification lists for a payout. */
export const banks =
  'access, citibank, diamond, ecobank, fidelity, firstbank, fcmb, gtb, heritage, keystone, polaris, providus, stanbic, standard, sterling, suntrust, union, uba, unity, wema, opay, palmpay, kuda, monipoint, zenith'.split(
    ', ',
  );
