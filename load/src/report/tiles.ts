import { bytes, figure } from '../figures.ts';
import type { LoadResult } from '../result.ts';
import { droppedText } from '../summary.ts';
import { type Change, describeChange } from './change.ts';
import { isAboutBids, requestsOf } from './figure-names.ts';
import { thresholdsOf } from './thresholds.ts';

export interface Tile {
  name: string;
  value: string;
  unit: string;
  detail: string;
  change: Change | null;
}

/** The figures at the top of the report, with their change against another run. */
export function tilesOf(result: LoadResult, before: LoadResult | null): Tile[] {
  const { totals, latencies, options } = result;
  const isBids = isAboutBids(result);
  const key = isBids ? 'p99' : 'bid.p99';
  const latency = (run: LoadResult) => (isBids ? run.latencies.lastWatcher.p99 : run.latencies.bid.p99);
  const asked = thresholdsOf(result).find((row) => row.key === key)?.asked;
  const { count, p50, p95 } = isBids ? latencies.lastWatcher : latencies.bid;
  const rounded = (ms: number | undefined) => figure(count === 0 || ms === undefined ? null : Math.round(ms));
  const a = (total: number) => `${figure(Math.round(total / totals.seconds))} a second${droppedText(totals)}`;
  const [data = '0', unit = 'B'] = bytes(totals.bytes).split(' ');
  const changed = (name: string, of: (run: LoadResult) => number) =>
    before && describeChange(name, of(before), of(result));
  return [
    tile('Watchers', figure(totals.sockets), `in ${figure(Number(options.rooms ?? 1))} rooms`),
    tile(
      isBids ? 'Bids accepted' : 'Commands accepted',
      figure(totals.accepted),
      a(totals.accepted),
      '',
      changed('bids', (run) => run.totals.accepted),
    ),
    tile(
      isBids ? 'p99 to every watcher' : 'p99 to the reply',
      figure(count === 0 ? null : Math.round(latency(result))),
      asked ? `asked ${asked.text.replace(/ ms$/, '')}` : `p50 ${rounded(p50)}, p95 ${rounded(p95)}`,
      'ms',
      changed(key, latency),
    ),
    tile(
      'Messages',
      figure(totals.messages),
      a(totals.messages),
      '',
      changed('messages/s', (run) => run.totals.messages / run.totals.seconds),
    ),
    tile(
      'Errors',
      figure(totals.errors),
      `of ${figure(requestsOf(result))}`,
      '',
      changed('errors', (run) => run.totals.errors),
    ),
    tile('Data', data, `${bytes(totals.bytes / Math.max(1, totals.sockets))} a watcher`, unit),
  ];
}

const tile = (
  name: string,
  value: string,
  detail: string,
  unit = '',
  change: Change | null = null,
): Tile => ({
  name,
  value,
  unit,
  detail,
  change,
});
