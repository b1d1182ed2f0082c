const pad = (value: number, digits = 2) => String(value).padStart(digits, '0');

/** Formats a moment after the start: "2:07.4". */
export function formatOffset(ms: number): string {
  const tenths = Math.floor(Math.max(0, ms) / 100);
  return `${Math.floor(tenths / 600)}:${pad(Math.floor(tenths / 10) % 60)}.${tenths % 10}`;
}
