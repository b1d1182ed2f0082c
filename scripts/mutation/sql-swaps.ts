/** A change of one part of a source. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

const swaps: [pattern: RegExp, replacement: string][] = [
  [/(?<![-<>=@])>=/g, '>'],
  [/(?<![-<>=@])<=(?!>)/g, '<'],
  [/(?<![-<>=@])<(?![-<>=@])/g, '<='],
  [/(?<= )\+(?= )/g, '-'],
  [/(?<= )-(?= )/g, '+'],
  // The AND of BETWEEN … AND is no conjunction.
  [/(?<!\bBETWEEN\s+\S+\s+)\bAND\b/g, 'OR'],
  [/FOR NO KEY UPDATE( OF \w+)?( SKIP LOCKED| NOWAIT)?/g, ''],
];

/** Returns whether a text is a statement in SQL. Keywords in lower case are words of a sentence. */
export function looksLikeSql(text: string): boolean {
  return /\b(SELECT|UPDATE|INSERT|DELETE)\b/.test(text);
}

/** Returns changes of single tokens of SQL after which it is still a statement; `offset` is the text's place. */
export function sqlEdits(text: string, offset: number): Edit[] {
  const edits = swaps.flatMap(([pattern, replacement]) =>
    [...text.matchAll(pattern)].map(({ 0: token, index }) => ({
      start: offset + index,
      end: offset + index + token.length,
      text: replacement,
    })),
  );
  return edits.sort((one, other) => one.start - other.start);
}
