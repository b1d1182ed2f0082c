import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { buildDeps } from '../../src/deps.ts';
import { auctionRoomKind, auctionsRoomKind } from '../../src/features/auctions/auctions.room.ts';
import { auctionKind } from '../../src/features/auctions/auctions.subject.ts';
import { userRoomKind } from '../../src/features/profile/user.room.ts';
import { tokens } from '../../src/plugins/auth.ts';
import type { RoomKind } from '../../src/rooms/room-kind.ts';
import { subjectRealms } from '../../src/subjects/realms.ts';
import { benchConfig } from '../bench-server.ts';
import { sampleFrame } from './sample-state.ts';
import { serveRooms } from './serve-rooms.ts';

/** The statement that reads an auction's snapshots. */
const SNAPSHOT_QUERY = 'auction-snapshots';

/** The product's rooms with their database, bus, sessions and checks, without its HTTP routes. */
const room = process.env.BENCH_ROOM ?? '';
const deps = await buildDeps(benchConfig());
await Fastify().register(tokens, deps);
for (const kind of [
  auctionRoomKind(deps, subjectRealms(deps, auctionKind)),
  auctionsRoomKind(deps),
  userRoomKind(deps),
])
  deps.rooms.define(kind as RoomKind);
const http = createServer();
deps.rooms.attach(http);
await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', 8_192, resolve));

let snapshotReads = 0;
const query = deps.db.pool.query.bind(deps.db.pool) as (...args: unknown[]) => unknown;
deps.db.pool.query = ((...args: unknown[]) => {
  if ((args[0] as { name?: string } | undefined)?.name === SNAPSHOT_QUERY) snapshotReads += 1;
  return query(...args);
}) as typeof deps.db.pool.query;

// Higher than any version in the database.
let version = 1_000;
serveRooms({
  port: (http.address() as AddressInfo).port,
  broadcast() {
    version += 1;
    deps.rooms.publish(room, version, sampleFrame(room, version).state);
  },
  snapshotReads: () => snapshotReads,
  async close() {
    await deps.rooms.close();
    await deps.close();
  },
});
