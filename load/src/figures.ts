const BYTES = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Formats a figure: 12345.6 → "12,346"; small figures with one or two decimals; a dash if it was not measured. */
export function figure(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return '–';
  const digits = Number.isInteger(value) || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export const milliseconds = (ms: number | null): string =>
  ms === null || !Number.isFinite(ms) ? '–' : `${figure(ms)} ms`;

export function bytes(count: number): string {
  if (!Number.isFinite(count)) return '–';
  const step = count < 1_000 ? 0 : Math.min(BYTES.length - 1, Math.floor(Math.log10(count) / 3));
  return `${figure(count / 1_000 ** step)} ${BYTES[step]}`;
}
