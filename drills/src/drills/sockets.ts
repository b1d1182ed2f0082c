import { setTimeout as pause } from 'node:timers/promises';
import { auctionRoom } from '@copup/shared/room-names.ts';
import { openTcpProxy, type TcpProxy } from '@copup/testkit/tcp-proxy.ts';
import { quantile } from '../bid-times.ts';
import type { Drills } from '../drill.ts';
import { judgeLatency, judgeNoError } from '../judges.ts';
import { LeanSocket } from '../lean-socket.ts';
import { residentMb } from '../resident-memory.ts';
import type { World } from '../scene.ts';

/** The server pings every 5 s and closes a socket without a reply after 3 s; the rest is slack. */
const dropWithinMs = 15_000;
const mostGrowthMb = 100;
const silent = 20;
const crowd = 5_000;
const socketsEach = 5;
const arrivalsAtOnce = 100;
const patienceMs = 60_000;
const lossyGroups = 10;
const lostForMs = 2_000;
const lossEveryMs = 15_000;
const correctWithinMs = 1_000;
/** Maximum of connections: the servers' pools, the drill's own connections, and PostgreSQL's processes. */
const mostConnections = 2 * 16 + 10;

export const socketDrills: Drills = {
  'silent-sockets': {
    fault:
      'ten sockets read 20 bytes a second, ten connections are half open: they deliver nothing and report no error',
    holds: 'dropped in bounded time and memory; other users are not affected',
    spares: silent,
    auctionMs: 25_000,
    inject: async ({ auctions, servers, spareUsers, players, announce, addViolation, untilEndIs }) => {
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
    judge: judgeLatency,
  },
  'lossy-network': {
    fault: '2,000 sockets lose their network for 2 s every 15 s, for two minutes, while players bid',
    holds: 'I7; all have the state again, 99 % of them within a second',
    ...{ spares: 1_002, auctionMs: 165_000, bidPauseMs: 1_000 },
    inject: (world) => loseNetworks(world, { sockets: 2_000, losses: 8 }),
    judge: judgeNoError,
  },
  'crowd-drops': {
    fault: '5,000 sockets drop and reconnect at once',
    holds: 'I7; bids continue, no more connections to PostgreSQL than the pools have',
    spares: crowd / socketsEach,
    auctionMs: 75_000,
    bidPauseMs: 500,
    inject: async ({
      auctions,
      servers,
      spareUsers,
      random,
      db,
      crowd: all,
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
      const sockets: LeanSocket[] = [];
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
      all.push(...sockets);
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
  },
};

interface Lossy {
  sockets: number;
  /** How often each socket loses its network. */
  losses: number;
}

/** Lets every tenth of the sockets lose its network for two seconds in turn, and measures when each has the state again. */
async function loseNetworks(world: World, { sockets: count, losses }: Lossy): Promise<void> {
  const { servers, auctions, spareUsers, crowd: all, announce, addViolation } = world;
  const rooms = auctions.slice(0, 2).map(auctionRoom);
  const open = (name: string, server: string, nth: number) => {
    const socket = new LeanSocket({
      ...{ name, server, token: spareUsers[Math.floor(nth / 2)]?.token ?? '' },
      ...{ room: rooms[nth % rooms.length] ?? '', reconnectMs: () => 300 },
    });
    all.push(socket);
    return socket;
  };
  const whole = rooms.map((_, nth) =>
    open(`without losses ${nth}`, servers[nth % 2]?.url ?? '', count + nth),
  );
  const groups: { proxy: TcpProxy; sockets: LeanSocket[] }[] = [];
  for (let group = 0; group < lossyGroups; group += 1) {
    const { url = '' } = servers[group % 2] ?? {};
    const proxy = await openTcpProxy({ host: '127.0.0.1', port: Number(new URL(url).port) });
    world.atEnd(() => proxy.close());
    const sockets = Array.from({ length: count / lossyGroups }, (_, nth) => {
      const own = (group * count) / lossyGroups + nth;
      return open(`socket ${own}`, proxy.urlOf(url).replace(/\/$/, ''), own);
    });
    groups.push({ proxy, sockets });
    await until(() => sockets.every(({ isJoined }) => isJoined), patienceMs);
  }
  const times: number[] = [];
  const lose = async ({ proxy, sockets }: (typeof groups)[number], nth: number) => {
    await pause((nth * lossEveryMs) / lossyGroups);
    for (let loss = 0; loss < losses; loss += 1) {
      const nextAtMs = performance.now() + lossEveryMs;
      proxy.isFrozen = true;
      await pause(lostForMs);
      proxy.isFrozen = false;
      const backAtMs = performance.now();
      const newest = new Map(whole.map(({ record }) => [record.room, record.version]));
      const waiting = new Set(sockets);
      while (waiting.size > 0 && performance.now() - backAtMs < patienceMs) {
        for (const socket of waiting)
          if (socket.isJoined && socket.record.version >= (newest.get(socket.record.room) ?? 0)) {
            waiting.delete(socket);
            times.push(performance.now() - backAtMs);
          }
        await pause(10);
      }
      if (waiting.size > 0) addViolation(`${waiting.size} sockets never had the state again`);
      await pause(Math.max(0, nextAtMs - performance.now()));
    }
  };
  announce(
    `${count} sockets lose their network for ${lostForMs} ms every ${lossEveryMs} ms, ${losses} times`,
  );
  await Promise.all(groups.map(lose));
  const sorted = times.sort((a, b) => a - b);
  const p99Ms = quantile(sorted, 0.99);
  announce(
    `${sorted.length} returns: p99 ${p99Ms.toFixed(0)} ms, longest ${quantile(sorted, 1).toFixed(0)} ms`,
  );
  if (p99Ms > correctWithinMs) addViolation(`p99 of the returns is ${p99Ms.toFixed(0)} ms`);
}

async function until(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (!condition() && Date.now() < deadline) await pause(50);
  return condition();
}
