export interface StatementPeriod {
  name: string;
  /** Days of Africa/Lagos, both included. */
  from: string;
  to: string;
}

const lagosMs = 3_600_000;
const dayMs = 24 * lagosMs;
const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Returns the periods to choose from, the most usual first. */
export function statementPeriods(nowMs: number): StatementPeriod[] {
  const today = new Date(nowMs + lagosMs);
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
  const to = textOf(today.getTime());
  const nameOf = (ms: number) =>
    new Date(ms).toLocaleDateString('en-NG', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const first = (monthsBack: number) => Date.UTC(year, month - monthsBack, 1);
  return [
    { name: `${nameOf(first(0))} so far`, from: textOf(first(0)), to },
    { name: nameOf(first(1)), from: textOf(first(1)), to: textOf(first(0) - dayMs) },
    { name: 'Last 3 months', from: textOf(first(2)), to },
    { name: 'Last 12 months', from: textOf(first(11)), to },
  ];
}
