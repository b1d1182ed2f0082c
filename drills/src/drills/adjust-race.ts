import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Drill } from '../drill.ts';

const takers = 3;

export const adjustRace: Drill = {
  name: 'adjust-race',
  fault: "operators remove and return a player's last coins over both servers while the player bids",
  holds: 'I1 I2',
  run: ({ play, random }) =>
    play({
      auctionMs: 12_000,
      fault: async ({ admin, db, players, servers, announce, untilEndIs }) => {
        announce('operators and bids race for the same coins');
        const over = new AbortController();
        const racing = Array.from({ length: takers }, async (_, nth) => {
          while (!over.signal.aborted) {
            const userId = players[random.int(0, 1)]?.userId ?? '';
            const { rows } = await db.pool.query<{ available: number }>(
              'SELECT available FROM wallets WHERE user_id = $1',
              [userId],
            );
            const amount = rows[0]?.available ?? 0;
            const server = servers[nth % servers.length]?.url;
            // Removes a part or all of the balance read before. Either may be refused; neither may make the balance
            // negative.
            const most = Math.min(amount, 10_000);
            const taken = random.next() < 0.5 ? most : Math.ceil(most / 2);
            if (taken > 0) {
              const isTaken = await admin.adjust(userId, -taken, randomUUID(), server).then(
                () => true,
                () => false,
              );
              if (isTaken) await admin.adjust(userId, taken, randomUUID(), server).catch(() => undefined);
            }
            await pause(150);
          }
        });
        await untilEndIs(500);
        over.abort();
        await Promise.all(racing);
      },
    }),
};
