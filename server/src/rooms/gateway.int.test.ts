import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { connect as connectTcp } from 'node:net';
import { ROOM_JOIN, ROOM_LEAVE, SERVER_LEAVING } from '@copup/shared/room-names.ts';
import { RoomLeaveAck } from '@copup/shared/rooms.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { ALLOWED_ORIGIN, RoomClient, type RoomServer, startRoomServer } from '@copup/testkit/room-servers.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { CounterRooms } from '../../test/counter-room.ts';

let database: TestDatabase;
let server: RoomServer;
const clients: RoomClient[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startRoomServer({
    databaseUrl: database.url,
    redisUrl: undefined,
    prefix: 'gateway',
    kinds: (own) => [new CounterRooms(own).kind()],
    updatesPerSecond: 20,
  });
  server.rooms.defineCommand({
    event: 'repeat',
    schema: z.object({ text: z.string(), times: z.int() }),
    run: async (_, { text, times }) => ({ text: text.repeat(times) }),
  });
  await CounterRooms.createTable(server.db);
  await server.db.pool.query(`INSERT INTO counters SELECT 'r' || n, 1, '' FROM generate_series(1, 250) n`);
});
afterAll(async () => {
  await server.close();
  await database.drop();
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
});

async function connect(token?: string, options?: Record<string, unknown>): Promise<RoomClient> {
  const client = new RoomClient(server.url, token, options);
  clients.push(client);
  await client.connected();
  return client;
}

const openSockets = () =>
  new Promise<number>((resolve, reject) =>
    server.http.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

/** Returns the HTTP status with which the server answers an upgrade. */
function handshake(path: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const upgrade = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
  };
  request(server.url + path, { headers: { ...upgrade, ...headers } })
    .on('upgrade', (reply, socket) => {
      socket.destroy();
      resolve(reply.statusCode);
    })
    .on('response', (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    })
    .on('error', reject)
    .end();
  return promise;
}

describe('who may connect', () => {
  const path = '/socket.io/?EIO=4&transport=websocket';

  it('S3 only clients with a valid token, and only in the handshake’s auth', async () => {
    for (const token of [undefined, '', 'bad-token']) {
      const refusal = await connect(token).then(
        () => undefined,
        (error: Error & { data?: unknown }) => error.data,
      );
      expect(refusal).toMatchObject({ code: 'NOT_SIGNED_IN' });
    }
    const refused = connect(undefined, { auth: { token: { $ne: '' } } });
    await expect(refused).rejects.toMatchObject({ data: { code: 'NOT_SIGNED_IN' } });
    expect(await handshake(`${path}&token=ada`)).toBe(400);
    expect(await handshake(`${path}&auth=Bearer%20ada`)).toBe(400);
    await expect(connect(undefined, { query: { token: 'ada' } })).rejects.toThrow();
  });

  it('refuses a foreign Origin; accepts a missing one, its own and the allowed ones', async () => {
    const { host } = new URL(server.url);
    for (const origin of [
      'https://evil.example',
      'null',
      `https://${host}.evil.example`,
      'file://',
      'garbage',
    ])
      expect(await handshake(path, { Origin: origin }), origin).toBe(400);
    for (const origin of [`http://${host}`, ALLOWED_ORIGIN, 'http://localhost:3000'])
      expect(await handshake(path, { Origin: origin }), origin).toBe(101);
    expect(await handshake(path)).toBe(101);
  });

  it('refuses polling', async () => {
    expect(await handshake('/socket.io/?EIO=4&transport=polling', { Connection: 'close', Upgrade: '' })).toBe(
      400,
    );
  });

  it('allows five open sockets for each user, of one or many sessions', async () => {
    const open: RoomClient[] = [];
    for (let at = 0; at < 5; at += 1) open.push(await connect(`many/${at}`));
    await expect(connect('many/5')).rejects.toMatchObject({ data: { code: 'TOO_MANY_SOCKETS' } });
    await connect('other');
    open[0]?.close();
    await vi.waitFor(() => connect('many/6'), { timeout: 5_000, interval: 50 });
  });
});

describe('limits of a socket', () => {
  it('is in at most 200 rooms', async () => {
    const ada = await connect('rooms');
    const codes: string[] = [];
    for (let part = 0; part < 5; part += 1) {
      const names = Array.from({ length: 50 }, (_, at) => `counter:r${part * 50 + at + 1}`);
      for (const joined of await ada.join(...names)) codes.push(joined.ok ? 'ok' : joined.code);
    }
    expect(codes.filter((code) => code === 'ok')).toHaveLength(200);
    expect(codes.filter((code) => code === 'TOO_MANY_ROOMS')).toHaveLength(50);
    // A change of all its rooms at one moment does not make a client a slow reader.
    for (let at = 1; at <= 200; at += 1) server.rooms.publish(`counter:r${at}`, 2, { text: 'all at once' });
    await Promise.all(Array.from({ length: 200 }, (_, at) => ada.version(`counter:r${at + 1}`, 2)));
    expect(ada.socket.connected).toBe(true);
  });

  it('20 events a second; further events are refused, and a flood closes the socket', async () => {
    const eve = await connect('eve');
    const answers = await Promise.all(Array.from({ length: 60 }, () => eve.join('counter:r1')));
    const codes = answers.map(([joined]) => (joined?.ok ? 'ok' : joined?.code));
    expect(codes.filter((code) => code === 'ok').length).toBeGreaterThanOrEqual(20);
    expect(codes.filter((code) => code === 'RATE_LIMITED').length).toBeGreaterThanOrEqual(30);
    const closed = eve.event('disconnect');
    for (let at = 0; at < 1_000; at += 1) eve.socket.emit('anything', at);
    await closed;
  });

  it('are acknowledged whatever the length and script of the reply, also while earlier ones wait', async () => {
    const ada = await connect('ada');
    // The head of a frame is longer from 126 and from 65,536 bytes; 16 of them are not the text.
    const texts = [
      ['x', 109],
      ['x', 110],
      ['é', 100],
      ['x', 65_519],
      ['x', 65_520],
      ['x', 200_000],
      ['ŋ', 1],
    ] as const;
    const asked = texts.map(([text, times]) => ada.socket.emitWithAck('repeat', { text, times }));
    const replies = await Promise.all(asked);
    expect(replies).toEqual(texts.map(([text, times]) => ({ text: text.repeat(times) })));
  });

  it('R1 a leave above the rate is refused with code and message, and leaves no room', async () => {
    const eve = await connect('leaver');
    await eve.join('counter:r1');
    const leaves = await Promise.all(
      Array.from({ length: 30 }, () => eve.socket.emitWithAck(ROOM_LEAVE, { rooms: ['counter:r9'] })),
    );
    for (const ack of leaves) RoomLeaveAck.parse(ack);
    expect(leaves.at(-1)).toEqual({ ok: false, code: 'RATE_LIMITED', message: expect.any(String) });
  });

  it('I10 broken packets, huge ones and unknown events do not affect other sockets', async () => {
    const ada = await connect('ada');
    for (const rubbish of [
      '42',
      '42[',
      '4x',
      '451-["room:join",{"_placeholder":true,"num":0}]',
      '42["room:join"]',
      `42["room:join",${'['.repeat(2_000)}]`,
      `42["a","${'x'.repeat(20_000)}"]`,
    ]) {
      const eve = await connect('eve2');
      // biome-ignore lint/suspicious/noExplicitAny: the raw websocket below Engine.IO
      (eve.socket.io.engine as any).transport.ws.send(rubbish);
      await Promise.race([
        eve.event('disconnect'),
        eve.socket
          .timeout(300)
          .emitWithAck(ROOM_JOIN, { room: 'counter:r1' })
          .catch(() => {}),
      ]);
      eve.close();
      await vi.waitFor(async () => expect(await openSockets()).toBeLessThanOrEqual(2));
    }
    expect(await ada.join('counter:r1')).toMatchObject([{ ok: true }]);
  });
});

describe('slow readers', () => {
  // member.test.ts proves that a member with a backlog is dropped.
  it('one that stops reading is dropped, and the others receive every update', {
    tags: ['full'],
  }, async () => {
    await server.db.pool.query(`INSERT INTO counters VALUES ('big', 1, '')`);
    const ada = await connect('reader');
    await ada.join('counter:big');
    const slow = await stopReading('slow', 'counter:big');
    const text = 'x'.repeat(500_000);
    let version = 1;
    const publishing = setInterval(() => {
      version += 1;
      server.rooms.publish('counter:big', version, { text });
    }, 10);
    const members = () => server.rooms.counted().rooms.get('counter:big')?.counters.members;
    expect(members()).toBe(2);
    await vi.waitFor(() => expect(members()).toBe(1), { timeout: 12_000, interval: 50 });
    clearInterval(publishing);
    await ada.version('counter:big', version);
    slow.destroy();
  });
});

describe('a leaving server', () => {
  it('does not wait for a client whose connection is dead', async () => {
    const leaving = await startRoomServer({
      databaseUrl: database.url,
      redisUrl: undefined,
      prefix: 'leaving',
      kinds: (own) => [new CounterRooms(own).kind()],
    });
    const dead = await stopReading('dead', 'counter:leaving', leaving);
    const alive = new RoomClient(leaving.url, 'alive');
    clients.push(alive);
    await alive.connected();
    const notified = new Promise((resolve) => alive.socket.once(SERVER_LEAVING, resolve));
    await leaving.rooms.leave();
    expect(await notified).toEqual({ afterMs: expect.any(Number) });
    const count = await new Promise((resolve, reject) =>
      leaving.http.getConnections((error, open) => (error ? reject(error) : resolve(open))),
    );
    expect(count).toBe(0);
    dead.destroy();
    await leaving.close();
  });

  it('P4 with a time accepts clients first, then asks them to move, and closes those that stay at its end', async () => {
    const leaving = await startRoomServer({
      databaseUrl: database.url,
      redisUrl: undefined,
      prefix: 'moving',
      kinds: (own) => [new CounterRooms(own).kind()],
    });
    const connect = async (name: string) => {
      const client = new RoomClient(leaving.url, name);
      clients.push(client);
      await client.connected();
      return client;
    };
    const [moves, stays] = [await connect('moves'), await connect('stays')];
    const ended = leaving.rooms.leave(1_500);
    expect(leaving.rooms.isLeaving).toBe(true);
    const late = await connect('late');
    const asked = [moves, stays, late].map(
      ({ socket }) =>
        new Promise<{ afterMs: number }>((resolve) => {
          socket.once(SERVER_LEAVING, resolve);
        }),
    );
    for (const { afterMs } of await Promise.all(asked)) {
      expect(afterMs).toBeGreaterThanOrEqual(100);
      expect(afterMs).toBeLessThanOrEqual(600);
    }
    expect([moves, stays, late].map(({ socket }) => socket.connected)).toEqual([true, true, true]);
    const refused = new RoomClient(leaving.url, 'refused');
    clients.push(refused);
    await new Promise((resolve) => refused.socket.once('connect_error', resolve));
    for (const { socket } of [moves, late]) socket.disconnect();
    const closed = new Promise((resolve) => stays.socket.once('disconnect', resolve));
    await ended;
    expect(await closed).toBe('io server disconnect');
    await leaving.close();
  });
});

/** Opens a hand-made websocket that joins a room and then stops reading. */
async function stopReading(token: string, room: string, { url } = server) {
  const { hostname, port } = new URL(url);
  const socket = connectTcp(Number(port), hostname);
  const key = randomBytes(16).toString('base64');
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  let received = '';
  socket.on('data', (data) => {
    received += data.toString('latin1');
  });
  const receives = (part: string) => vi.waitFor(() => expect(received).toContain(part));
  await receives('pingInterval');
  socket.write(masked(`40${JSON.stringify({ token })}`));
  await receives('40{');
  socket.write(masked(`421${JSON.stringify([ROOM_JOIN, { room }])}`));
  await receives('431[');
  socket.pause();
  socket.on('error', () => {});
  return socket;
}

function masked(text: string): Buffer {
  const body = Buffer.from(text);
  // A mask of zeros is valid and leaves the bytes unchanged.
  return Buffer.concat([Buffer.from([0x81, 0x80 | body.length, 0, 0, 0, 0]), body]);
}
