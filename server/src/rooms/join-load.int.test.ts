import { ROOM_JOIN, ROOM_LEAVE, ROOM_REMOVED } from '@copup/shared/room-names.ts';
import { RoomJoinAck, RoomLeaveAck, RoomRemoved } from '@copup/shared/rooms.ts';
import { socketLimits } from '@copup/shared/socket-limits.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { RoomClient, type RoomServer, startRoomServer } from '@copup/testkit/room-servers.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { CounterRooms } from '../../test/counter-room.ts';

let database: TestDatabase;
let server: RoomServer;
let counters: CounterRooms;
const clients: RoomClient[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startRoomServer({
    databaseUrl: database.url,
    redisUrl: undefined,
    prefix: 'join-load',
    kinds: (own) => {
      counters = new CounterRooms(own);
      return [
        counters.kind(),
        { ...counters.kind(), kind: 'staff', authorize: ({ role }) => role === 1 },
        {
          ...counters.kind(),
          kind: 'checked',
          authorize: ({ role }) => (role === 1 ? true : new Promise<boolean>(() => {})),
        },
      ];
    },
  });
  await CounterRooms.createTable(server.db);
  await CounterRooms.write(server.db, 'here');
});
afterAll(async () => {
  await server.close();
  await database.drop();
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

async function connect(token: string): Promise<RoomClient> {
  const client = new RoomClient(server.url, token);
  clients.push(client);
  await client.connected();
  return client;
}
const codes = (rooms: RoomJoinAck['rooms']) => rooms.map((joined) => (joined.ok ? 'ok' : joined.code));
const names = (from: number, count: number) =>
  Array.from({ length: count }, (_, nth) => `counter:none-${from + nth}`);

describe('a join of many rooms', () => {
  it('I10 of one kind costs one query, and a repeated join of missing rooms costs none', async () => {
    const eve = await connect('missing');
    const before = counters.snapshotReads;
    expect(new Set(codes(await eve.join(...names(9_000, 50))))).toEqual(new Set(['UNKNOWN_ROOM']));
    expect(counters.snapshotReads).toBe(before + 1);
    await eve.join(...names(9_000, 50));
    expect(counters.snapshotReads).toBe(before + 1);
  });

  it('I10 takes one point for each room', async () => {
    const eve = await connect('eager');
    const acks = await Promise.all(Array.from({ length: 15 }, (_, nth) => eve.join(...names(nth * 50, 50))));
    const all = acks.flatMap(codes);
    const refused = all.filter((code) => code === 'RATE_LIMITED').length;
    expect(all.length - refused).toBeGreaterThanOrEqual(socketLimits.joins.burst);
    expect(refused).toBeGreaterThanOrEqual(100);
  });
});

describe('a room that did not exist', () => {
  it('can be joined as soon as it is created on this server, and shortly after on others', async () => {
    const ada = await connect('ada');
    for (const id of ['born-here', 'born-there'])
      expect(codes(await ada.join(`counter:${id}`))).toEqual(['UNKNOWN_ROOM']);
    await CounterRooms.write(server.db, 'born-here');
    server.rooms.invalidate(new Set(['counter:born-here']));
    expect(codes(await ada.join('counter:born-here'))).toEqual(['ok']);
    await CounterRooms.write(server.db, 'born-there');
    await vi.waitFor(async () => expect(codes(await ada.join('counter:born-there'))).toEqual(['ok']), {
      timeout: 5_000,
      interval: 100,
    });
  });
});

describe('the room names of a join', () => {
  it('may not name an inherited property as a view', async () => {
    const eve = await connect('eve');
    const rooms = ['constructor', 'toString', 'valueOf', 'card'].map((view) => `counter:here@${view}`);
    const acks = await Promise.all(
      rooms.map((room) => eve.socket.timeout(60_000).emitWithAck(ROOM_JOIN, { rooms: [room] })),
    );
    const joined = acks.flatMap((ack: RoomJoinAck) => codes(ack.rooms));
    // No room name has an upper-case letter.
    expect(joined).toEqual(['UNKNOWN_ROOM', 'VALIDATION_FAILED', 'VALIDATION_FAILED', 'ok']);
  });

  it('R1 may be missing: the server replies with an error', async () => {
    const eve = await connect('flooding');
    const emit = (event: string) => eve.socket.timeout(60_000).emitWithAck(event);
    const join = RoomJoinAck.parse(await emit(ROOM_JOIN));
    expect(codes(join.rooms)).toEqual(['VALIDATION_FAILED']);
    expect(RoomLeaveAck.parse(await emit(ROOM_LEAVE))).toMatchObject({
      ok: false,
      code: 'VALIDATION_FAILED',
    });
    const flood = await Promise.all(Array.from({ length: 30 }, () => emit(ROOM_JOIN)));
    expect(codes(RoomJoinAck.parse(flood.at(-1)).rooms)).toEqual(['RATE_LIMITED']);
  });
});

describe('S3a a change of role', () => {
  it('removes the socket from the rooms that it may no longer watch, and notifies it', async () => {
    server.sessions.roles.set('olu', 1);
    const olu = await connect('olu');
    expect(codes(await olu.join('staff:here', 'counter:here', 'checked:here'))).toEqual(['ok', 'ok', 'ok']);
    const removed = olu.event(ROOM_REMOVED);
    await server.sessions.setRole('olu', 0);
    const { rooms } = RoomRemoved.parse(await removed);
    // A permission that cannot be checked in time is denied.
    expect(rooms.map(({ room, code }) => [room, code])).toEqual([
      ['staff:here', 'FORBIDDEN'],
      ['checked:here', 'UNAVAILABLE'],
    ]);
    for (const kind of ['staff', 'checked', 'counter'])
      server.rooms.publish(`${kind}:here`, 100, { text: 'after the change' });
    await olu.version('counter:here', 100);
    // One frame or more: the room also sends its number of watchers.
    expect(new Set(olu.frames.map(({ room }) => room))).toEqual(new Set(['counter:here']));
    expect(codes(await olu.join('staff:here'))).toEqual(['FORBIDDEN']);
  });

  it('refuses a join in progress', async () => {
    server.sessions.roles.set('ola', 1);
    const ola = await connect('ola');
    const { query } = server.db.pool;
    const reading = Promise.withResolvers<void>();
    const blocked = Promise.withResolvers<void>();
    server.db.pool.query = (async (...args: Parameters<typeof query>) => {
      reading.resolve();
      await blocked.promise;
      return query.apply(server.db.pool, args);
    }) as never;
    const join = ola.join('staff:here');
    await reading.promise;
    server.db.pool.query = query;
    await server.sessions.setRole('ola', 0);
    blocked.resolve();
    const [joined] = await join;
    expect(joined).toMatchObject({ ok: false });
    server.rooms.publish('staff:here', 200, { text: 'secret' });
    await ola.join('counter:here');
    expect(ola.frames.filter(({ room }) => room === 'staff:here')).toEqual([]);
  });
});
