import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { OwnRedis } from '@copup/testkit/own-redis.ts';
import {
  RoomClient,
  type RoomServer,
  startRoomServer,
  TEST_SECRETS_KEY,
} from '@copup/testkit/room-servers.ts';
import { openTcpProxy } from '@copup/testkit/tcp-proxy.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CounterRooms } from '../../test/counter-room.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { MessageSeal } from './message-seal.ts';

let database: TestDatabase;
let db: Database;
let redis: OwnRedis;
const servers: RoomServer[] = [];
const clients: RoomClient[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, poolSize: 2 });
  await CounterRooms.createTable(db);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});
beforeEach(async () => {
  redis = await OwnRedis.create();
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  for (const server of servers.splice(0)) await server.close();
  await redis.remove();
});

/** Starts two servers with a watcher on each. */
async function startTwo(
  room: string,
  redisUrl = redis.url,
): Promise<{ one: RoomServer; two: RoomServer; ada: RoomClient; ben: RoomClient }> {
  const start = async () => {
    const server = await startRoomServer({
      databaseUrl: database.url,
      redisUrl,
      prefix: 'faults',
      kinds: (own) => [new CounterRooms(own).kind()],
    });
    servers.push(server);
    return server;
  };
  const [one, two] = [await start(), await start()];
  const [ada, ben] = [new RoomClient(one.url, 'ada'), new RoomClient(two.url, 'ben')];
  clients.push(ada, ben);
  for (const client of [ada, ben]) {
    await client.connected();
    expect(await client.join(room)).toMatchObject([{ ok: true }]);
  }
  return { one, two, ada, ben };
}

/** Publishes versions that are in no row, so that only the bus can deliver them, until one has arrived. */
async function busCarries(room: string, from: RoomServer, to: RoomClient, first: number): Promise<void> {
  let version = first;
  const timer = setInterval(() => {
    version += 1;
    from.rooms.publish(room, version, { text: 'bus' });
  }, 50);
  try {
    await to.version(room, first + 1);
  } finally {
    clearInterval(timer);
  }
}

describe('without Redis', () => {
  it('P1 P4 joins and updates work when Redis is unavailable at the start, and Redis is used once it is available', async () => {
    await CounterRooms.write(db, 'away');
    const { one, ada, ben } = await startTwo('counter:away');
    const version = await CounterRooms.write(db, 'away', 'no Redis');
    one.rooms.publish('counter:away', version, { text: 'no Redis' });
    // Members on the same server receive it at once; the other server's reconciliation reads it.
    expect(ada.frames.length + (await ada.version('counter:away', version)).version).toBeGreaterThan(0);
    expect((await ben.version('counter:away', version)).state).toEqual({ text: 'no Redis' });
    await redis.start();
    await busCarries('counter:away', one, ben, 1_000);
  });

  it('P4 no update is lost when Redis is killed, and subscriptions are restored', async () => {
    await CounterRooms.write(db, 'killed');
    await redis.start();
    const { one, two, ada, ben } = await startTwo('counter:killed');
    await busCarries('counter:killed', one, ben, 100);
    await redis.kill();
    await db.pool.query(`UPDATE counters SET version = 2000, text = 'meanwhile' WHERE id = 'killed'`);
    two.rooms.publish('counter:killed', 2_000, { text: 'meanwhile' });
    expect((await ben.version('counter:killed', 2_000)).state).toEqual({ text: 'meanwhile' });
    expect((await ada.version('counter:killed', 2_000)).state).toEqual({ text: 'meanwhile' });
    await redis.start();
    await busCarries('counter:killed', one, ben, 3_000);
    await busCarries('counter:killed', two, ada, 5_000);
  });

  it('P4 FLUSHALL loses no subscription', async () => {
    await CounterRooms.write(db, 'flushed');
    await redis.start();
    const { one, ben } = await startTwo('counter:flushed');
    await redis.command('FLUSHALL');
    await busCarries('counter:flushed', one, ben, 100);
  });

  it('P1 P4 a frozen Redis delays no client and is used again once it continues', async () => {
    await CounterRooms.write(db, 'stopped');
    await CounterRooms.write(db, 'second');
    await redis.start();
    const { one, two, ada, ben } = await startTwo('counter:stopped');
    await busCarries('counter:stopped', one, ben, 100);
    redis.freeze();
    // More than any queue should hold, while Redis does not answer.
    await db.pool.query(`UPDATE counters SET version = 6999 WHERE id = 'stopped'`);
    for (let version = 2_000; version < 7_000; version += 1)
      one.rooms.publish('counter:stopped', version, { text: 'queue' });
    expect(one.rooms.busStats().waiting).toBeLessThanOrEqual(1);
    await ada.version('counter:stopped', 6_999);
    await db.pool.query(`UPDATE counters SET version = 9000, text = 'reconciled' WHERE id = 'stopped'`);
    expect((await ben.version('counter:stopped', 9_000)).state).toEqual({ text: 'reconciled' });
    expect(await ben.join('counter:second')).toMatchObject([{ ok: true, version: 1 }]);
    redis.thaw();
    await busCarries('counter:stopped', two, ada, 20_000);
    await busCarries('counter:second', one, ben, 100);
  });

  it('P4 R5 forged, repeated, huge and broken messages on a channel have no effect', async () => {
    const room = 'counter:noise';
    const channel = `faults:room:${room}`;
    await CounterRooms.write(db, 'noise');
    await CounterRooms.write(db, 'other');
    await redis.start();
    const { one, ben } = await startTwo(room);
    const [joined] = await ben.join(room);
    const epoch = joined?.ok ? joined.epoch : 0;
    const state = (change: object) =>
      JSON.stringify({ k: 's', o: 'x', e: epoch, v: 90_000, s: { text: 'forged' }, t: 0, ...change });
    const ours = new MessageSeal(TEST_SECRETS_KEY);
    const theirs = new MessageSeal(Buffer.alloc(32, 9));
    const signed = (change: object) => ours.seal(channel, state(change));
    for (const text of [
      '',
      '{',
      '[]',
      'null',
      '{"k":"s"}',
      '{"k":"w","o":"x","n":-1}',
      // Valid in content, but not signed by a server of this deployment.
      state({}),
      theirs.seal(channel, state({})),
      // Signed for another room.
      ours.seal('faults:room:counter:other', state({})),
      `${signed({}).startsWith('A') ? 'B' : 'A'}${signed({}).slice(1)}`,
      signed({}).replace('90000', '90001'),
      // Signed by a server, but of an epoch that the database does not confirm.
      signed({ e: epoch + 1 }),
      signed({ e: epoch - 1 }),
      signed({ e: -1 }),
      signed({ v: 1e300 }),
      signed({ v: -1 }),
      ours.seal(channel, '{'),
      ours.seal(channel, 'null'),
      ours.seal(channel, state({ s: { text: 'x'.repeat(70_000) } })),
      'x'.repeat(20_000_000),
    ])
      await redis.command('SPUBLISH', channel, text);
    await busCarries(room, one, ben, 100);
    for (const { watchers, version, state: seen } of ben.frames) {
      expect(seen).not.toMatchObject({ text: 'forged' });
      expect(version).toBeLessThan(90_000);
      expect(watchers).toBeGreaterThanOrEqual(0);
    }
    expect(JSON.stringify(servers.flatMap(({ logged }) => logged))).toContain('without a valid signature');
  });

  it('P4 a state that is too large for one message is read from the database instead', async () => {
    await CounterRooms.write(db, 'large');
    await redis.start();
    const { one, ben } = await startTwo('counter:large');
    const text = 'x'.repeat(70_000);
    const version = await CounterRooms.write(db, 'large', text);
    one.rooms.publish('counter:large', version, { text });
    expect((await ben.version('counter:large', version)).state).toEqual({ text });
  });
});

describe('without the database', () => {
  it('A11 sockets are closed when the rooms could not be read for 3 s, and accepted when they can be read again', async () => {
    await CounterRooms.write(db, 'blind');
    const { hostname, port } = new URL(database.url);
    const proxy = await openTcpProxy({ host: hostname, port: Number(port) });
    const server = await startRoomServer({
      databaseUrl: proxy.urlOf(database.url),
      redisUrl: undefined,
      prefix: 'blind',
      kinds: (own) => [new CounterRooms(own).kind()],
    });
    servers.push(server);
    try {
      const ada = new RoomClient(server.url, 'ada', { reconnection: true, reconnectionDelayMax: 200 });
      clients.push(ada);
      await ada.connected();
      await ada.join('counter:blind');
      proxy.isFrozen = true;
      expect(await ada.event('disconnect')).toBe('transport close');
      await expect(ada.connected()).rejects.toThrow('websocket error');
      proxy.isFrozen = false;
      await ada.event('connect');
      expect(await ada.join('counter:blind')).toMatchObject([{ ok: true }]);
    } finally {
      await proxy.close();
    }
  });
});

describe('a Redis Cluster', () => {
  it('P4 carries rooms between servers', async () => {
    await CounterRooms.write(db, 'cluster');
    const { one, two, ada, ben } = await startTwo('counter:cluster', await redis.startCluster());
    await busCarries('counter:cluster', one, ben, 100);
    await busCarries('counter:cluster', two, ada, 1_000);
    expect(await ben.join('counter:none')).toMatchObject([{ ok: false, code: 'UNKNOWN_ROOM' }]);
  });
});
