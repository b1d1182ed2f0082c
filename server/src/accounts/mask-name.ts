const MAX_HIDDEN = 8;
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Text in which each character is a letter. The segmenter takes 7 µs for a name. */
const ASCII = /^[!-~]*$/;

/** Masks a full name: the first letter of each word remains, A••• O•••• (W10). */
export function maskName(fullName: string): string {
  return fullName
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => {
      const [first = '', ...others] = ASCII.test(word)
        ? word
        : Array.from(letters.segment(word), ({ segment }) => segment);
      return first + '•'.repeat(Math.min(others.length, MAX_HIDDEN));
    })
    .join(' ');
}
