import { readFileSync } from 'node:fs';
import { findRoom } from '@copup/shared/find-room.ts';
import { OpsFound, OpsState } from '@copup/shared/ops.ts';
import { auctionRoom, OPS_METRICS_ROOM, ROOM_SEEN } from '@copup/shared/room-names.ts';
import type { RoomFrame } from '@copup/shared/rooms.ts';
import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { createTestDatabase, type TestDatabase, testRedis } from '@copup/testkit/databases.ts';
import { RoomClient } from '@copup/testkit/room-servers.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { insertAuction } from '../../test/bidding.ts';

const readRepoFile = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const dashboard = readRepoFile('deploy/grafana/copup.json');
const alerts = readRepoFile('deploy/alerts.yml');

let database: TestDatabase;
let one: TestApp;
let two: TestApp;
const sockets: RoomClient[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const redis = testRedis();
  [one, two] = await Promise.all([startApp({ database, redis }), startApp({ database, redis })]);
});
afterAll(async () => {
  closeSockets();
  await one?.close();
  await two?.close();
  await database?.drop();
});

async function connect(app: TestApp, role: 0 | 1 = 0): Promise<RoomClient> {
  const { token } = await app.signIn({ role });
  const socket = new RoomClient(app.url, token);
  sockets.push(socket);
  await socket.connected();
  return socket;
}

/** Resolves with the first state that matches, of those that an operator on this server receives. */
async function stateOf(socket: RoomClient, fits: (state: OpsState) => boolean): Promise<OpsState> {
  const frame = await socket.frame(
    (found) => found.room === OPS_METRICS_ROOM && fits(found.state as OpsState),
  );
  return OpsState.parse(frame.state);
}

const closeSockets = () => {
  for (const socket of sockets.splice(0)) socket.close();
};

describe('ops:metrics', () => {
  afterEach(closeSockets);

  it('O2 is for operators only', async () => {
    const player = await connect(one);
    expect(await player.join(OPS_METRICS_ROOM)).toMatchObject([{ ok: false, code: 'FORBIDDEN' }]);
    const operator = await connect(one, 1);
    expect(await operator.join('ops:else')).toMatchObject([{ ok: false, code: 'FORBIDDEN' }]);
    // The first state does not say that Redis is away, before anything was asked of it.
    expect(await operator.join(OPS_METRICS_ROOM)).toMatchObject([{ ok: true, state: { isWhole: true } }]);
  });

  it('O2 adds up the frames that watchers on both servers receive', async () => {
    const id = await insertAuction(one.deps.db);
    const room = auctionRoom(id);
    const watchers = [await connect(one), await connect(one), await connect(two)];
    for (const watcher of watchers) await watcher.join(room);
    const operator = await connect(two, 1);
    await operator.join(OPS_METRICS_ROOM);
    const ours = ({ rooms }: OpsState) => rooms.find(({ room: each }) => each === room);
    const before = await stateOf(
      operator,
      (state) =>
        state.isWhole &&
        state.servers.length === 2 &&
        ours(state)?.sockets === 3 &&
        ours(state)?.name !== undefined,
    );
    expect(ours(before)).toMatchObject({ kind: 'auction', status: 'active', realm: 0 });
    expect(before.total.sockets).toBe(before.servers.reduce((sum, { sockets: of }) => sum + of, 0));

    const state = { status: 'active', price: 5, leader: 'ada', endDate: 1, hardEnd: 2, seq: 1 };
    one.deps.rooms.publish(room, 1_000, state);
    await Promise.all(watchers.map((watcher) => watcher.version(room, 1_000)));
    // Each server counts its own watchers' frames, possibly in different seconds.
    const busy = await stateOf(operator, (found) => (ours(found)?.emit ?? null) !== null);
    expect(ours(busy)?.messages).toBeGreaterThan(0);
    expect(ours(busy)?.bytes).toBeGreaterThan(100);
    expect(busy.total.messages).toBeCloseTo(
      busy.servers.reduce((sum, { messages }) => sum + messages, 0),
      5,
    );

    const { status, body } = await (await two.signIn({ role: 1 })).get('/admin/metrics-history');
    expect(status).toBe(200);
    expect(body.seconds.length).toBeGreaterThan(0);
  });

  it('A9 O2 an operator who looks at a room is counted neither as a watcher nor in its figures', async () => {
    const room = auctionRoom(await insertAuction(one.deps.db));
    const [player, operator] = [await connect(one), await connect(two, 1)];
    const watchersOf = async (socket: RoomClient) => {
      const [joined] = await socket.join(room);
      return joined?.ok && joined.watchers;
    };
    expect(await watchersOf(operator)).toBe(0);
    expect(await watchersOf(player)).toBe(1);
    // The other server announces the player, and the operator receives the number.
    await operator.frame((frame) => frame.room === room && frame.watchers === 1);
    // A room with a player on each server shows which state has the rooms of both.
    const shared = auctionRoom(await insertAuction(one.deps.db));
    const other = await connect(two);
    for (const each of [player, other]) await each.join(shared);
    await operator.join(OPS_METRICS_ROOM);
    const socketsIn = ({ rooms }: OpsState, name: string) =>
      rooms.find((each) => each.room === name)?.sockets;
    const found = await stateOf(operator, (state) => socketsIn(state, shared) === 2);
    expect(socketsIn(found, room)).toBe(1);
    player.close();
    await operator.frame((frame) => frame.room === room && frame.watchers === 0);
    expect(one.deps.rooms.watchersOf(room)).toBe(0);
  });

  it('O2 measures the delivery latency of one frame in a hundred', async () => {
    const id = await insertAuction(one.deps.db);
    const room = auctionRoom(id);
    const watcher = await connect(one);
    watcher.socket.on('room:state', ({ seen }: RoomFrame) => {
      if (seen !== undefined) watcher.socket.emit(ROOM_SEEN, { seen });
    });
    const stock = await connect(one);
    const names = Array.from({ length: 60 }, () => room);
    await watcher.join(room);
    await stock.join(room);
    const operator = await connect(one, 1);
    await operator.join(OPS_METRICS_ROOM);
    // Two rooms at five updates a second would take too long to reach a sample: use many rooms.
    const others = await Promise.all(names.map(() => insertAuction(one.deps.db)));
    for (let at = 0; at < others.length; at += 30)
      await watcher.join(...others.slice(at, at + 30).map(auctionRoom));
    let version = 1_000;
    const timer = setInterval(() => {
      version += 1;
      for (const other of [id, ...others])
        one.deps.rooms.publish(auctionRoom(other), version, { status: 'active', price: version });
    }, 50);
    try {
      const state = await stateOf(operator, ({ total }) => total.client !== null);
      expect(state.total.client?.p99).toBeGreaterThan(0);
    } finally {
      clearInterval(timer);
    }
  });
});

describe('find:TEXT', () => {
  const emptyRooms = 120;
  const closing: RoomClient[] = [];
  let quiet: number;

  /** Resolves with the first matching result, in the acknowledgement or a later frame. */
  async function foundOf(
    socket: RoomClient,
    text: string,
    fits: (found: OpsFound) => boolean,
  ): Promise<OpsFound> {
    const [joined] = await socket.join(findRoom(text));
    if (joined?.ok && fits(joined.state as OpsFound)) return OpsFound.parse(joined.state);
    const frame = await socket.frame(({ room, state }) => room === findRoom(text) && fits(state as OpsFound));
    return OpsFound.parse(frame.state);
  }

  beforeAll(async () => {
    const { db, rooms } = one.deps;
    const ids = await Promise.all(Array.from({ length: emptyRooms }, () => insertAuction(db)));
    quiet = ids.at(-1) ?? 0;
    await db.pool.query('UPDATE auctions SET name = $2 WHERE id = $1', [quiet, 'Standing Fan, 16 inch']);
    const [crowd, other] = [await connect(one), await connect(one)];
    closing.push(crowd, other);
    for (let at = 0; at < ids.length; at += 40) {
      const names = ids.slice(at, at + 40).map(auctionRoom);
      await crowd.join(...names);
      await other.join(...names.filter((name) => name !== auctionRoom(quiet)));
    }
    for (const id of ids.filter((each) => each !== quiet))
      rooms.publish(auctionRoom(id), 1_000, { price: 5 });
  });
  afterAll(() => {
    for (const socket of closing) socket.close();
  });

  it('O2 finds a room beyond the busiest hundred on another server, by name and by id, and follows it', async () => {
    const room = auctionRoom(quiet);
    const operator = await connect(two, 1);
    closing.push(operator);
    await operator.join(OPS_METRICS_ROOM);
    const { rooms: busiest } = await stateOf(operator, ({ roomCount }) => roomCount >= emptyRooms);
    expect(busiest).toHaveLength(100);
    expect(busiest.map(({ room: name }) => name)).not.toContain(room);

    const byName = await foundOf(operator, ' standing FAN', ({ count }) => count > 0);
    expect(byName).toMatchObject({
      count: 1,
      rooms: [{ room, kind: 'auction', name: 'Standing Fan, 16 inch', status: 'active', sockets: 1 }],
    });
    const byId = await foundOf(operator, room, ({ count }) => count > 0);
    expect(byId.rooms.map(({ room: name }) => name)).toContain(room);
    // More results than are listed: the busiest, with the number of all.
    const radios = await foundOf(operator, 'radio', ({ count }) => count >= emptyRooms - 1);
    expect(radios.rooms).toHaveLength(100);
    expect(await foundOf(operator, 'no such room', () => true)).toMatchObject({ count: 0, rooms: [] });

    const late = await connect(two);
    closing.push(late);
    await late.join(room);
    const followed = await foundOf(operator, 'standing fan', ({ rooms }) => rooms[0]?.sockets === 2);
    expect(followed.at).toBeGreaterThan(byName.at);
  });

  it('O2 finds rooms while no operator watches the figures', async () => {
    const operator = await connect(one, 1);
    closing.push(operator);
    const found = await foundOf(operator, '16 inch', ({ count }) => count === 1);
    expect(found.rooms[0]?.room).toBe(auctionRoom(quiet));
  });

  it('O2 is for operators only, and for texts', async () => {
    const player = await connect(one);
    const operator = await connect(one, 1);
    closing.push(player, operator);
    expect(await player.join(findRoom('fan'))).toMatchObject([{ ok: false, code: 'FORBIDDEN' }]);
    expect(await operator.join('find', 'find:FAN', 'find:-ff')).toMatchObject(
      Array.from({ length: 3 }, () => ({ ok: false, code: 'UNKNOWN_ROOM' })),
    );
  });
});

describe('/metrics', () => {
  afterEach(closeSockets);

  it('O2 answers direct neighbours, with kinds and patterns as labels, never an id', async () => {
    const id = await insertAuction(one.deps.db);
    const player = await one.signIn();
    await player.get(`/auction/${id}`);
    const watcher = await connect(one);
    await watcher.join(auctionRoom(id));
    one.deps.rooms.publish(auctionRoom(id), 1_000, { status: 'active', price: 5 });
    await watcher.version(auctionRoom(id), 1_000);
    const { status, text, headers } = await one.client.get('/:metrics');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/plain');
    expect(text).toContain('copup_room_joins_total{kind="auction"}');
    expect(text).toMatch(/copup_room_commit_to_emit_seconds_bucket\{kind="auction",le="0\.15"\} [1-9]/);
    expect(text).toMatch(
      /copup_http_request_seconds_count\{method="GET",route="\/api\/auction\/:\w+",status="/,
    );
    expect(text).toContain('process_cpu_user_seconds_total');
    expect(text).toContain('copup_db_connections{state="idle"}');
    expect(text).toContain('copup_close_overdue_seconds{subject="auction"} 0');
    expect(text).toContain('copup_queue_waiting{queue="payouts"} 0');
    expect(text).toContain('copup_queue_overdue{queue="statement-lines"} 0');
    expect(text).not.toContain('copup_check_ok{');
    expect(text).not.toContain(`auction:${id}`);
    expect(text).not.toContain(`/${id}`);
  });

  it('O2 has the ages of the last audit and of the last backup, and of an end that is not settled', async () => {
    const own = await createTestDatabase();
    const app = await startApp({ database: own, env: { ROLES: 'web' } });
    try {
      await own.asOwner(`INSERT INTO audit_reports (seconds, ok, is_full, checked, errors, unreachable)
        VALUES (1, false, true, '{}', '[]', 0);
        INSERT INTO backup_checks (seconds, ok, taken_at) VALUES (1, true, clock_timestamp() - interval '2 hours')`);
      await insertAuction(app.deps.db, { endsInMs: -60_000 });
      const { text } = await app.client.get('/:metrics');
      expect(text).toContain('copup_check_ok{check="audit"} 0');
      expect(text).toContain('copup_check_ok{check="backup"} 1');
      expect(text).toMatch(/copup_check_age_seconds\{check="backup"\} 72\d\d/);
      expect(text).toMatch(/copup_close_overdue_seconds\{subject="auction"\} 6\d/);
    } finally {
      await app.close();
      await own.drop();
    }
  });

  it('O2 has every metric and label that the Grafana dashboard and the alerts query', async () => {
    const { text } = await one.client.get('/:metrics');
    const exported = new Map<string, string>();
    for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) exported.set(name, type);
    const queries = [...dashboard.matchAll(/"expr": "((?:[^"\\]|\\.)*)"/g)].map(([, query = '']) => query);
    expect(queries.length).toBeGreaterThan(20);
    queries.push(...[...alerts.matchAll(/^ +expr: (.*)$/gm)].map(([, query = '']) => query));
    for (const query of queries) {
      for (const [, series = '', labels = ''] of query.matchAll(
        /\b((?:copup|nodejs|process)_\w+)(\{[^}]*\})/g,
      )) {
        const isHistogram = exported.get(series.replace(/_(bucket|count|sum)$/, '')) === 'histogram';
        expect(exported.has(series) || isHistogram, `${series} in ${query}`).toBe(true);
        const sample = text.split('\n').find((line) => line.startsWith(`${series}{`));
        const used = [...labels.matchAll(/(\w+)=~?/g), ...query.matchAll(/by \((\w+)\)/g)].map(
          ([, label]) => label,
        );
        for (const label of sample ? used.filter((each) => each !== 'job') : [])
          expect(sample, `${label} in ${query}`).toMatch(new RegExp(`[{,]${label}="`));
      }
    }
  });

  it('O2 has a first step and a part of the runbook for each alert', () => {
    const runbook = readRepoFile('docs/operations.md');
    const anchors = [...runbook.matchAll(/^##+ (.*)$/gm)].map(
      ([, heading = '']) => `#${heading.toLowerCase().replaceAll('`', '').replaceAll(' ', '-')}`,
    );
    const rules = alerts.split(/^ +- alert: /m).slice(1);
    for (const rule of rules) {
      expect(runbook).toContain(`\n| \`${rule.split('\n')[0]}\` | `);
      expect(anchors).toContain(/runbook: "(.*?)"/.exec(rule)?.[1]);
      expect(rule).toMatch(/^ +expr: .*\b(copup_\w+|up)\{job="copup"/m);
    }
    expect(rules.length).toBeGreaterThan(10);
  });

  it('O2 answers 404 to requests through a proxy', async () => {
    const forwarded = await one.client.get('/:metrics', { headers: { 'x-forwarded-for': '127.0.0.1' } });
    expect(forwarded).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  it('O2 requires the token when one is configured, and shows the figures of one server without Redis', async () => {
    const app = await startApp({ database, redis: null, env: { METRICS_TOKEN: 'a-token-for-prometheus' } });
    const read = (authorization?: string) =>
      app.client.get('/:metrics', { headers: authorization === undefined ? {} : { authorization } });
    try {
      expect((await read()).status).toBe(404);
      expect((await read('Bearer a-token-for-prometheuS')).status).toBe(404);
      expect((await read('Bearer a-token-for-prometheus')).status).toBe(200);
      const operator = await connect(app, 1);
      await operator.join(OPS_METRICS_ROOM);
      // The first state may contain the figures of a second before the socket was open.
      const state = await stateOf(operator, ({ total }) => total.sockets === 1);
      expect(state).toMatchObject({ isWhole: true, servers: [{ sockets: 1 }] });
      operator.close();
    } finally {
      await app.close();
    }
  });
});
