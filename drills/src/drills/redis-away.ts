import { acknowledgedBetween } from '../bid-times.ts';
import type { Drill } from '../drill.ts';

export const redisAway: Drill = {
  name: 'redis-away',
  fault: 'nothing listens where Redis should be, from the start on',
  holds: 'P1 I7 I9',
  run: ({ play }) =>
    play({
      isRedisAway: true,
      judge: ({ history }) =>
        acknowledgedBetween(history, 0, Number.POSITIVE_INFINITY) > 30 ? [] : ['there were hardly any bids'],
    }),
};
