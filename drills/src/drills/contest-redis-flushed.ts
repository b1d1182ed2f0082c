import { judgePlayed, playContests } from '../contests-in-play.ts';
import type { Drill } from '../drill.ts';

const players = 6;

export const contestRedisFlushed: Drill = {
  name: 'contest-redis-flushed',
  fault: 'Redis FLUSHALL while players tap, pick cards and answer, and while the contests close',
  holds: 'I3 I4 I7 I9',
  run: ({ play }) =>
    play({
      spares: players,
      fault: async (world) => {
        const { redis, untilEndIs, announce } = world;
        const contests = await playContests(world, players);
        announce('Redis is flushed repeatedly');
        for (let round = 0; round < 3; round += 1) {
          await redis.flush();
          await contests.morePlays(20);
        }
        for (const leftMs of [500, 100, -300, -700]) {
          await untilEndIs(leftMs);
          await redis.flush();
        }
        await contests.ended;
      },
      judge: judgePlayed,
    }),
};
