import { bech32 } from '@scure/base';

const WALLET_PREFIX = 'cp';
const WALLET_BYTES = 20;
/** Without 0, 1, I, L and O, which are taken for one another. */
const REFERRAL_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const REFERRAL_LENGTH = 8;

/** S5: bech32, so that a mistyped address is known to be one. */
export function newWalletAddress(randomBytes: (count: number) => Buffer): string {
  return bech32.encode(WALLET_PREFIX, bech32.toWords(randomBytes(WALLET_BYTES)));
}

/** S5: 8 characters, each as likely as any other. */
export function newReferralCode(randomBytes: (count: number) => Buffer): string {
  const unbiased = 256 - (256 % REFERRAL_ALPHABET.length);
  let code = '';
  while (code.length < REFERRAL_LENGTH) {
    for (const byte of randomBytes(REFERRAL_LENGTH)) {
      if (byte < unbiased && code.length < REFERRAL_LENGTH)
        code += REFERRAL_ALPHABET[byte % REFERRAL_ALPHABET.length];
    }
  }
  return code;
}
