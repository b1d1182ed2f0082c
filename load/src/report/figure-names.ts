import { figure, milliseconds } from '../figures.ts';
import type { LoadResult } from '../result.ts';

/** From here on, a time is shown in seconds. */
const LONG_MS = 10_000;

export interface FigureName {
  name: string;
  /** What is counted, or which percentile. */
  detail: string;
  /** The start of a sentence that ends with the figure. */
  sentence: string;
}

const counted: Record<string, [name: string, sentence: string]> = {
  errors: ['Errors', 'there were errors:'],
  failed: ['Failed requests', 'failed requests:'],
  refused: ['Refused by the rules', 'refused commands:'],
  overtaken: ['Bids seen only in a later price', 'overtaken bids:'],
  undelivered: ['Bids that reached no watcher', 'undelivered bids:'],
  dropped: ['Dropped by the driver', 'steps that the driver sent late or not at all:'],
  'messages/s': ['Messages a second', 'messages a second:'],
  divergent: ['Watchers who saw a wrong end', 'watchers with a wrong end:'],
  lost: ['Commands lost', 'lost commands:'],
  doubled: ['Commands doubled', 'doubled commands:'],
  unbalanced: ['Coins that don’t add up', 'missing or surplus coins:'],
};

/** Whether the run's commands are mostly bids of auctions. */
export const isAboutBids = ({ latencies }: LoadResult) => latencies.lastWatcher.count > 0;

/** Names a figure of `--assert`. */
export function nameFigure(key: string, result: LoadResult): FigureName {
  const commands = isAboutBids(result) ? 'Bids' : 'Commands';
  if (key === 'bids') return { name: `${commands} accepted`, detail: '', sentence: 'accepted:' };
  if (key === 'bids/s') return { name: `${commands} a second`, detail: '', sentence: 'accepted a second:' };
  const known = counted[key];
  if (known) return { name: known[0], detail: detailOf(key, result), sentence: known[1] };
  const [family, percentile = ''] = key.includes('.') ? key.split('.') : ['', key];
  const receipt = isAboutBids(result)
    ? ['Bid to receipt', 'a bid was answered within']
    : ['Command to reply', 'a command was answered within'];
  const [name = key, sentence = `${key}:`] =
    {
      '': ['Bid to every watcher', 'a bid reached every watcher within'],
      delivery: ['Bid to each watcher', 'a bid reached one watcher within'],
      bid: receipt,
      join: ['Open to joined', 'a client had joined within'],
      reception: ['Start to question', 'a question arrived within'],
      close: ['End to settled', 'an end was settled within'],
    }[family ?? ''] ?? [];
  return { name, detail: percentile === 'max' ? 'worst' : percentile, sentence };
}

function detailOf(key: string, result: LoadResult): string {
  const { totals, verdict } = result;
  if (key === 'divergent') return `of ${figure(verdict.compared)}`;
  if (key === 'errors') return `of ${figure(requestsOf(result))}`;
  if (key === 'overtaken' || key === 'undelivered') return `of ${figure(totals.accepted)}`;
  return '';
}

/** Commands and joins, with those that failed. */
export const requestsOf = ({ totals }: LoadResult): number =>
  totals.accepted + totals.refused + totals.joins + totals.errors;

/** Formats a figure of `--assert` with its unit. */
export function formatFigure(key: string, value: number | null): string {
  if (value === null) return '–';
  if (key === 'failed') return `${Number(value.toFixed(2)).toLocaleString('en')} %`;
  if (!/(^|\.)(p50|p90|p95|p99|max)$/.test(key) && key !== 'driver') return figure(value);
  return value >= LONG_MS
    ? `${figure(value / 1_000)} s`
    : milliseconds(value >= 10 ? Math.round(value) : value);
}
