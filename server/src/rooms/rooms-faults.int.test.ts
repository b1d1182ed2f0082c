import { OwnRedis } from '@copup/testkit/own-redis.ts';
import { type RoomClient, type RoomServer, TEST_SECRETS_KEY } from '@copup/testkit/room-servers.ts';
import { openTcpProxy } from '@copup/testkit/tcp-proxy.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CounterRooms } from '../../test/counter-room.ts';
import { useRoomWorld } from '../../test/room-world.ts';
import { MessageSeal } from './message-seal.ts';

const world = useRoomWorld();
let redis: OwnRedis;
beforeEach(async () => {
  redis = await OwnRedis.create();
});
afterEach(() => redis.remove());

/** Starts two servers with a watcher on each. */
async function startTwo(
  room: string,
  redisUrl = redis.url,
): Promise<{ one: RoomServer; two: RoomServer; ada: RoomClient; ben: RoomClient }> {
  const [one, two] = [await world.start({ redisUrl }), await world.start({ redisUrl })];
  const [ada, ben] = [await world.connect(one, 'ada'), await world.connect(two, 'ben')];
  for (const client of [ada, ben]) expect(await client.join(room)).toMatchObject([{ ok: true }]);
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
    await CounterRooms.write(world.db, 'away');
    const { one, ada, ben } = await startTwo('counter:away');
    const version = await CounterRooms.write(world.db, 'away', 'no Redis');
    one.rooms.publish('counter:away', version, { text: 'no Redis' });
    // Members on the same server receive it at once; the other server's reconciliation reads it.
    expect(ada.frames.length + (await ada.version('counter:away', version)).version).toBeGreaterThan(0);
    expect((await ben.version('counter:away', version)).state).toEqual({ text: 'no Redis' });
    await redis.start();
    await busCarries('counter:away', one, ben, 1_000);
  });

  it('P4 no update is lost when Redis is killed, and subscriptions are restored', async () => {
    await CounterRooms.write(world.db, 'killed');
    await redis.start();
    const { one, two, ada, ben } = await startTwo('counter:killed');
    await busCarries('counter:killed', one, ben, 100);
    await redis.kill();
    await world.db.pool.query(`UPDATE counters SET version = 2000, text = 'meanwhile' WHERE id = 'killed'`);
    two.rooms.publish('counter:killed', 2_000, { text: 'meanwhile' });
    expect((await ben.version('counter:killed', 2_000)).state).toEqual({ text: 'meanwhile' });
    expect((await ada.version('counter:killed', 2_000)).state).toEqual({ text: 'meanwhile' });
    await redis.start();
    await busCarries('counter:killed', one, ben, 3_000);
    await busCarries('counter:killed', two, ada, 5_000);
  });

  it('P4 FLUSHALL loses no subscription', async () => {
    await CounterRooms.write(world.db, 'flushed');
    await redis.start();
    const { one, ben } = await startTwo('counter:flushed');
    await redis.command('FLUSHALL');
    await busCarries('counter:flushed', one, ben, 100);
  });

  it('P1 P4 a frozen Redis delays no client and is used again once it continues', async () => {
    await CounterRooms.write(world.db, 'stopped');
    await CounterRooms.write(world.db, 'second');
    await redis.start();
    const { one, two, ada, ben } = await startTwo('counter:stopped');
    await busCarries('counter:stopped', one, ben, 100);
    redis.freeze();
    // More than any queue should hold, while Redis does not answer.
    await world.db.pool.query(`UPDATE counters SET version = 6999 WHERE id = 'stopped'`);
    for (let version = 2_000; version < 7_000; version += 1)
      one.rooms.publish('counter:stopped', version, { text: 'queue' });
    expect(one.rooms.busStats().waiting).toBeLessThanOrEqual(1);
    await ada.version('counter:stopped', 6_999);
    await world.db.pool.query(`UPDATE counters SET version = 9000, text = 'reconciled' WHERE id = 'stopped'`);
    expect((await ben.version('counter:stopped', 9_000)).state).toEqual({ text: 'reconciled' });
    expect(await ben.join('counter:second')).toMatchObject([{ ok: true, version: 1 }]);
    redis.thaw();
    await busCarries('counter:stopped', two, ada, 20_000);
    await busCarries('counter:second', one, ben, 100);
  });

  it('P4 R5 forged, repeated, huge and broken messages on a channel have no effect', async () => {
    const room = 'counter:noise';
    const channel = `${world.prefix}:room:${room}`;
    await CounterRooms.write(world.db, 'noise');
    await CounterRooms.write(world.db, 'other');
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
      ours.seal(`${world.prefix}:room:counter:other`, state({})),
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
    expect(JSON.stringify(world.servers.flatMap(({ logged }) => logged))).toContain(
      'without a valid signature',
    );
  });

  it('P4 a state that is too large for one message is read from the database instead', async () => {
    await CounterRooms.write(world.db, 'large');
    await redis.start();
    const { one, ben } = await startTwo('counter:large');
    const text = 'x'.repeat(70_000);
    const version = await CounterRooms.write(world.db, 'large', text);
    one.rooms.publish('counter:large', version, { text });
    expect((await ben.version('counter:large', version)).state).toEqual({ text });
  });
});

describe('without the database', () => {
  it('A11 sockets are closed when the rooms could not be read for 3 s, and accepted when they can be read again', async () => {
    await CounterRooms.write(world.db, 'blind');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { hostname, port } = new URL(world.database.url);
    const proxy = await openTcpProxy({ host: hostname, port: Number(port) });
    const server = await world.start({ databaseUrl: proxy.urlOf(world.database.url), redisUrl: undefined });
    try {
      const ada = await world.connect(server, 'ada', { reconnection: true, reconnectionDelayMax: 200 });
      await ada.join('counter:blind');
      proxy.isFrozen = true;
      const closed = ada.event('disconnect');
      // The first second may still have had a read.
      vi.advanceTimersByTime(4_000);
      expect(await closed).toBe('transport close');
      await expect(ada.connected()).rejects.toThrow('websocket error');
      proxy.isFrozen = false;
      await vi.waitUntil(
        () => {
          vi.advanceTimersByTime(1_000);
          return ada.socket.connected;
        },
        { timeout: 20_000, interval: 50 },
      );
      expect(await ada.join('counter:blind')).toMatchObject([{ ok: true }]);
    } finally {
      vi.useRealTimers();
      await proxy.close();
    }
  });
});

describe('a Redis Cluster', () => {
  it('P4 carries rooms between servers', { tags: ['full'] }, async () => {
    await CounterRooms.write(world.db, 'cluster');
    const { one, two, ada, ben } = await startTwo('counter:cluster', await redis.startCluster());
    await busCarries('counter:cluster', one, ben, 100);
    await busCarries('counter:cluster', two, ada, 1_000);
    expect(await ben.join('counter:none')).toMatchObject([{ ok: false, code: 'UNKNOWN_ROOM' }]);
  });
});
