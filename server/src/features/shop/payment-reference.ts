/** Without 0, 1, I, L and O, which look alike. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 6;
/** The largest multiple of the number of letters in a byte: larger bytes would favour the first letters. */
const FAIR_BELOW = Math.floor(256 / LETTERS.length) * LETTERS.length;

/** Returns what the buyer quotes in the bank transfer, such as CP-7K3M9Q (W2). The caller checks that it is new. */
export function createReference(randomBytes: (count: number) => Buffer): string {
  let letters = '';
  while (letters.length < LENGTH) {
    for (const byte of randomBytes(LENGTH)) {
      if (byte < FAIR_BELOW && letters.length < LENGTH) letters += LETTERS[byte % LETTERS.length];
    }
  }
  return `CP-${letters}`;
}
