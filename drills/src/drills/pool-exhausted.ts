import { bidTimes, quantile } from '../bid-times.ts';
import type { Drill } from '../drill.ts';

const boundMs = 5_000;

export const poolExhausted: Drill = {
  name: 'pool-exhausted',
  fault: 'two connections to PostgreSQL for each server, 200 players who bid',
  holds: 'each request is answered, possibly with 503, in bounded time',
  run: ({ play }) =>
    play({
      players: 200,
      auctionMs: 20_000,
      bidPauseMs: 1_000,
      env: { DATABASE_POOL_SIZE: '2' },
      fault: async ({ moreBids, announce }) => {
        announce('200 players share two connections per server');
        await moreBids(500);
      },
      judge: ({ history }) => {
        const hung = history.filter(
          ({ type, reply }) =>
            type === 'unknown' && /timeout/i.test((reply as { message?: string })?.message ?? ''),
        );
        const slowest = quantile(bidTimes(history, 0, Number.POSITIVE_INFINITY), 1);
        return [
          ...(hung.length > 0 ? [`${hung.length} requests were not answered in time`] : []),
          ...(slowest > boundMs ? [`a bid took ${slowest} ms`] : []),
        ];
      },
    }),
};
