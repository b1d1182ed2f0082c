import { randomUUID } from 'node:crypto';
import type { Drill } from '../drill.ts';

const rounds = 6;

export const oppositeOrders: Drill = {
  name: 'opposite-orders',
  fault: 'the same keys are sent to two auctions through two servers in opposite order',
  holds: 'no deadlock; I8',
  run: ({ play }) =>
    play({
      spares: 24,
      auctionMs: 14_000,
      fault: async ({ db, auctions, spares, announce, addViolation }) => {
        announce('the same keys are sent in opposite order');
        const [first = 0, second = 0] = auctions;
        await Promise.all(
          spares.flatMap((spare) => [
            // Entries are sent in opposite order, too.
            spare.payEntry(first, { server: 0, process: `${spare.username} a` }),
            spare.payEntry(second, { server: 1, process: `${spare.username} b` }),
          ]),
        );
        const deadlocks = async () => {
          const { rows } = await db.pool.query<{ count: number }>(
            'SELECT deadlocks::int AS count FROM pg_stat_database WHERE datname = current_database()',
          );
          return rows[0]?.count ?? 0;
        };
        const before = await deadlocks();
        for (let round = 0; round < rounds; round += 1) {
          await Promise.all(
            spares.flatMap((spare) => {
              const key = randomUUID();
              const bid = (id: number, server: number) =>
                spare.bid(id, undefined, { key, server, process: `${spare.username} on ${server}` });
              const inOrder = async (server: number, ids: readonly number[]) => {
                for (const id of ids) await bid(id, server);
              };
              return [inOrder(0, [first, second]), inOrder(1, [second, first])];
            }),
          );
        }
        const found = (await deadlocks()) - before;
        if (found > 0) addViolation(`PostgreSQL found ${found} deadlocks`);
      },
    }),
};
