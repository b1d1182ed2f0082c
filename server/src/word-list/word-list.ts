import { Refusal } from '../errors.ts';
import type { Settings } from '../settings/settings.ts';

/** Digits and signs that are read as letters. */
const letters: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
};

/**
 * Whether the text has a word of the list (X13). An entry `word` is found as a whole word, `*word*` also inside longer words
 * and across signs between letters. Case, accents and digits in the place of letters make no difference.
 */
export function hasListedWord(text: string, list: string): boolean {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const readings = [plain, plain.replaceAll(/[0-9!@$]/g, (sign) => letters[sign] ?? sign)];
  const words = new Set(readings.flatMap((reading) => reading.split(/[^a-z]+/)));
  const runs = readings.map((reading) => reading.replaceAll(/[^a-z]/g, ''));
  return list
    .split(/\s+/)
    .some((entry) =>
      entry.startsWith('*') ? runs.some((run) => run.includes(entry.replaceAll('*', ''))) : words.has(entry),
    );
}

/** X13: throws VALIDATION_FAILED for a username or title with a word of the list. */
export function assertNoListedWord(
  settings: Pick<Settings, 'get'>,
  path: 'username' | 'title',
  text: string | undefined,
): void {
  if (text === undefined || !hasListedWord(text, settings.get('wordList'))) return;
  throw new Refusal('VALIDATION_FAILED', `This ${path} is not allowed.`, {
    issues: [{ path, message: `Choose another ${path}.` }],
  });
}
