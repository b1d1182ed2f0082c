import { judgePlayed, playContests } from '../contests-in-play.ts';
import type { Drill } from '../drill.ts';
import { holdLocks } from '../locks.ts';

const players = 6;

export const contestTwoClosers: Drill = {
  name: 'contest-two-closers',
  fault: 'scheduled jobs, periodic sweeps and lanes of two servers close the same contests at once',
  holds: 'I3 I6 I9',
  run: ({ play }) =>
    play({
      spares: players,
      fault: async (world) => {
        const contests = await playContests(world, players);
        await world.untilEndIs(200);
        world.announce('every contest is locked until all closers wait for it');
        const lock = await holdLocks(
          world.postgres.ownerUrl,
          `SELECT 1 FROM contests WHERE realm = ${world.realm} ORDER BY id FOR UPDATE`,
        );
        await world.untilEndIs(-1_500);
        await lock.release();
        await contests.ended;
      },
      judge: judgePlayed,
    }),
};
