import type { Drill } from '../drill.ts';

export const serverKilledRedisFlushed: Drill = {
  name: 'server-killed-redis-flushed',
  fault:
    'one of two servers is killed (-9) while players bid, and Redis is flushed then and as the auctions close',
  holds: 'I1 I3 I4 I7 I9',
  run: ({ play, random }) =>
    play({
      auctionMs: 5_000,
      fault: async ({ servers, redis, moreBids, untilEndIs, announce }) => {
        await moreBids(random.int(0, 40));
        const server = random.pick(['one', 'two']);
        announce(`server ${server} is killed, and Redis is flushed repeatedly`);
        await servers.find(({ name }) => name === server)?.kill();
        await redis.flush();
        for (const leftMs of [500, 100, -300, -700]) {
          await untilEndIs(leftMs);
          await redis.flush();
        }
      },
      judge: ({ watchers }) =>
        watchers.some(({ connections }) => connections > 1) ? [] : ['no watcher had to reconnect'],
    }),
};
