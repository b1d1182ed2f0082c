import { judgePlayed, playContests } from '../contests-in-play.ts';
import type { Drill } from '../drill.ts';
import { holdLocks, untilBlocked } from '../locks.ts';

const players = 6;

export const contestServerKilled: Drill = {
  name: 'contest-server-killed',
  fault: 'a server is killed (-9) at a random point while players tap, pick cards and answer',
  holds: 'I1 I3 I4 I7',
  run: ({ play, random, isShort }) =>
    play({
      spares: isShort ? 4 : players,
      auctionMs: isShort ? 8_000 : 20_000,
      fault: async (world) => {
        const contests = await playContests(world, isShort ? 4 : players);
        await contests.morePlays(random.int(10, 40));
        const name = random.pick(['one', 'two']);
        const server = world.servers.find((each) => each.name === name);
        world.announce(`server ${name} is killed`);
        await server?.kill();
        if (server && !isShort) {
          await contests.morePlays(40);
          world.announce(`server ${name} starts again`);
          await world.startAgain(server);
        }
        await contests.ended;
      },
      judge: (outcome) => [
        ...judgePlayed(outcome),
        ...(outcome.watchers.some(({ connections }) => connections > 1)
          ? []
          : ['no watcher had to reconnect']),
      ],
    }),
};

export const contestCloserKilled: Drill = {
  name: 'contest-closer-killed',
  fault:
    'the server that closes a contest is killed (-9) between the statements of the close, with plays in flight',
  holds: 'I3 I6 I9',
  run: ({ play }) =>
    play({
      spares: players,
      isCloseBlocked: true,
      fault: async (world) => {
        const { db, postgres, servers, untilEndIs, announce } = world;
        const contests = await playContests(world, players);
        await untilEndIs(300);
        // The close of any of the contests waits for the pot, which it locks after their rows.
        const lock = await holdLocks(
          postgres.ownerUrl,
          `SELECT 1 FROM funds WHERE subject_kind = 'contest' AND realm = ${world.realm} FOR UPDATE`,
        );
        try {
          const name = await untilBlocked(db, 'FROM funds WHERE id = ANY');
          announce(`server ${name} is killed in the middle of a close`);
          await servers.find((server) => server.name === name)?.kill();
        } finally {
          await lock.release();
        }
        await contests.ended;
      },
      judge: judgePlayed,
    }),
};
