import { parseWholeNumber } from '../../../lib/whole-number.ts';

/** What was typed, of the kind that the default is. */
export function readSetting(text: string, like: unknown): unknown {
  if (typeof like === 'number') return signedNumber(text);
  if (typeof like === 'boolean') return text === 'true';
  if (typeof like === 'string') return text;
  return JSON.parse(text);
}

/** What is wrong with it; its bounds are the server's to tell. */
export function settingFault(text: string, like: unknown): string | undefined {
  if (typeof like === 'number') return signedNumber(text) === undefined ? 'Enter a whole number.' : undefined;
  if (typeof like === 'boolean' || typeof like === 'string') return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    return 'This is no JSON';
  }
}

function signedNumber(text: string): number | undefined {
  const trimmed = text.trim();
  const number = parseWholeNumber(trimmed.replace(/^-/, ''));
  return number !== undefined && trimmed.startsWith('-') ? -number : number;
}

/** As it stands in an input. */
export const settingText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** As it is read. */
export const showSetting = (value: unknown) =>
  typeof value === 'number' ? value.toLocaleString('en') : settingText(value);
