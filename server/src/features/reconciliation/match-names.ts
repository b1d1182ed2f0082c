const TITLES = new Set([
  'MR',
  'MRS',
  'MISS',
  'MS',
  'DR',
  'CHIEF',
  'ALHAJI',
  'ALHAJA',
  'ENGR',
  'PROF',
  'BARR',
  'PASTOR',
  'REV',
]);
/** Words shorter than this are initials or parts of codes. */
const SHORTEST = 3;
/** Banks cut long names at the end of their field: a last word of at least this length may be a beginning. */
const SHORTEST_CUT = 4;
const FIELD = 18;

/** Returns the words of a name or a narration, without accents, titles and case. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/['’`]/g, '').toUpperCase();
  return plain.split(/[^A-Z\d]+/).filter((word) => word !== '' && !TITLES.has(word));
}

/** A narration is searched for names up to this number of words. */
const MOST_WORDS = 16;

/** Returns each pair of words, and each word of its own with `singles`. A text that names a holder has a key of the name. */
export function nameKeys(words: readonly string[], singles: boolean): string[] {
  const long = [...new Set(words.filter((word) => word.length >= SHORTEST))].slice(0, MOST_WORDS).sort();
  return long.flatMap((one, at) => [
    ...(singles ? [one] : []),
    ...long.slice(at + 1).map((other) => `${one} ${other}`),
  ]);
}

/**
 * Returns whether a bank's text names the holder: at least `needed` words of the name stand in it, and no word of a `whole`
 * text, which is a name and nothing else, contradicts them. Order, accents, titles, initials and names that one side
 * leaves out do not matter.
 */
export function namesHolder(
  text: readonly string[],
  name: readonly string[],
  isWhole: boolean,
  needed = 2,
): boolean {
  const rest = new Set(name);
  let found = 0;
  const unknown: string[] = [];
  for (const [at, word] of text.entries()) {
    const isLast = isWhole && at === text.length - 1 && text.join(' ').length >= FIELD;
    const same = rest.has(word)
      ? word
      : isLast && word.length >= SHORTEST_CUT
        ? [...rest].find((each) => each.startsWith(word))
        : undefined;
    if (same === undefined) unknown.push(word);
    else if (rest.delete(same) && same.length >= SHORTEST) found += 1;
  }
  if (found < needed) return false;
  // What is left over on both sides is another name, unless one is the initial of the other.
  const others = [...rest];
  const strange = unknown.filter(
    (word) => !others.some((other) => other[0] === word[0] && (word.length === 1 || other.length === 1)),
  );
  return !isWhole || strange.length === 0 || others.length === 0;
}
