/**
 * Parses a whole number as users type it: digits, optionally grouped by commas or spaces ("1,450,000"). Returns undefined for
 * everything else: a sign, a point, groups that are not of three digits.
 */
export function parseWholeNumber(text: string): number | undefined {
  const trimmed = text.trim();
  if (!/^(\d+|\d{1,3}([,\s]\d{3})+)$/.test(trimmed)) return undefined;
  const number = Number(trimmed.replace(/[,\s]/g, ''));
  return Number.isSafeInteger(number) ? number : undefined;
}
