import type { Drill } from '../drill.ts';

export const redisFull: Drill = {
  name: 'redis-full',
  fault: 'Redis has reached maxmemory and refuses every write',
  holds: 'I4 I9',
  run: ({ play }) =>
    play({
      auctionMs: 10_000,
      fault: async ({ redis, announce, untilEndIs }) => {
        announce('Redis has no memory left');
        await redis.limitMemory(1);
        await untilEndIs(-2_000);
        await redis.limitMemory(0);
      },
    }),
};
