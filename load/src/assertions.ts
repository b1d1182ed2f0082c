import { BadOptions } from './bad-options.ts';
import type { LoadResult } from './result.ts';

/** The figures that `--assert` accepts. Times are in milliseconds; rates are per second of the measured time. */
export const figures: Record<string, (result: LoadResult) => number> = {
  p50: ({ latencies }) => latencies.lastWatcher.p50,
  p90: ({ latencies }) => latencies.lastWatcher.p90,
  p99: ({ latencies }) => latencies.lastWatcher.p99,
  max: ({ latencies }) => latencies.lastWatcher.max,
  'delivery.p50': ({ latencies }) => latencies.delivery.p50,
  'delivery.p99': ({ latencies }) => latencies.delivery.p99,
  'delivery.max': ({ latencies }) => latencies.delivery.max,
  'bid.p50': ({ latencies }) => latencies.bid.p50,
  'bid.p99': ({ latencies }) => latencies.bid.p99,
  'bid.max': ({ latencies }) => latencies.bid.max,
  'join.p50': ({ latencies }) => latencies.join.p50,
  'join.p99': ({ latencies }) => latencies.join.p99,
  'join.max': ({ latencies }) => latencies.join.max,
  'reception.p50': ({ latencies }) => latencies.reception?.p50 ?? Number.NaN,
  'reception.p99': ({ latencies }) => latencies.reception?.p99 ?? Number.NaN,
  'reception.max': ({ latencies }) => latencies.reception?.max ?? Number.NaN,
  'close.max': ({ totals }) => totals.slowestCloseMs,
  errors: ({ totals }) => totals.errors,
  /** In percent of the commands and joins. */
  failed: ({ totals: { accepted, refused, joins, errors } }) =>
    errors === 0 ? 0 : (errors / (accepted + refused + joins + errors)) * 100,
  refused: ({ totals }) => totals.refused,
  bids: ({ totals }) => totals.accepted,
  // Missing in results of earlier versions, which `compare` reads.
  overtaken: ({ totals }) => totals.overtaken?.bids ?? Number.NaN,
  undelivered: ({ totals }) => totals.overtaken?.undelivered ?? Number.NaN,
  'bids/s': ({ totals }) => totals.accepted / totals.seconds,
  'messages/s': ({ totals }) => totals.messages / totals.seconds,
  divergent: ({ verdict }) => verdict.divergent,
  lost: ({ verdict }) => verdict.lost,
  doubled: ({ verdict }) => verdict.doubled,
  unbalanced: ({ verdict }) => Math.abs(verdict.unbalancedCoins),
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

/** Parses a list like `p99<250ms,errors=0`. Throws BadOptions with the allowed figures. */
export function parseAssertions(text: string): Assertion[] {
  return text.split(',').map((part) => {
    const match = pattern.exec(part.trim());
    if (!match)
      throw new BadOptions(
        `--assert: "${part.trim()}" is not valid. Examples: p99<250ms, errors=0, bids/s>=50.`,
      );
    const [, figure = '', comparison = '=', number = '', unit] = match;
    if (!Object.hasOwn(figures, figure))
      throw new BadOptions(
        `--assert: unknown figure "${figure}". Allowed: ${Object.keys(figures).join(', ')}.`,
      );
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
