/** X3: months are those of Africa/Lagos, which is one hour ahead of UTC all year. */
const lagosOffsetMs = 3_600_000;
const names = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** Returns the month of a time in Lagos and its end; `next` is the following month. */
export function monthEnd(atMs: number): { month: string; next: string; endMs: number } {
  const there = new Date(atMs + lagosOffsetMs);
  const index = there.getUTCMonth();
  return {
    month: names[index] ?? '',
    next: names[(index + 1) % 12] ?? '',
    endMs: Date.UTC(there.getUTCFullYear(), index + 1, 1) - lagosOffsetMs,
  };
}

/** Returns the day of a time in Lagos, as a number that increases by 1 each day. */
export const lagosDay = (atMs: number): number => Math.floor((atMs + lagosOffsetMs) / 86_400_000);

export type TimeParts = ReturnType<typeof partsOf>;

export function partsOf(leftMs: number) {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor((seconds % 86_400) / 3_600),
    minutes: Math.floor((seconds % 3_600) / 60),
    seconds: seconds % 60,
  };
}
