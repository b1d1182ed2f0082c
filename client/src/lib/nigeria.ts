/** The 36 states and the capital. */
export const states =
  'Abia,Adamawa,Akwa Ibom,Anambra,Bauchi,Bayelsa,Benue,Borno,Cross River,Delta,Ebonyi,Edo,Ekiti,Enugu,FCT (Abuja),Gombe,Imo,Jigawa,Kaduna,Kano,Katsina,Kebbi,Kogi,Kwara,Lagos,Nasarawa,Niger,Ogun,Ondo,Osun,Oyo,Plateau,Rivers,Sokoto,Taraba,Yobe,Zamfara'.split(
    ',',
  );

const prefixes = {
  MTN: '0703 0704 0706 0707 0803 0806 0810 0813 0814 0816 0903 0906 0913 0916',
  Airtel: '0701 0708 0802 0808 0812 0901 0902 0904 0907 0911 0912',
  Glo: '0705 0805 0807 0811 0815 0905 0915',
  '9mobile': '0809 0817 0818 0908 0909',
} as const;
export type Network = keyof typeof prefixes;
export const networks = Object.keys(prefixes) as Network[];

/** Returns the network that a number began with. Only a hint: a number keeps its prefix in another network. */
export const networkOf = (typed: string): Network | undefined =>
  networks.find((network) => prefixes[network].split(' ').includes(readPhone(typed).slice(0, 4)));

/** Returns the digits of a mobile number; those of a whole one begin with 0, also if it was typed with +234. */
export const readPhone = (typed: string): string =>
  typed.replace(/\D/g, '').replace(/^(?:234)?0?(?=[789]\d{9}$)/, '0');

/** Returns what is wrong with a typed mobile number. */
export function phoneError(typed: string): string | undefined {
  const { length } = readPhone(typed);
  if (length === 0) return 'Enter a phone number';
  if (length !== 11) return `${length} ${length === 1 ? 'digit' : 'digits'}. Nigerian numbers have 11.`;
  return /^0[789]/.test(readPhone(typed)) ? undefined : 'Mobile numbers begin with 07, 08 or 09.';
}

/** Formats a whole number: "0803 555 4471". */
export const formatPhone = (typed: string): string =>
  readPhone(typed).replace(/^(\d{4})(\d{3})(\d{4})$/, '$1 $2 $3');
