/** The characters of the references that buyers quote. */
const CHARACTERS = [...'23456789abcdefghjkmnpqrstuvwxyz'];
const CODE_AT = 'cp'.length;
const CODE_LENGTH = 6;

/**
 * Returns the references that were typed with one error as this one: with another, a missing or a further character. In the number of
 * a payout only letters in place of digits are errors: one digit more or less is the number of another payout.
 */
export function meantBy(typed: string): string[] {
  if (typed.startsWith('copup'))
    return [`copup${typed.slice(5).replaceAll('o', '0').replaceAll(/[il]/g, '1')}`];
  const more = typed.length - CODE_AT - CODE_LENGTH;
  const ends = Array.from(
    typed,
    (_, at) => [typed.slice(0, at), typed.slice(more < 0 ? at : at + 1)] as const,
  );
  const places = [...ends, ...(more < 0 ? [[typed, ''] as const] : [])].slice(CODE_AT);
  const between = more > 0 ? [''] : CHARACTERS;
  return places.flatMap(([before, after]) => between.map((character) => before + character + after));
}

/** References that a narration quotes: `CP-7K3M9Q`, `cp7k3m9q`, `CP 7K3 M9Q`, `7K3M9Q`, `Copup 50001`. */
export function quotedIn(
  text: string,
  isKnown: (reference: string) => boolean,
): { exact: string[]; near: string[] } {
  const words = text
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
  const exact = new Set<string>();
  const near = new Set<string>();
  for (const [at, word] of words.entries()) {
    // A bank splits what it quotes at the end of its field.
    for (const many of [1, 2, 3, 4]) {
      const joined = words.slice(at, at + many).join('');
      if (joined.length > 16) break;
      if (isKnown(joined)) exact.add(joined);
      else if (many === 1 && joined.length === 6 && isKnown(`cp${joined}`)) exact.add(`cp${joined}`);
      else if (/^(?:cp\w{5,7}|copup[\doil]{5,9})$/.test(joined)) near.add(joined);
      else if (many === 1 && /^(?=.*\d)(?=.*[a-z])\w{5,7}$/.test(joined)) near.add(`cp${joined}`);
    }
    // Words before and after may stick to it.
    for (const [, stuck = ''] of word.matchAll(/(?=(cp\w{6}))/g)) if (isKnown(stuck)) exact.add(stuck);
  }
  return { exact: [...exact], near: [...near] };
}
