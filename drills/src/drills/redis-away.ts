import { acknowledgedBetween } from '../bid-times.ts';
import type { Drill } from '../drill.ts';

export const redisAway: Drill = {
  name: 'redis-away',
  fault: 'Redis is down from the start',
  holds: 'P1 I7 I9',
  run: ({ play }) =>
    play({
      isRedisAway: true,
      judge: ({ history }) =>
        acknowledgedBetween(history, 0, Number.POSITIVE_INFINITY) > 30 ? [] : ['too few bids were accepted'],
    }),
};
