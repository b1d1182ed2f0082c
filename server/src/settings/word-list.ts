import { Refusal } from '../errors.ts';
import type { Settings } from './settings.ts';

/** Digits, signs and letters of other scripts that are read as Latin letters. */
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
  ...Object.fromEntries([...'асеіморртѕυиνα'].map((other, at) => [other, [...'aceimopptsuuva'][at]])),
};
const readAsLetters = new RegExp(`[${Object.keys(letters).join('')}]`, 'g');
/** What only names of this service and its operators may contain. */
const RESERVED =
  '*copup* *support* *helpdesk* *customercare* *customerservice* *moderator* *administrator* admin official';

/**
 * Whether the text has a word of the list (X13). An entry `word` is found as a whole word, `*word*` also inside longer words
 * and across signs between letters. Case, accents and digits in the place of letters make no difference.
 */
export function hasListedWord(text: string, list: string): boolean {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const readings = [plain, plain.replaceAll(readAsLetters, (sign) => letters[sign] ?? sign)];
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
  if (path === 'username') assertOwnName(path, text);
  if (text !== undefined && hasListedWord(text, settings.get('wordList'))) throw notAllowed(path, path);
}

/** X13: throws VALIDATION_FAILED for a name of a player that reads as one of this service, such as "Copup Support". */
export function assertOwnName(path: 'username' | 'full_name', text: string | undefined): void {
  if (text !== undefined && !isOwnName(text)) throw notAllowed(path, path === 'username' ? path : 'name');
}

export const isOwnName = (name: string): boolean => !hasListedWord(name, RESERVED);

const notAllowed = (path: string, noun: string) =>
  new Refusal('VALIDATION_FAILED', `This ${noun} is not allowed.`, {
    issues: [{ path, message: `Choose another ${noun}.` }],
  });
