import { BadOptions } from './bad-options.ts';
import type { LoadResult } from './result.ts';

/** Figures that a result of an earlier version lacks are not measured. */
function latencyFigures(
  prefix: string,
  of: keyof LoadResult['latencies'],
  names: readonly ('p50' | 'p90' | 'p95' | 'p99' | 'max')[] = ['p50', 'p95', 'p99', 'max'],
): Record<string, (result: LoadResult) => number> {
  return Object.fromEntries(
    names.map((name) => [prefix + name, ({ latencies }) => latencies[of]?.[name] ?? Number.NaN]),
  );
}

/** The figures that `--assert` accepts. Times are in milliseconds; rates are per second of the measured time. */
export const figures: Record<string, (result: LoadResult) => number> = {
  ...latencyFigures('', 'lastWatcher', ['p50', 'p90', 'p95', 'p99', 'max']),
  ...latencyFigures('delivery.', 'delivery'),
  ...latencyFigures('bid.', 'bid'),
  ...latencyFigures('join.', 'join'),
  ...latencyFigures('reception.', 'reception'),
  'close.max': ({ totals }) => totals.slowestCloseMs,
  errors: ({ totals }) => totals.errors,
  /** In percent of the commands and joins. */
  failed: ({ totals: { accepted, refused, joins, errors } }) =>
    errors === 0 ? 0 : (errors / (accepted + refused + joins + errors)) * 100,
  refused: ({ totals }) => totals.refused,
  dropped: ({ totals }) => totals.dropped ?? Number.NaN,
  bids: ({ totals }) => totals.accepted,
  // Missing in results of earlier versions, which `compare` reads.
  overtaken: ({ totals }) => totals.overtaken?.bids ?? Number.NaN,
  undelivered: ({ totals }) => totals.overtaken?.undelivered ?? Number.NaN,
  'bids/s': ({ totals }) => totals.accepted / totals.seconds,
  'messages/s': ({ totals }) => totals.messages / totals.seconds,
  // A run that was stopped has not compared its last states and coins.
  divergent: ({ verdict, stopped }) => (stopped ? Number.NaN : verdict.divergent),
  lost: ({ verdict }) => verdict.lost,
  doubled: ({ verdict }) => verdict.doubled,
  unbalanced: ({ verdict, stopped }) => (stopped ? Number.NaN : Math.abs(verdict.unbalancedCoins)),
};

const comparisons = {
  '<=': (a: number, b: number) => a <= b,
  '>=': (a: number, b: number) => a >= b,
  '<': (a: number, b: number) => a < b,
  '>': (a: number, b: number) => a > b,
  '=': (a: number, b: number) => a === b,
} as const;

export interface Assertion {
  text: string;
  figure: string;
  comparison: keyof typeof comparisons;
  /** In milliseconds if the figure is a time. */
  limit: number;
}

const pattern = /^([a-z][a-z\d./]*?)\s*(<=|>=|<|>|=)\s*(\d+(?:\.\d+)?)(ms|s|%)?$/i;

export function knownFigure(option: string, name: string): void {
  if (!Object.hasOwn(figures, name))
    throw new BadOptions(`${option}: unknown figure "${name}". Allowed: ${Object.keys(figures).join(', ')}.`);
}

/** Parses a list like `p99<250ms,errors=0`. Throws BadOptions with the allowed figures. */
export function parseAssertions(text: string): Assertion[] {
  return text.split(',').map((part) => {
    const match = pattern.exec(part.trim());
    if (!match)
      throw new BadOptions(
        `--assert: "${part.trim()}" is not valid. Examples: p99<250ms, errors=0, bids/s>=50.`,
      );
    const [, figure = '', comparison = '=', number = '', unit] = match;
    knownFigure('--assert', figure);
    return {
      text: part.trim(),
      figure,
      comparison: comparison as keyof typeof comparisons,
      limit: Number(number) * (unit === 's' ? 1_000 : 1),
    };
  });
}

export interface Asserted {
  text: string;
  actual: number;
  holds: boolean;
}

/** Evaluates assertions. An assertion about a figure that was never measured fails. */
export function judgeAssertions(assertions: readonly Assertion[], result: LoadResult): Asserted[] {
  return assertions.map(({ text, figure, comparison, limit }) => {
    const actual = figures[figure]?.(result) ?? Number.NaN;
    return { text, actual, holds: Number.isFinite(actual) && comparisons[comparison](actual, limit) };
  });
}
