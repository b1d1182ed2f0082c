/** Letters whose mark is part of the letter, so that Unicode does not decompose them; the first four are Hausa. */
const plainLetters: Readonly<Record<string, string>> = {
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
  đ: 'd',
  ħ: 'h',
  ł: 'l',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ς: 'σ',
};
const undecomposed = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

/** Marks, invisible characters, punctuation, and the signs and modifier letters that are typed as apostrophes. */
const ignored = /[\p{M}\p{P}\p{Sk}\p{Cf}\p{Default_Ignorable_Code_Point}\u02bb-\u02bd]/gu;

/** Bounds the length after decomposition, which can make one character eighteen. */
const MAX_LENGTH = 200;

/**
 * Returns the text by which two answers are compared (H3): decomposed (NFKD), without accents, tone marks, dots below
 * and punctuation, in one case, with single spaces and none at the ends. Empty for a text without letters, digits and
 * symbols.
 */
export function normalizeAnswer(text: string): string {
  return [
    ...text
      .normalize('NFKD')
      .replace(ignored, '')
      // Upper case folds the letters of which lower case alone would leave two forms; only lower case makes ß of ẞ.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .normalize('NFKD')
      .replace(ignored, '')
      .replace(undecomposed, (letter) => plainLetters[letter] ?? letter)
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  ]
    .slice(0, MAX_LENGTH)
    .join('')
    .trimEnd();
}
