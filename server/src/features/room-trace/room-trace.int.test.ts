import { setTimeout as pause } from 'node:timers/promises';
import { auctionRoom, userRoom } from '@copup/shared/room-names.ts';
import { RoomTrace, type RoomTraceEvent } from '@copup/shared/room-trace.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { createTestDatabase, type TestDatabase, testRedis } from '@copup/testkit/databases.ts';
import { isTooSlow } from '@copup/testkit/is-too-slow.ts';
import { RoomClient } from '@copup/testkit/room-servers.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { insertAuction, join } from '../../../test/bidding.ts';

let database: TestDatabase;
let one: TestApp;
let two: TestApp;
let operator: SignedInClient;
const redis = testRedis();
const sockets: RoomClient[] = [];
/** Other tests' servers must not be asked. */
const serversKey = `{${redis.prefix}}:servers`;

beforeAll(async () => {
  database = await createTestDatabase();
  [one, two] = await Promise.all([startApp({ database, redis }), startApp({ database, redis })]);
  operator = await one.signIn({ role: 1 });
  await until(async () => (await statesOf('auctions')).join() === 'answered,answered');
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});
afterAll(async () => {
  await one?.close();
  await two?.close();
  await database?.drop();
});

async function traceOf(room: string, client: Pick<SignedInClient, 'get'> = operator): Promise<RoomTrace> {
  // The limit of calls may be reached by polling.
  const { status, body } = await client.get(`/admin/rooms/${encodeURIComponent(room)}/trace`);
  expect([200, 429]).toContain(status);
  return status === 200 ? RoomTrace.parse(body) : traceOf(room, client);
}

/** Repeats until both servers have answered: the trace omits one that is busy or silent for longer than it waits. */
async function wholeTraceOf(
  room: string,
  client: Pick<SignedInClient, 'get'> = operator,
): Promise<RoomTrace> {
  const trace = await traceOf(room, client);
  if (trace.servers.filter(({ state }) => state === 'answered').length === 2) return trace;
  await pause(100);
  return wholeTraceOf(room, client);
}

interface TraceFile {
  reply: Response;
  text: string;
  header: object;
  events: RoomTraceEvent[];
}

/** The file with what both servers have recorded. */
async function wholeFileOf(room: string): Promise<TraceFile> {
  const reply = await fetch(`${one.url}/api/admin/rooms/${room}/trace/file`, {
    headers: { authorization: `Bearer ${operator.token}` },
  });
  const text = await reply.text();
  const lines = text.trimEnd().split('\n');
  const [header, ...events] = lines.map((line) => JSON.parse(line));
  const { servers } = RoomTrace.parse({ ...header, events });
  const isWhole = servers.filter(({ state }) => state === 'answered').length === 2;
  return isWhole ? { reply, text, header, events } : wholeFileOf(room);
}

/** What both servers say of the room, when no event was recorded between the two answers. */
async function traceOfBoth(room: string): Promise<[RoomTrace, RoomTrace]> {
  const first = await wholeTraceOf(room);
  const other = await wholeTraceOf(room, two.client.withToken(operator.token));
  const again = await wholeTraceOf(room);
  return again.count === first.count ? [first, other] : traceOfBoth(room);
}

async function connect(app: TestApp, client: SignedInClient, again = false): Promise<RoomClient> {
  const socket = new RoomClient(app.url, client.token, again ? { auth: { token: client.token, again } } : {});
  sockets.push(socket);
  await socket.connected();
  return socket;
}

async function auctionWith(...players: SignedInClient[]): Promise<number> {
  const id = await insertAuction(one.deps.db);
  await join(
    one.deps.db,
    id,
    players.map(({ user }) => user),
  );
  return id;
}

/** Bids until the bid is decided: a slow machine refuses with BUSY, without doing anything (A11). */
async function bid(app: TestApp, client: SignedInClient, id: number): Promise<string> {
  const { body } = await app.client.withToken(client.token).post(`/auction/bid/${id}`);
  return isTooSlow(body.code) ? bid(app, client, id) : (body.code ?? 'accepted');
}

const statesOf = async (room: string) => (await traceOf(room)).servers.map(({ state }) => state);
const stateOf = async (server: string) =>
  (await traceOf('auctions')).servers.find(({ id }) => id === server)?.state;

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(100);
}

const short = ({ event, user, result }: RoomTraceEvent) =>
  [event, user, result].filter((part) => part !== undefined).join(' ');

describe('O2 the trace of a room', () => {
  it('has the joins, bids, frames and leaves of both servers in order, with pseudonyms', async () => {
    const [ada, ben] = [await one.signIn({ coins: 50 }), await one.signIn({ coins: 50 })];
    const id = await auctionWith(ada, ben);
    const room = auctionRoom(id);
    const a = await connect(one, ada);
    await a.join(room);
    const b = await connect(two, ben, true);
    await b.join(room);
    expect(await bid(one, ada, id)).toBe('accepted');
    expect(await bid(two, ada, id)).toBe('ALREADY_LEADING');
    expect(await bid(two, ben, id)).toBe('accepted');
    await Promise.all(
      [a, b].map((socket) => socket.frame((frame) => frame.room === room && frame.version === 3)),
    );
    a.close();
    await until(async () => (await traceOf(room)).events.some(({ event }) => event === 'close'));

    const [trace, other] = await traceOfBoth(room);
    expect(trace).toMatchObject({
      room,
      kind: 'auction',
      name: 'Radio',
      minutes: 15,
      isWhole: true,
      users: 2,
    });
    const ofServer = ({ events, servers }: RoomTrace, app: TestApp) =>
      events.filter(({ server }) => servers[server]?.id === app.deps.rooms.serverId);
    // Clocks of servers are measured: the order of two servers' events is as exact as that.
    const [ofOne, ofTwo] = [ofServer(trace, one), ofServer(trace, two)];
    const people = (events: readonly RoomTraceEvent[]) =>
      events.filter(({ user, result }) => user !== undefined && !isTooSlow(result)).map(short);
    const [p, q] = [ofOne[0]?.user, ofTwo[0]?.user];
    expect([p, q].toSorted()).toEqual(['p1', 'p2']);
    expect(people(ofOne)).toEqual([`join ${p}`, `command ${p} accepted`, `close ${p}`]);
    expect(people(ofTwo)).toEqual([
      `reconnect ${q}`,
      `command ${p} ALREADY_LEADING`,
      `command ${q} accepted`,
    ]);
    const prices = trace.events.flatMap(({ price, seq }) => (price === undefined ? [] : [[price, seq]]));
    expect(prices.toSorted()).toEqual([
      [1, 1],
      [2, 2],
    ]);
    for (const { event, ms, recipients, bytes } of trace.events) {
      if (event === 'command') expect(ms).toBeGreaterThan(0);
      if (event !== 'frame') continue;
      expect(recipients).toBe(1);
      expect(bytes).toBeGreaterThan(100);
    }
    // Each server wrote frames, the one that decided a bid with their lag since the commit.
    for (const events of [ofOne, ofTwo]) expect(events.some(({ event }) => event === 'frame')).toBe(true);
    expect(trace.events.some(({ event, ms }) => event === 'frame' && ms !== undefined)).toBe(true);
    const times = trace.events.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((first, second) => first - second));
    expect(trace.servers.map(({ members }) => members)).toEqual([0, 0]);

    // Any server gives the same trace, up to the exactness of the clocks.
    const withoutTimes = (events: readonly RoomTraceEvent[]) =>
      events.map(({ event, version, result }) => [event, version, result]);
    for (const app of [one, two])
      expect(withoutTimes(ofServer(other, app))).toEqual(withoutTimes(ofServer(trace, app)));
  });

  it('has the watchers of before', async () => {
    const ada = await one.signIn();
    const room = auctionRoom(await auctionWith());
    const socket = await connect(one, ada);
    await socket.join(room, `${room}@card`);
    one.deps.traces.sweep();
    const { servers, events } = await traceOf(room);
    expect(events.map(({ event, card }) => [event, card])).toEqual([
      ['join', undefined],
      ['join', true],
    ]);
    expect(servers.map(({ members, cards }) => members + cards)).toEqual([0, 0]);
  });

  it('names servers that stopped or do not answer', async () => {
    const { commands } = one.deps.redis;
    const three = await startApp({ database, redis });
    const id = three.deps.rooms.serverId;
    await until(async () => (await stateOf(id)) === 'answered');
    await three.close();
    await until(async () => (await stateOf(id)) === 'gone');
    const nowMs = one.deps.clock.wallMs();
    await commands?.zadd(serversKey, nowMs, 'frozen', nowMs - 60_000, 'crashed', nowMs - 16 * 60_000, 'old');
    try {
      const { servers } = await wholeTraceOf('auctions');
      const states = servers.map(({ state }) => state).toSorted();
      expect(states.join(' ')).toBe('answered answered gone gone silent');
      const found = (server: string) => servers.find((each) => each.id === server)?.state;
      expect([found('frozen'), found('crashed'), found('old')]).toEqual(['silent', 'gone', undefined]);
    } finally {
      await commands?.zrem(serversKey, 'frozen', 'crashed', 'old', `${id}!`);
    }
  });

  it('is empty for rooms that are not recorded', async () => {
    const ada = await one.signIn();
    const own = userRoom(ada.user.id);
    const socket = await connect(one, ada);
    expect(await socket.join(own)).toMatchObject([{ ok: true }]);
    expect(await traceOf(own)).toMatchObject({ events: [], count: 0, users: 0 });
  });

  it('exports a file of JSON lines without personal data, which is audited', async () => {
    const ada = await one.signIn({ username: 'ada_trace', coins: 50 });
    const id = await auctionWith(ada);
    const room = auctionRoom(id);
    const socket = await connect(two, ada);
    await socket.join(room);
    expect(await bid(one, ada, id)).toBe('accepted');
    const { reply, text, header, events } = await wholeFileOf(room);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-disposition')).toBe(`attachment; filename="copup-auction-${id}.jsonl"`);
    expect(reply.headers.get('content-type')).toContain('application/x-ndjson');
    expect(RoomTrace.parse({ ...header, events })).toMatchObject({ room, users: 1, count: events.length });
    expect(events.filter(({ user }) => user === 'p1')).toHaveLength(2);
    for (const secret of ['ada_trace', ada.user.id, ada.token, '127.0.0.1'])
      expect(text).not.toContain(secret);
    const { rows } = await one.deps.db.pool.query(
      "SELECT DISTINCT operator_id, subject_kind, subject_id FROM admin_audit WHERE action = 'room-trace.export'",
    );
    expect(rows).toEqual([{ operator_id: operator.user.id, subject_kind: 'room', subject_id: room }]);
  });

  it('is of one server without Redis', async () => {
    const alone = await startApp({ redis: null });
    try {
      const own = await alone.signIn({ role: 1 });
      const room = auctionRoom(await insertAuction(alone.deps.db));
      const socket = await connect(alone, await alone.signIn());
      await socket.join(room);
      expect(await traceOf(room, own)).toMatchObject({
        isWhole: true,
        servers: [{ state: 'answered' }],
        events: [{ event: 'join', user: 'p1' }],
      });
    } finally {
      await alone.close();
    }
  });
});
