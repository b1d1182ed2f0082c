import { parseWholeNumber } from '../../../lib/whole-number.ts';

/** Parses the input to the type of the default value. */
export function readSetting(text: string, like: unknown): unknown {
  if (typeof like === 'number') return signedNumber(text);
  if (typeof like === 'boolean') return text === 'true';
  if (typeof like === 'string') return text;
  return JSON.parse(text);
}

/** Returns the error of the input; the server checks the bounds. */
export function settingError(text: string, like: unknown): string | undefined {
  if (typeof like === 'number') return signedNumber(text) === undefined ? 'Enter a whole number.' : undefined;
  if (typeof like === 'boolean' || typeof like === 'string') return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    return 'Enter valid JSON.';
  }
}

function signedNumber(text: string): number | undefined {
  const trimmed = text.trim();
  const number = parseWholeNumber(trimmed.replace(/^-/, ''));
  return number !== undefined && trimmed.startsWith('-') ? -number : number;
}

/** Formats a value for an input. */
export const settingText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
