import type { Drill } from '../drill.ts';
import type { World } from '../scene.ts';

const stepMs = 2 * 3_600_000;
const bidsAfterwards = 40;

const acknowledged = ({ recorder }: World) =>
  recorder.events.filter(({ type, command }) => type === 'ok' && command === 'bid').length;

export const redisClock: Drill = {
  name: 'redis-clock',
  fault: "Redis' clock steps back two hours repeatedly, and Redis is flushed after a step",
  holds: 'S2a I4',
  run: ({ play }) =>
    play({
      auctionMs: 12_000,
      fault: async (world) => {
        const { redis, moreBids, announce, addViolation } = world;
        announce("Redis' clock steps back by two hours");
        for (let nth = 0; nth < 5; nth += 1) {
          await moreBids(5);
          await redis.stepClockBack(stepMs);
        }
        const before = acknowledged(world);
        await moreBids(bidsAfterwards / 2);
        await redis.stepClockBack(stepMs);
        await redis.flush();
        await moreBids(bidsAfterwards / 2);
        const after = acknowledged(world) - before;
        if (after < bidsAfterwards)
          addViolation(
            `S2a only ${after} bids were accepted after the steps of the clock: players are locked out`,
          );
      },
    }),
};
