import type { Drill } from '../drill.ts';

export const commitCut: Drill = {
  name: 'commit-cut',
  fault:
    'connections are cut at COMMIT: before it reaches PostgreSQL, or before the reply reaches the server',
  holds: 'I4 I8',
  run: ({ play, random, isShort }) =>
    play({
      isBehindProxy: true,
      ...(isShort ? {} : { auctionMs: 15_000 }),
      fault: async ({ proxies, announce, untilEndIs, moreBids, addViolation }) => {
        announce('connections are cut at COMMIT');
        let cuts = 0;
        const isOver = untilEndIs(1_000).then(() => 'over' as const);
        for (;;) {
          const proxy = proxies[random.int(0, 1)];
          const where = random.next() < 0.75 ? ('after' as const) : ('before' as const);
          const next = proxy?.cutOnCommit(where, random.int(1, 3)).then(() => 'cut' as const);
          if ((await Promise.race([next, isOver])) === 'over') break;
          cuts += 1;
          await moreBids(random.int(1, 5));
        }
        if (cuts < 3) addViolation(`only ${cuts} connections were cut`);
      },
    }),
};
