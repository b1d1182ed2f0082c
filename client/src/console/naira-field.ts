/** Parses naira with at most two decimals, commas allowed; undefined for anything else. */
export function parseNaira(text: string): number | undefined {
  const plain = text.replaceAll(',', '').trim();
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined;
}

export const nairaError = (text: string): string | undefined =>
  parseNaira(text) ? undefined : 'Enter naira, with at most two decimals.';

/** Formats naira as a price: "₦9,900", "₦92.70". */
export function showNaira(naira: number): string {
  const [whole = '0', kobo] = naira.toFixed(2).split('.');
  return `₦${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}${kobo === '00' ? '' : `.${kobo}`}`;
}
