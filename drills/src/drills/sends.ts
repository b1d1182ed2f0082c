import type { Drill } from '../drill.ts';
import { judgeSent, playSends } from '../sends-in-play.ts';

const players = 24;

export const sendServerKilled: Drill = {
  name: 'send-server-killed',
  fault: 'a server is killed (-9) while players send coins, between the debit and the receipt of some sends',
  holds: 'I1 I2 I4 I7 I8',
  run: ({ play, random }) =>
    play({
      spares: players,
      auctionMs: 12_000,
      fault: async (world) => {
        const sends = await playSends(world);
        await sends.moreSends(random.int(5, 25));
        const name = random.pick(['one', 'two']);
        const server = world.servers.find((each) => each.name === name);
        world.announce(`server ${name} is killed`);
        await server?.kill();
        await sends.done;
      },
      judge: judgeSent,
    }),
};

export const sendCommitCut: Drill = {
  name: 'send-commit-cut',
  fault: 'connections are cut at the COMMIT of sends: before it reaches PostgreSQL, or before the reply',
  holds: 'I1 I4 I8',
  run: ({ play, random }) =>
    play({
      isBehindProxy: true,
      // No other commands, so that the cut COMMITs are those of sends.
      bidPauseMs: 2_000,
      spares: players,
      auctionMs: 15_000,
      fault: async (world) => {
        const sends = await playSends(world);
        world.announce('connections are cut at COMMIT');
        const isOver = sends.done.then(() => 'over' as const);
        let cuts = 0;
        for (;;) {
          const where = random.next() < 0.75 ? ('after' as const) : ('before' as const);
          const cut = world.proxies[random.int(0, 1)]
            ?.cutOnCommit(where, random.int(1, 3))
            .then(() => 'cut' as const);
          if ((await Promise.race([cut, isOver])) === 'over') break;
          cuts += 1;
        }
        if (cuts < 3) world.addViolation(`only ${cuts} connections were cut`);
      },
      judge: judgeSent,
    }),
};
