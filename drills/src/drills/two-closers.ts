import type { Drill } from '../drill.ts';
import { holdLocks } from '../locks.ts';

export const twoClosers: Drill = {
  name: 'two-closers',
  fault: 'scheduled jobs, sweeps and lanes of two servers close the same auctions at the same time',
  holds: 'I3 I6 I9',
  run: ({ play, isShort }) =>
    play({
      extraAuctions: 12,
      spares: isShort ? 8 : 24,
      fault: async ({ auctions, spares, postgres, realm, untilEndIs, announce }) => {
        // Half of the extra auctions get a winner, half only entries to be refunded.
        await Promise.all(
          spares.map(async (spare, nth) => {
            const own = auctions.slice(3).filter((_, at) => at % 4 === nth % 4);
            for (const id of own) await spare.payEntry(id);
            for (const id of own) if (id % 2 === 0) await spare.bid(id);
          }),
        );
        await untilEndIs(200);
        announce('every auction row is locked until all closers wait for it');
        const lock = await holdLocks(
          postgres.ownerUrl,
          `SELECT 1 FROM auctions WHERE realm = ${realm} ORDER BY id FOR UPDATE`,
        );
        // After the last overtime, so that every closer finds the auctions ended.
        await untilEndIs(-1_500);
        await lock.release();
      },
    }),
};
