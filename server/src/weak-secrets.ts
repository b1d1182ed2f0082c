const NAMES = ['JWT_SECRET', 'SECRETS_KEY'];
/** 32 random hex characters contain about 14 different ones, and practically never fewer than 10. */
const LEAST_DIFFERENT = 10;
/** 32 random hex characters have about 115. */
const LEAST_BITS = 90;
/** Words of examples, tests and documentation. */
const EXAMPLE =
  /change.?me|example|secret|password|replace|your.?key|default|placeholder|0123456789|abcdefgh|qwerty/i;

/**
 * Returns the errors of the production secrets, which protect sign-ins and mailed codes from forgery. Names them and
 * never prints them. Missing and short ones are checked elsewhere.
 */
export function findWeakSecrets(env: Readonly<Record<string, string | undefined>>): string[] {
  const errors = NAMES.flatMap((name) => {
    const value = env[name];
    return value !== undefined && value.length >= 32 && isWeak(value)
      ? [`${name} can be guessed: use a random one (openssl rand -base64 48)`]
      : [];
  });
  const [first, second] = NAMES.map((name) => env[name]);
  if (first !== undefined && first === second) errors.push(`${NAMES.join(' and ')} must differ`);
  return errors;
}

function isWeak(value: string): boolean {
  return (
    new Set(value).size < LEAST_DIFFERENT ||
    bitsOf(value) < LEAST_BITS ||
    isRepeated(value) ||
    EXAMPLE.test(value)
  );
}

/** Returns the Shannon entropy of all its characters. */
function bitsOf(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= count * Math.log2(count / value.length);
  return bits;
}

/** Returns whether the text repeats a short text. */
function isRepeated(value: string): boolean {
  const period = (value + value).indexOf(value, 1);
  return period < value.length && period < 24;
}
