import { bech32 } from '@scure/base';

const WALLET_PREFIX = 'cp';
const WALLET_BYTES = 20;
/** Without 0, 1, I, L and O, which are easily confused. */
const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Returns a new bech32 address, in which a typing error is detected (S5). */
export function newWalletAddress(randomBytes: (count: number) => Buffer): string {
  return bech32.encode(WALLET_PREFIX, bech32.toWords(randomBytes(WALLET_BYTES)));
}

/** Returns a code of `length` characters for people to type, each equally likely (S5, W2). */
export function newCode(randomBytes: (count: number) => Buffer, length: number): string {
  const unbiased = 256 - (256 % CODE_ALPHABET.length);
  let code = '';
  while (code.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < unbiased && code.length < length) code += CODE_ALPHABET[byte % CODE_ALPHABET.length];
    }
  }
  return code;
}

/** Returns the address in its stored form, undefined when it is mistyped (S5). */
export function parseWalletAddress(text: string): string | undefined {
  const decoded = bech32.decodeUnsafe(text.replace(/\s/g, ''));
  if (decoded?.prefix !== WALLET_PREFIX) return undefined;
  const bytes = bech32.fromWordsUnsafe(decoded.words);
  return bytes?.length === WALLET_BYTES ? bech32.encode(WALLET_PREFIX, decoded.words) : undefined;
}
