import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Drill } from '../drill.ts';

const times = 5;

export const sameKey: Drill = {
  name: 'same-key',
  fault: 'bids, entries and adjustments are each sent five times at once with one key, over both servers',
  holds: 'I8',
  run: ({ play }) =>
    play({
      spares: 20,
      auctionMs: 12_000,
      fault: async ({ admin, auctions, db, servers, spares, spareUsers, announce, addViolation }) => {
        announce('every command is sent five times');
        const [id = 0] = auctions;
        const repeat = <Reply>(
          send: (own: { key: string; server: number; process: string }) => Promise<Reply>,
        ) => {
          const key = randomUUID();
          return Promise.all(
            Array.from({ length: times }, (_, nth) =>
              send({ key, server: nth % servers.length, process: `repeat ${nth} of ${key}` }),
            ),
          );
        };
        await Promise.all(
          spares.map(async (spare) => {
            const entries = await repeat((own) => spare.payEntry(id, own));
            if (entries.some(({ type }) => type !== 'ok'))
              addViolation(`an entry repeated with its key was refused: ${JSON.stringify(entries)}`);
            await repeat((own) => spare.bid(id, undefined, own));
          }),
        );
        for (const { id: userId } of spareUsers.slice(0, 3)) {
          const replies = await repeat(({ key, server }) =>
            admin.adjust(userId, 7, key, servers[server]?.url),
          );
          if (replies.some((reply) => !isDeepStrictEqual(reply, replies[0])))
            addViolation(`one key of an adjustment had different replies: ${JSON.stringify(replies)}`);
          const { rows } = await db.pool.query<{ count: number }>(
            `SELECT count(*)::int AS count FROM transfers WHERE kind = 'adjust' AND subject_kind = 'user' AND subject_id = $1`,
            [userId],
          );
          if (rows[0]?.count !== 1)
            addViolation(`an adjustment sent ${times} times was executed ${rows[0]?.count} times`);
        }
      },
    }),
};
