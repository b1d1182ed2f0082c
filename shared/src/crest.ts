/**
 * Crests of teams: a pattern and two colours in one short text, such as `pale-0b7a4b-f5f4ef`. This file imports no
 * schemas, so that the browser does not load the validator.
 */
export const crestPatterns = ['pale', 'fess', 'bend', 'roundel', 'bars', 'halves'] as const;
export type CrestPattern = (typeof crestPatterns)[number];

export interface CrestParts {
  pattern: CrestPattern;
  /** The field, as `#rrggbb`. */
  field: string;
  /** The mark on it, as `#rrggbb`. */
  mark: string;
}

/** Length of the longest crest, as the table of teams limits it. */
export const MAX_CREST = 21;
export const CREST = /^(pale|fess|bend|roundel|bars|halves)-([0-9a-f]{6})-([0-9a-f]{6})$/;

/** Reads a crest; an invalid text is a grey crest. */
export function parseCrest(crest: string): CrestParts {
  const [, pattern = 'pale', field = '6b7280', mark = 'e5e7eb'] = CREST.exec(crest) ?? [];
  return { pattern: pattern as CrestPattern, field: `#${field}`, mark: `#${mark}` };
}
