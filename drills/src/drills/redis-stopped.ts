import { setTimeout as pause } from 'node:timers/promises';
import { auctionRoom } from '@copup/shared/room-names.ts';
import { bidTimes, quantile } from '../bid-times.ts';
import type { Drill } from '../drill.ts';
import type { World } from '../scene.ts';
import { Watcher } from '../watchers.ts';

/** What a bid may take more than before, on a machine that does much else. */
const slackMs = 250;

export const redisStopped: Drill = {
  name: 'redis-stopped',
  fault: 'Redis stands still (SIGSTOP)',
  holds: 'I7; bids at their usual speed, joins work, watchers within 2 s',
  run: ({ play, isShort }) => {
    const stillMs = isShort ? 4_000 : 30_000;
    return play({
      auctionMs: stillMs + 7_000,
      fault: async (world) => {
        world.tell('Redis stands still');
        world.redis.freeze();
        const thawAtMs = Date.now() + stillMs;
        while (Date.now() < thawAtMs) {
          await watchOne(world);
          await pause(Math.min(1_000, Math.max(0, thawAtMs - Date.now())));
        }
        world.redis.thaw();
      },
      judge: ({ history, faultFromMs }) => {
        const before = quantile(bidTimes(history, 0, faultFromMs - 1), 0.5);
        const meanwhile = quantile(bidTimes(history, faultFromMs, faultFromMs + stillMs), 0.5);
        const faults = meanwhile > before + slackMs ? [`bids took ${meanwhile} ms, ${before} ms before`] : [];
        return bidTimes(history, faultFromMs, faultFromMs + stillMs).length > stillMs / 200
          ? faults
          : [...faults, 'bids did not go on'];
      },
    });
  },
};

/** Somebody joins on either server, and a bid made on one is seen by those on the other. */
async function watchOne({ servers, players, watchers, auctions, db, blame }: World): Promise<void> {
  const [id = 0] = auctions;
  const room = auctionRoom(id);
  for (const [nth, { url, name }] of servers.entries()) {
    const newcomer = new Watcher('newcomer', [url], 0, players[nth]?.token ?? '', [room]);
    await newcomer
      .until((watcher) => watcher.stateOf(room) !== undefined, 2_000, `join on server ${name}`)
      .catch((error: Error) => blame(error.message));
    newcomer.close();
  }
  const { rows } = await db.pool.query<{ version: number }>('SELECT version FROM auctions WHERE id = $1', [
    id,
  ]);
  const version = rows[0]?.version ?? 0;
  await Promise.all(
    watchers.map((watcher) =>
      watcher
        .until(
          ({ records }) => records.every((each) => !isOf(id, each.room) || each.version >= version),
          2_000,
          'news',
        )
        .catch((error: Error) => blame(error.message)),
    ),
  );
}

const isOf = (id: number, room: string) => room.replace(/@.*$/, '') === auctionRoom(id);
