import { setTimeout as pause } from 'node:timers/promises';
import { auctionRoom } from '@copup/shared/room-names.ts';
import { openTcpProxy } from '@copup/testkit/tcp-proxy.ts';
import type { Drill } from '../drill.ts';
import { LeanSocket } from '../lean-socket.ts';

const crowd = 5_000;
const socketsEach = 5;
const arrivalsAtOnce = 100;
const patienceMs = 60_000;
/** Maximum of connections: the servers' pools, the drill's own connections, and PostgreSQL's processes. */
const mostConnections = 2 * 16 + 10;

export const crowdDrops: Drill = {
  name: 'crowd-drops',
  fault: '5,000 sockets drop and reconnect at once',
  holds: 'I7; bids continue, no more connections to PostgreSQL than the pools have',
  run: ({ play, random }) =>
    play({
      spares: crowd / socketsEach,
      auctionMs: 75_000,
      bidPauseMs: 500,
      fault: async ({
        auctions,
        servers,
        spareUsers,
        db,
        crowd: sockets,
        atEnd,
        announce,
        addViolation,
        moreBids,
      }) => {
        const [id = 0] = auctions;
        const proxies = await Promise.all(
          servers.map(({ url }) => openTcpProxy({ host: '127.0.0.1', port: Number(new URL(url).port) })),
        );
        for (const proxy of proxies) atEnd(() => proxy.close());
        announce(`no fault yet: ${crowd} sockets connect`);
        for (let nth = 0; nth < crowd; nth += 1) {
          sockets.push(
            new LeanSocket({
              name: `socket ${nth}`,
              server: proxies[nth % 2]?.urlOf(servers[0]?.url ?? '').replace(/\/$/, '') ?? '',
              token: spareUsers[Math.floor(nth / socketsEach)]?.token ?? '',
              room: auctionRoom(id),
              reconnectMs: () => 100 + random.int(0, 900),
            }),
          );
          if (nth % arrivalsAtOnce === 0) await pause(100);
        }
        await untilAllJoined('arrived');
        announce(`${crowd} sockets are cut and reconnect`);
        const cutAtMs = Date.now();
        for (const proxy of proxies) proxy.cutAll();
        let most = 0;
        while (Date.now() < cutAtMs + 2_000) {
          const { rows } = await db.pool.query<{ count: number }>(
            'SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database()',
          );
          most = Math.max(most, rows[0]?.count ?? 0);
          await pause(100);
        }
        await untilAllJoined('reconnected');
        announce(`all reconnected within ${Date.now() - cutAtMs} ms`);
        if (most > mostConnections) addViolation(`PostgreSQL had ${most} connections`);
        await moreBids(5);

        async function untilAllJoined(what: string): Promise<void> {
          const deadline = Date.now() + patienceMs;
          const missing = () => sockets.filter(({ isJoined }) => !isJoined).length;
          while (missing() > 0 && Date.now() < deadline) await pause(50);
          if (missing() > 0) addViolation(`${missing()} sockets never ${what}`);
        }
      },
    }),
};
