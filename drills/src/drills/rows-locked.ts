import { setTimeout as pause } from 'node:timers/promises';
import type { Drill } from '../drill.ts';
import { judgeNoError } from '../judge-outage.ts';
import { holdLocks } from '../locks.ts';

const closedWithinMs = 3_000;
const pollMs = 100;

export const rowsLocked: Drill = {
  name: 'rows-locked',
  fault: 'at the end of the auctions another session locks some of them, all wallets, and then the ledger',
  holds: 'I3 I6; only commands on those rows wait, the other auctions close in time; 503 in bounded time',
  run: ({ play }) =>
    play({
      extraAuctions: 12,
      isCloseBlocked: true,
      fault: async ({ postgres, db, auctions, untilEndIs, announce, addViolation }) => {
        const extra = auctions.slice(3);
        const [locked = [], free = []] = [extra.slice(0, 5), extra.slice(5)];
        await untilEndIs(1_000);
        announce('five auctions, all wallets and the ledger are locked as the auctions end');
        const locks = [
          await holdLocks(postgres.ownerUrl, `SELECT 1 FROM auctions WHERE id IN (${locked}) FOR UPDATE`),
          await holdLocks(postgres.ownerUrl, 'SELECT 1 FROM wallets FOR UPDATE'),
          await holdLocks(postgres.ownerUrl, 'LOCK TABLE postings, transfers, holds'),
        ];
        try {
          await untilEndIs(0);
          const endedAtMs = Date.now();
          for (let left = free.length; left > 0; ) {
            const { rows } = await db.pool.query<{ left: number }>(
              `SELECT count(*)::int AS left FROM auctions WHERE id = ANY($1) AND status IN ('pending', 'active')`,
              [free],
            );
            left = rows[0]?.left ?? 0;
            if (left > 0 && Date.now() - endedAtMs > closedWithinMs) {
              addViolation(`${left} auctions without a lock were open ${closedWithinMs} ms after their end`);
              break;
            }
            await pause(pollMs);
          }
          await pause(2_000);
        } finally {
          for (const lock of locks) await lock.release();
        }
      },
      judge: judgeNoError,
    }),
};
