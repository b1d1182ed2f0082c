import { fromLocalInput, toLocalInput } from './local-time.ts';

/** Months that a filter offers at most. */
const MOST = 36;
const name = new Intl.DateTimeFormat('en-NG', { month: 'short', year: 'numeric', timeZone: 'UTC' });

const monthAt = (year: number, month: number) =>
  new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 'yyyy-mm'.length);

/** Returns the months in Lagos from now back to that of `since`, the latest first: ["2026-11", "Nov 2026"]. */
export function monthsSince(since: string, nowMs: number): [value: string, name: string][] {
  const first = toLocalInput(since).slice(0, 'yyyy-mm'.length);
  const now = new Date(`${toLocalInput(new Date(nowMs).toISOString())}Z`);
  const months: [string, string][] = [];
  for (let back = 0; back < MOST; back += 1) {
    const month = monthAt(now.getUTCFullYear(), now.getUTCMonth() - back);
    if (month < first) break;
    months.push([month, name.format(new Date(`${month}-01T00:00Z`))]);
  }
  return months;
}

/** Returns the first moment of a month in Lagos, and that of the month after it. */
export function monthRange(month: string): { from: string; to: string } {
  const [year = 0, nth = 1] = month.split('-').map(Number);
  const startOf = (value: string) => fromLocalInput(`${value}-01T00:00:00`) ?? '';
  return { from: startOf(month), to: startOf(monthAt(year, nth)) };
}
