const MAX_HIDDEN = 8;
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Masks a full name: the first letter of each word remains, A••• O•••• (W10). */
export function maskName(fullName: string): string {
  return fullName
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => {
      const [first = '', ...others] = Array.from(letters.segment(word), ({ segment }) => segment);
      return first + '•'.repeat(Math.min(others.length, MAX_HIDDEN));
    })
    .join(' ');
}
