import {
  auctionRoom,
  auctionsRoom,
  OPS_METRICS_ROOM,
  ROOM_REMOVED,
  userRoom,
} from '@copup/shared/room-names.ts';
import { RoomRemoved } from '@copup/shared/rooms.ts';
import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { createTestDatabase, type TestDatabase, testRedis } from '@copup/testkit/databases.ts';
import { RoomClient } from '@copup/testkit/room-servers.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertAuction } from '../../test/bidding.ts';
import { users } from '../accounts/users.tables.ts';
import { eq } from '../db/drizzle.ts';
import { inTransaction } from '../db/in-transaction.ts';

describe.each([
  ['with Redis', testRedis],
  ['without Redis', () => null],
])('S3a a demoted operator %s', (_which, redisOf) => {
  let database: TestDatabase;
  let servers: TestApp[];
  const sockets: RoomClient[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    const redis = redisOf();
    servers = await Promise.all([1, 2].map(() => startApp({ database, redis })));
    for (const { deps } of servers) await deps.sessions.start();
  });
  afterAll(async () => {
    for (const socket of sockets) socket.close();
    for (const server of servers) await server.close();
    await database.drop();
  });

  it('is removed from the rooms of operators and of other realms, on every server', async () => {
    const [one, two] = servers as [TestApp, TestApp];
    await one.signIn({ realm: 7 });
    const auctionId = await insertAuction(one.deps.db, { realm: 7 });
    const olu = await one.signIn({ role: 1 });
    const lost = [OPS_METRICS_ROOM, auctionsRoom(7), auctionRoom(auctionId)];
    const kept = [auctionsRoom(), userRoom(olu.user.id)];
    for (const { url } of [one, two]) {
      const socket = new RoomClient(url, olu.token);
      sockets.push(socket);
      await socket.connected();
      const joined = await socket.join(...lost, ...kept);
      expect(joined.map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
    }
    const removals = sockets.map((socket) => socket.event(ROOM_REMOVED));
    await inTransaction(one.deps.db, async (tx) => {
      await tx.orm.update(users).set({ role: 0 }).where(eq(users.id, olu.user.id));
      await one.deps.sessions.publishUserChanges(tx, [olu.user.id]);
    });
    for (const removal of await Promise.all(removals)) {
      const { rooms } = RoomRemoved.parse(removal);
      expect(rooms.map(({ room, code }) => [room, code]).sort()).toEqual(
        lost.map((room) => [room, 'FORBIDDEN']).sort(),
      );
    }
    for (const socket of sockets) {
      const again = await socket.join(...lost, ...kept);
      expect(again.map(({ ok }) => ok)).toEqual([false, false, false, true, true]);
    }
    for (const { deps } of servers) expect(deps.rooms.isHeld(OPS_METRICS_ROOM)).toBe(false);
  });
});
