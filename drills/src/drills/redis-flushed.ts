import type { Drill } from '../drill.ts';

export const redisFlushed: Drill = {
  name: 'redis-flushed',
  fault: 'Redis FLUSHALL during the bidding and during the close of the auctions',
  holds: 'I3 I7 I9',
  run: ({ play }) =>
    play({
      fault: async ({ redis, moreBids, untilEndIs, announce }) => {
        announce('Redis is flushed repeatedly');
        await redis.flush();
        await moreBids(20);
        await redis.flush();
        for (const leftMs of [500, 100, -300, -700]) {
          await untilEndIs(leftMs);
          await redis.flush();
        }
      },
    }),
};
