import { request } from 'node:http';
import { ROOM_JOIN } from '@copup/shared/room-names.ts';
import { socketLimits } from '@copup/shared/socket-limits.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { RoomClient, type RoomServer, startRoomServer } from '@copup/testkit/room-servers.ts';
import { frame, opcodes, text, WireSocket } from '@copup/testkit/wire-socket.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { CounterRooms } from '../../test/counter-room.ts';
import { systemClock } from '../clock.ts';

let database: TestDatabase;
let server: RoomServer;
let skippedMs = 0;
const open: { destroy(): void }[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startRoomServer({
    databaseUrl: database.url,
    redisUrl: undefined,
    prefix: 'floods',
    kinds: (own) => [new CounterRooms(own).kind()],
    clock: { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + skippedMs },
  });
  await CounterRooms.createTable(server.db);
});
afterAll(async () => {
  await server.close();
  await database.drop();
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

const keep = <Kept extends { destroy(): void }>(socket: Kept): Kept => {
  open.push(socket);
  return socket;
};
const unadmitted = async () => keep(await WireSocket.open(server.url));
const admitted = async (token: string) => keep(await WireSocket.admitted(server.url, token));

async function client(token: string): Promise<RoomClient> {
  const made = new RoomClient(server.url, token);
  open.push({ destroy: () => made.close() });
  await made.connected();
  return made;
}

const members = () =>
  [...server.rooms.counted().rooms.values()].reduce((sum, { counters }) => sum + counters.members, 0);

/** Each floods with far more frames than any client sends, in so few bytes that the frame limit applies. */
const floods: [what: string, frames: () => Buffer[]][] = [
  ['packets for other namespaces', () => [text('40/other,'), text('40/more,')]],
  ['connects in a loop', () => [text('40{"token":"bad"}')]],
  ['pings of the websocket', () => [frame(opcodes.ping, 'x')]],
  ['pongs of the websocket', () => [frame(opcodes.pong, 'x')]],
  ['heartbeats of Engine.IO', () => [text('3')]],
  ['acknowledgements of unknown packets', () => [text('430[]')]],
  ['events', () => [text('42["x"]')]],
  [
    'binary attachments',
    () => [text('451-["x",{"_placeholder":true,"num":0}]'), frame(opcodes.binary, Buffer.from([1]))],
  ],
  ['empty messages', () => [frame(opcodes.text)]],
];

describe('I10 one socket that floods is closed', () => {
  it.each<[string, (token: string) => Promise<WireSocket>]>([
    ['before', unadmitted],
    ['after', admitted],
  ])('%s admission, whatever it sends', async (_when, connect) => {
    for (const [what, frames] of floods) {
      const eve = await connect(`eve ${what}`);
      eve.write(...Array.from({ length: 2_000 }, frames).flat());
      await eve.closed();
    }
    // Fragments of a message that is never completed.
    const eve = await connect('eve');
    eve.write(frame(opcodes.text, '4', false));
    const chunk = Buffer.concat(Array.from({ length: 5_000 }, () => frame(opcodes.continuation, '', false)));
    const writing = setInterval(() => eve.tcp.writable && eve.tcp.write(chunk), 5);
    await eve.closed();
    clearInterval(writing);
  });

  it('before and after admission by an invalid packet, and no reply to the close frame', async () => {
    const both = await Promise.all([unadmitted(), admitted('eve')]);
    for (const eve of both) eve.write(text('4x'));
    await Promise.all(both.map((eve) => eve.closed()));
  });

  it('without processing its remaining data, and the flood is counted', async () => {
    const eve = await unadmitted();
    const { flooded } = server.rooms.counted().sockets;
    eve.write(...Array.from({ length: 2_000 }, () => text('40/other,')));
    await eve.closed();
    const replies = eve.received.split('Invalid namespace').length - 1;
    expect(replies).toBeLessThanOrEqual(socketLimits.beforeAdmission.frames);
    expect(server.rooms.counted().sockets.flooded).toBe(flooded + 1);
  });

  it('and the sockets of other clients are not affected', async () => {
    const ada = await client('ada');
    const eves = await Promise.all([unadmitted(), admitted('eve')]);
    for (const eve of eves) eve.write(...Array.from({ length: 5_000 }, () => frame(opcodes.ping)));
    await Promise.all(eves.map((eve) => eve.closed()));
    expect(await ada.join('counter:none')).toMatchObject([{ code: 'UNKNOWN_ROOM' }]);
  });
});

describe('I10 a socket that is not admitted', () => {
  it('may send one CONNECT, and is closed when it is refused', async () => {
    const eve = await unadmitted();
    eve.write(text('40{"token":"bad"}'));
    await eve.receives('44{');
    await eve.closed();
    const twice = await unadmitted();
    twice.write(text('40{"token":"ada"}'), text('40{"token":"ada"}'));
    await twice.closed();
    expect(server.rooms.counted().sockets.open).toBe(0);
  });

  it('is closed when it never requests admission', async () => {
    const idle = await unadmitted();
    skippedMs += socketLimits.admissionMs;
    await idle.closed();
  });

  it('is closed when its token is too long', async () => {
    const eve = await unadmitted();
    eve.write(
      text(`40${JSON.stringify({ token: 'a'.repeat(socketLimits.beforeAdmission.tokenLength + 1) })}`),
    );
    await eve.receives('NOT_SIGNED_IN');
    await eve.closed();
  });

  it('is closed in favour of newer ones of its network, and other clients are admitted', {
    timeout: 30_000,
  }, async () => {
    const idle: WireSocket[] = [];
    while (idle.length < 2_020)
      idle.push(...(await Promise.all(Array.from({ length: 20 }, () => unadmitted()))));
    // Recent ones may be more: all clients of a carrier may reconnect at the same moment.
    skippedMs += 3_000;
    await Promise.all(idle.slice(0, 20).map((socket) => socket.closed()));
    expect(server.rooms.counted().sockets.pending).toBe(2_000);
    expect(idle.at(-1)?.isClosed).toBe(false);
    expect((await client('ada')).socket.connected).toBe(true);
  });
});

describe('a request with the id of a connection', () => {
  const sidOf = ({ received }: WireSocket) => /"sid":"([^"]+)"/.exec(received)?.[1] ?? '';

  it('replaces neither its websocket nor its limits', async () => {
    const eve = await admitted('eve');
    const other = await WireSocket.open(server.url, { query: `&sid=${sidOf(eve)}` }).catch(
      (error: Error) => error,
    );
    expect(String(other)).toContain('400 Bad Request');
    eve.write(text('421["room:leave",{"room":"counter:x"}]'));
    await eve.receives('431[{"ok":true}]');
  });

  it('is refused also without an upgrade', async () => {
    const eve = await admitted('eve');
    const path = `/socket.io/?EIO=4&transport=websocket&sid=${sidOf(eve)}`;
    const status = await new Promise((resolve, reject) =>
      request(server.url + path, (reply) => resolve(reply.resume().statusCode))
        .on('error', reject)
        .end(),
    );
    expect(status).toBe(400);
  });
});

describe('a client that leaves the namespace', () => {
  it('leaves its rooms and the registry, and its connection is closed', async () => {
    await CounterRooms.write(server.db, 'left');
    const before = server.logged.length;
    const connections: WireSocket[] = [];
    for (let round = 0; round < 7; round += 1) {
      const ada = await admitted('many');
      connections.push(ada);
      ada.write(text(`421${JSON.stringify([ROOM_JOIN, { room: 'counter:left' }])}`));
      await ada.receives('431[{"rooms":[{"ok":true');
      expect(members()).toBe(1);
      // A second CONNECT on the same connection is too late.
      ada.write(text('41'));
      ada.write(text('40{"token":"many"}'));
      await vi.waitFor(() => expect(members()).toBe(0));
      expect(server.rooms.counted().sockets.open).toBe(0);
    }
    await Promise.all(connections.map((connection) => connection.closed()));
    // A busy machine may take too long to connect to the database.
    const errors = server.logged.slice(before).filter((line) => !/unavailable$/.test(String(line)));
    expect(errors).toEqual([]);
  });
});

it('A11 a client notices the silence of the server within 8 s', async () => {
  const { received } = await unadmitted();
  const times = /"pingInterval":(\d+),"pingTimeout":(\d+)/.exec(received);
  expect(Number(times?.[1]) + Number(times?.[2])).toBeLessThanOrEqual(8_000);
});
