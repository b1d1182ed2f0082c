import { setTimeout as pause } from 'node:timers/promises';
import { auctionRoom } from '@copup/shared/room-names.ts';
import { openTcpProxy } from '@copup/testkit/tcp-proxy.ts';
import { bidTimes, quantile } from '../bid-times.ts';
import type { Drill } from '../drill.ts';
import { LeanSocket } from '../lean-socket.ts';
import { residentMb } from '../resident-memory.ts';

/** The server pings every 5 s and closes a socket without a reply after 3 s; the rest is slack. */
const dropWithinMs = 15_000;
const mostGrowthMb = 100;
const slackMs = 250;
const silent = 20;

export const silentSockets: Drill = {
  name: 'silent-sockets',
  fault:
    'ten sockets read 20 bytes a second, ten connections are half open: they deliver nothing and report no error',
  holds: 'dropped in bounded time and memory; other users are not affected',
  run: ({ play }) =>
    play({
      spares: silent,
      auctionMs: 25_000,
      fault: async ({ auctions, servers, spareUsers, players, announce, addViolation, untilEndIs }) => {
        const [server] = servers;
        const [id = 0] = auctions;
        if (!server) throw new Error('the scene has no server');
        const port = Number(new URL(server.url).port);
        const [slow, dead] = await Promise.all([1, 2].map(() => openTcpProxy({ host: '127.0.0.1', port })));
        if (!slow || !dead) throw new Error('the proxies did not open');
        const room = auctionRoom(id);
        const observer = new LeanSocket({
          name: 'observer',
          server: server.url,
          token: players[7]?.token ?? '',
          room,
        });
        const sockets = spareUsers.map(
          ({ token }, nth) =>
            new LeanSocket({
              name: `silent ${nth}`,
              server: (nth % 2 === 0 ? slow : dead).urlOf(server.url).replace(/\/$/, ''),
              token,
              room,
            }),
        );
        try {
          await until(() => sockets.every(({ isJoined }) => isJoined), 10_000);
          await until(() => observer.watchers >= silent, 5_000);
          const joined = observer.watchers;
          const beforeMb = residentMb(server);
          announce('20 sockets stop reading');
          slow.bytesPerSecond = 20;
          dead.isFrozen = true;
          if (!(await until(() => observer.watchers <= joined - silent, dropWithinMs)))
            addViolation(
              `${silent - (joined - observer.watchers)} silent sockets are still watchers after ${dropWithinMs} ms`,
            );
          const growthMb = residentMb(server) - beforeMb;
          if (growthMb > mostGrowthMb) addViolation(`the server grew by ${growthMb} MB`);
        } finally {
          for (const socket of [...sockets, observer]) socket.close();
          slow.bytesPerSecond = Number.POSITIVE_INFINITY;
          dead.isFrozen = false;
          await Promise.all([slow.close(), dead.close()]);
        }
        await untilEndIs(0);
      },
      judge: ({ history, faultFromMs, faultToMs }) => {
        const before = quantile(bidTimes(history, 0, faultFromMs - 1), 0.5);
        const meanwhile = quantile(bidTimes(history, faultFromMs, faultToMs), 0.5);
        return meanwhile > before + slackMs ? [`bids took ${meanwhile} ms, ${before} ms before`] : [];
      },
    }),
};

async function until(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (!condition() && Date.now() < deadline) await pause(50);
  return condition();
}
