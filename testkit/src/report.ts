import { figureTable } from '../../scripts/text-table.ts';

/** Returns the median, which one disturbed round does not change. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** Formats a figure: 12345.6 → "12,346"; small figures with one or two decimals. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export function printTable(headings: readonly string[], rows: readonly (readonly string[])[]): void {
  console.log(figureTable(headings, rows));
}

/** A ratio that a bench must reach: the median over rounds, each of which measures both sides. */
export interface Goal {
  what: string;
  /** One ratio per round. */
  ratios: number[];
  /** The bounds. Without a bound the ratio is printed and not judged. */
  atLeast?: number;
  atMost?: number;
  /** A stricter value that may be missed. */
  wish?: number;
}

const isMet = ({
  ratios,
  atLeast = Number.NEGATIVE_INFINITY,
  atMost = Number.POSITIVE_INFINITY,
}: Goal): boolean => median(ratios) >= atLeast && median(ratios) <= atMost;

/** Formats a goal as table cells: name, median, minimum and maximum of the rounds, bounds, verdict. */
export function goalCells(goal: Goal): [string, string, string, string, string] {
  const { what, ratios, atLeast, atMost, wish } = goal;
  const bounds = [
    ...(atLeast === undefined ? [] : [`≥ ${atLeast} ×`]),
    ...(atMost === undefined ? [] : [`≤ ${atMost} ×`]),
    ...(wish === undefined ? [] : [`(wished ${wish} ×)`]),
  ];
  const isJudged = atLeast !== undefined || atMost !== undefined;
  return [
    what,
    `${figure(median(ratios))} ×`,
    `${figure(Math.min(...ratios))} to ${figure(Math.max(...ratios))}`,
    bounds.join(' '),
    isJudged ? (isMet(goal) ? 'met' : 'MISSED') : '',
  ];
}

/** Prints each ratio beside its goal and returns whether all are met. `bench -- all` receives them as a message. */
export function printGoals(goals: readonly Goal[]): boolean {
  const rounds = (goal: Goal) => `(${goal.ratios.map(figure).join(' ')})`;
  printTable(
    ['goal', 'ratio', 'spread', 'wanted', '', 'rounds'],
    goals.map((goal) => [...goalCells(goal), rounds(goal)]),
  );
  process.send?.(goals);
  return goals.every(isMet);
}
