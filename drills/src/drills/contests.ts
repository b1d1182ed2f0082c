import { judgePlayed, playContests } from '../contests-in-play.ts';
import type { Drills } from '../drill.ts';
import { flushAroundEnd, killServer, lockUntilClosersWait, whileBlocked } from '../faults.ts';
import { judgeReconnected } from '../judges.ts';

const players = 6;
const playersOfShort = 4;

export const contestDrills: Drills = {
  'contest-server-killed': {
    fault: 'a server is killed (-9) at a random point while players tap, pick cards and answer',
    holds: 'I1 I3 I4 I7',
    spares: players,
    auctionMs: 20_000,
    short: { spares: playersOfShort, auctionMs: 8_000 },
    inject: async (world) => {
      const contests = await playContests(world, world.isShort ? playersOfShort : players);
      await contests.morePlays(world.random.int(10, 40));
      const server = await killServer(world);
      if (server && !world.isShort) {
        await contests.morePlays(40);
        world.announce(`server ${server.name} starts again`);
        await world.startAgain(server);
      }
      await contests.ended;
    },
    judge: (outcome) => [...judgePlayed(outcome), ...judgeReconnected(outcome)],
  },
  'contest-closer-killed': {
    fault:
      'the server that closes a contest is killed (-9) between the statements of the close, with plays in flight',
    holds: 'I3 I6 I9',
    spares: players,
    isCloseBlocked: true,
    inject: async (world) => {
      const contests = await playContests(world, players);
      await world.untilEndIs(300);
      await whileBlocked(world, {
        // The close of any of the contests waits for the pot, which it locks after their rows.
        lock: `SELECT 1 FROM funds WHERE subject_kind = 'contest' AND realm = ${world.realm} FOR UPDATE`,
        text: 'FROM funds WHERE id = ANY',
        what: 'killed in the middle of a close',
      });
      await contests.ended;
    },
    judge: judgePlayed,
  },
  'contest-redis-flushed': {
    fault: 'Redis FLUSHALL while players tap, pick cards and answer, and while the contests close',
    holds: 'I3 I4 I7 I9',
    spares: players,
    inject: async (world) => {
      const contests = await playContests(world, players);
      world.announce('Redis is flushed repeatedly');
      for (let round = 0; round < 3; round += 1) {
        await world.redis.flush();
        await contests.morePlays(20);
      }
      await flushAroundEnd(world);
      await contests.ended;
    },
    judge: judgePlayed,
  },
  'contest-two-closers': {
    fault: 'scheduled jobs, periodic sweeps and lanes of two servers close the same contests at once',
    holds: 'I3 I6 I9',
    spares: players,
    inject: async (world) => {
      const contests = await playContests(world, players);
      await lockUntilClosersWait(world, 'contests');
      await contests.ended;
    },
    judge: judgePlayed,
  },
};
