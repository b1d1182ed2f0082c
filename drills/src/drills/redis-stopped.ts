import { setTimeout as pause } from 'node:timers/promises';
import { auctionRoom } from '@copup/shared/room-names.ts';
import { bidTimes, quantile } from '../bid-times.ts';
import type { Drill } from '../drill.ts';
import type { World } from '../scene.ts';
import { Watcher } from '../watchers.ts';

/** Allowed extra latency of a bid, because other work of the machine disturbs it. */
const slackMs = 250;

export const redisStopped: Drill = {
  name: 'redis-stopped',
  fault: 'Redis is frozen (SIGSTOP)',
  holds: 'I7; bids at their usual latency, joins work, watchers are up to date within 2 s',
  run: ({ play, isShort }) => {
    const stillMs = isShort ? 4_000 : 30_000;
    return play({
      auctionMs: stillMs + 7_000,
      fault: async (world) => {
        world.announce('Redis is frozen');
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
        const violations =
          meanwhile > before + slackMs ? [`bids took ${meanwhile} ms, ${before} ms before`] : [];
        return bidTimes(history, faultFromMs, faultFromMs + stillMs).length > stillMs / 200
          ? violations
          : [...violations, 'bids did not continue'];
      },
    });
  },
};

/** Joins a room on each server and expects that a bid on one reaches the watchers on the other. */
async function watchOne({ servers, players, watchers, auctions, db, addViolation }: World): Promise<void> {
  const [id = 0] = auctions;
  const room = auctionRoom(id);
  for (const [nth, { url, name }] of servers.entries()) {
    const newcomer = new Watcher('newcomer', [url], 0, players[nth]?.token ?? '', [room]);
    await newcomer
      .until((watcher) => watcher.stateOf(room) !== undefined, 2_000, `join on server ${name}`)
      .catch((error: Error) => addViolation(error.message));
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
        .catch((error: Error) => addViolation(error.message)),
    ),
  );
}

const isOf = (id: number, room: string) => room.replace(/@.*$/, '') === auctionRoom(id);
