const KEYS = ['JWT_SECRET', 'SECRETS_KEY'];
/** Who knows the key of receipts can sign them; who knows the hash can credit coins; who knows the token reads the figures of all servers. */
const NAMES = [...KEYS, 'RECEIPTS_KEY', 'FLUTTERWAVE_SECRET_HASH', 'METRICS_TOKEN'];
/** The bits of 32 random hex characters. */
const LEAST_BITS = 128;
/** Words of examples, tests and documentation. */
const EXAMPLE =
  /change.?me|example|secret|password|replace|your.?key|default|placeholder|0123456789|abcdefgh|qwerty/i;
/** A text of words has about this much per character; a longer run of one case is taken for a word. */
const BITS_OF_WORDS = 2.5;
const WORD = /[A-Z]?[a-z]{3,}|[A-Z]{4,}/y;
/** What a copy of earlier characters, or a sequence such as 4567, is worth as a whole. */
const BITS_OF_REPETITION = 8;
const LEAST_REPETITION = 4;

/**
 * Returns the errors of the production secrets, which protect sign-ins, mailed codes and payments from forgery. Names
 * them and never prints them. Missing ones are checked elsewhere.
 */
export function findWeakSecrets(env: Readonly<Record<string, string | undefined>>): string[] {
  const errors = NAMES.flatMap((name) => {
    const value = env[name];
    return value !== undefined && (estimateBits(value) < LEAST_BITS || EXAMPLE.test(value))
      ? [`${name} can be guessed: use a random one (openssl rand -base64 48)`]
      : [];
  });
  const [first, second] = KEYS.map((name) => env[name]);
  if (first !== undefined && first === second) errors.push(`${KEYS.join(' and ')} must differ`);
  return errors;
}

/** Estimates the entropy of a text: random characters count by their alphabet, words and repetitions for less. */
function estimateBits(text: string): number {
  const perCharacter = Math.log2(sizeOfAlphabet(text));
  let bits = 0;
  for (let at = 0; at < text.length; ) {
    const repeated = Math.max(lengthOfCopy(text, at), lengthOfSequence(text, at));
    WORD.lastIndex = at;
    const word = perCharacter > 4 ? (WORD.exec(text)?.[0].length ?? 0) : 0;
    if (repeated >= LEAST_REPETITION) bits += BITS_OF_REPETITION;
    else bits += word > 0 ? word * BITS_OF_WORDS : perCharacter;
    at += repeated >= LEAST_REPETITION ? repeated : Math.max(word, 1);
  }
  return bits;
}

function sizeOfAlphabet(text: string): number {
  if (/^(?=.*[a-fA-F])(?:[0-9a-f]+|[0-9A-F]+)$/.test(text)) return 16;
  const kinds: readonly [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/[0-9]/, 10],
    [/[^a-zA-Z0-9]/, 2],
  ];
  return kinds.reduce((size, [kind, more]) => size + (kind.test(text) ? more : 0), 0);
}

/** Returns how many characters from here on also follow one another earlier in the text. */
function lengthOfCopy(text: string, at: number): number {
  let length = 0;
  while (at + length < text.length && text.slice(0, at + length).includes(text.slice(at, at + length + 1)))
    length += 1;
  return length;
}

/** Returns how many characters from here on are equal or go up or down by one, such as aaaa, 4567 or dcba. */
function lengthOfSequence(text: string, at: number): number {
  const step = text.charCodeAt(at + 1) - text.charCodeAt(at);
  if (!(Math.abs(step) <= 1)) return 1;
  let end = at + 1;
  while (text.charCodeAt(end + 1) - text.charCodeAt(end) === step) end += 1;
  return end - at + 1;
}
