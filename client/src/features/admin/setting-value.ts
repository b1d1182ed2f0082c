/** What was typed, of the kind that the default is. */
export function readSetting(text: string, like: unknown): unknown {
  if (typeof like === 'number') return Number(text.trim());
  if (typeof like === 'boolean') return text === 'true';
  if (typeof like === 'string') return text;
  return JSON.parse(text);
}

/** What is wrong with it; its bounds are the server's to tell. */
export function settingFault(text: string, like: unknown): string | undefined {
  if (typeof like === 'number') return /^-?\d+$/.test(text.trim()) ? undefined : 'A whole number';
  if (typeof like === 'boolean' || typeof like === 'string') return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    return 'This is no JSON';
  }
}

/** As it stands in an input. */
export const settingText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** As it is read. */
export const showSetting = (value: unknown) =>
  typeof value === 'number' ? value.toLocaleString('en') : settingText(value);
