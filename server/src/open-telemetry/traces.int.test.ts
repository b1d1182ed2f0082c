import type { AdminContest } from '@copup/shared/contests.ts';
import { auctionRoom, SOCKET_CALL, TAP, userRoom } from '@copup/shared/room-names.ts';
import { call, type Operator } from '@copup/testkit/players.ts';
import type { ServerProcess } from '@copup/testkit/processes.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isBelow, linksTo, type ReceivedSpan, TraceReceiver } from '../../test/trace-receiver.ts';
import { createAuction, openTracedServers, type TracedServers } from '../../test/traced-servers.ts';

interface Player {
  id: string;
  username: string;
  token: string;
}

vi.setConfig({ testTimeout: 60_000, hookTimeout: 90_000 });

let receiver: TraceReceiver;
let world: TracedServers;
let one: ServerProcess;
let two: ServerProcess;
let admin: Operator;
let realm: number;
let players: Player[];

beforeAll(async () => {
  [receiver, world] = await Promise.all([TraceReceiver.start(), openTracedServers()]);
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=open',
  };
  one = await world.start('one', { ...env, OTEL_SERVICE_NAME: 'copup-one' });
  two = await world.start('two', { ...env, OTEL_SERVICE_NAME: 'copup-two', ROLES: 'web' });
  admin = await world.signIn(one);
  const test = await admin.createLoadTest(4, 1_000);
  realm = test.id;
  players = test.users as Player[];
});
afterAll(async () => {
  await world?.close();
  await receiver?.close();
});

async function post(server: ServerProcess, player: Player, path: string, body?: unknown): Promise<unknown> {
  return vi.waitUntil(
    async () => {
      const reply = await call(server.url, 'POST', path, { token: player.token, body });
      // A busy machine may refuse for a moment.
      if (reply.status === 503) return undefined;
      expect([path, reply.status, reply.body]).toEqual([path, 200, reply.body]);
      return reply.body;
    },
    { timeout: 10_000 },
  );
}

const bid = (server: ServerProcess, player: Player, id: number) => post(server, player, `/auction/bid/${id}`);
const enter = (player: Player, id: number) => post(one, player, `/auction/pay-entry/${id}`);

/** The phases of a command in its own trace. */
async function phasesOf(
  request: ReceivedSpan,
): Promise<Record<'queue' | 'transaction' | 'commit', ReceivedSpan>> {
  const queue = await receiver.below(request, 'queue');
  const transaction = await receiver.below(request, 'transaction');
  const commit = await receiver.below(transaction, 'commit');
  return { queue, transaction, commit };
}

/** The span of the batch that decided the command. */
async function batchOf(queue: ReceivedSpan): Promise<ReceivedSpan> {
  const { 'batch.trace_id': traceId, 'batch.span_id': spanId } = queue.facts;
  return receiver.find('the batch', (span) => span.traceId === traceId && span.spanId === spanId);
}

describe('traces of a command', () => {
  it('one trace follows a bid over REST from the request to the broadcast on another server', async () => {
    const { id } = await createAuction(admin, realm);
    const [player] = players as [Player];
    await enter(player, id);
    const watcher = await world.watch(two, player.token, auctionRoom(id));
    await bid(one, player, id);
    await vi.waitFor(() => expect(watcher.frames.join()).toContain(player.username));

    const broadcast = await receiver.find(
      'the broadcast in the trace of the bid',
      ({ name, facts }) =>
        name === 'broadcast' && facts['room.id'] === String(id) && facts['batch.trace_id'] !== undefined,
    );
    const request = await receiver.find('the request', (span) => isBelow(broadcast, span));
    expect(request).toMatchObject({
      name: 'POST /api/auction/bid/:id',
      service: 'copup-one',
      parentSpanId: undefined,
      facts: {
        'http.request.method': 'POST',
        'http.route': '/api/auction/bid/:id',
        'http.response.status_code': 200,
      },
    });
    const { queue, transaction, commit } = await phasesOf(request);
    expect(queue.facts).toMatchObject({ 'lane.name': 'bids', 'lane.key': String(id) });
    expect(broadcast.facts).toMatchObject({ 'room.kind': 'auction', 'room.version': expect.anything() });

    const batch = await batchOf(queue);
    expect(batch).toMatchObject({ name: 'batch', parentSpanId: undefined });
    expect(batch.facts).toMatchObject({ 'lane.name': 'bids', 'batch.commands': 1, 'batch.traces': 1 });
    expect(batch.traceId).not.toBe(request.traceId);
    expect(linksTo(batch, request)).toBe(true);
    const shared = await receiver.below(batch, 'transaction');
    expect(linksTo(transaction, shared)).toBe(true);
    expect(linksTo(commit, await receiver.below(shared, 'commit'))).toBe(true);
    expect(linksTo(broadcast, await receiver.below(batch, 'broadcast'))).toBe(true);

    const received = await receiver.find(
      'the broadcast on the other server',
      (span) => span.service === 'copup-two' && isBelow(span, broadcast),
    );
    expect(received).toMatchObject({ name: 'broadcast received', facts: { 'room.kind': 'auction' } });
    // Undefined when a read of the room was faster than the message: then nothing was sent for it.
    expect([1, undefined]).toContain(received.facts['room.members']);
    expect(watcher.frames.join()).not.toContain(request.traceId);
    expect(watcher.frames.join()).not.toContain(batch.traceId);
  });

  it('bids that are decided together share one batch, which is recorded in the trace of each', async () => {
    const { id } = await createAuction(admin, realm);
    for (const player of players) await enter(player, id);
    const shared = () =>
      receiver.spans.find(
        ({ name, facts }) =>
          name === 'batch' && facts['lane.key'] === String(id) && Number(facts['batch.commands']) > 1,
      );
    // Refused bids are commands too: several at once meet in a batch sooner or later.
    const batch = await vi.waitUntil(
      async () => {
        await Promise.all(players.map(({ token }) => call(one.url, 'POST', `/auction/bid/${id}`, { token })));
        return shared();
      },
      { timeout: 20_000 },
    );
    expect(batch.links).toHaveLength(Number(batch.facts['batch.commands']));
    expect(new Set(batch.links.map(({ traceId }) => traceId)).size).toBe(batch.links.length);
    for (const link of batch.links) {
      const request = await receiver.find('a request', ({ spanId }) => spanId === link.spanId);
      const { queue } = await phasesOf(request);
      expect((await batchOf(queue)).spanId).toBe(batch.spanId);
    }
  });

  it('C2 the same for a command over the socket', async () => {
    const contest = await admin.call<AdminContest>('POST', '/admin/contests', {
      kind: 'tap',
      title: 'Taps',
      entry_fee: 1,
      prize: 10,
      minimum_users: 2,
      end_date: new Date(Date.now() + 3_600_000).toISOString(),
      realm,
    });
    const [player] = players as [Player];
    await post(one, player, '/tap/join-tap', { tap_contest_id: contest.id });
    const { socket } = await world.watch(one, player.token, userRoom(player.id));
    await vi.waitFor(
      async () =>
        expect(
          await socket.emitWithAck(TAP, { contest: contest.id, stream: 1, batch: 1, count: 2 }),
        ).toMatchObject({ ok: true }),
      { timeout: 10_000 },
    );
    const queue = await receiver.find(
      'the queue of the taps',
      ({ name, facts }) => name === 'queue' && facts['lane.name'] === 'contests-tap',
    );
    const event = await receiver.find('the event', (span) => isBelow(queue, span));
    expect(event).toMatchObject({ name: 'socket tap', parentSpanId: undefined });
    await phasesOf(event);
    const broadcast = await receiver.below(event, 'broadcast');
    expect(broadcast.facts).toMatchObject({ 'room.kind': 'tap', 'room.id': String(contest.id) });
    expect(linksTo(await batchOf(queue), event)).toBe(true);
    // A call that is a route too has its route and status.
    await socket.emitWithAck(SOCKET_CALL, { call: 'POST /auction/bid/:id', params: { id: 999_999_999 } });
    const refused = await receiver.find('the call', ({ name }) => name === `socket ${SOCKET_CALL}`);
    expect(refused.facts).toMatchObject({
      'http.route': '/api/auction/bid/:id',
      'http.response.status_code': 404,
    });
  });
});

describe('traces of scheduled work', () => {
  it('A8 the trace of a close links to its scheduling, and holds its transaction and broadcast', async () => {
    // A sweep may find it first, and then the trace of the sweep has the close: try until it was the job.
    const closed = await vi.waitUntil(closeByJob, { timeout: 25_000, interval: 1 });
    const { id, job, transaction, broadcast } = closed;
    const schedule = await receiver.find('the scheduling', (span) => linksTo(job, span));
    expect(schedule).toMatchObject({ name: 'schedule auction-close', facts: { 'job.about': String(id) } });
    const request = await receiver.find('the request of the scheduling', (span) => isBelow(schedule, span));
    expect(request.name).toBe('POST /api/admin/auctions');
    expect(job.facts).toMatchObject({ 'job.kind': 'auction-close' });
    await receiver.below(transaction, 'commit');
    expect(JSON.stringify(broadcast.facts['room.kinds'])).toContain('auction');
    const run = await receiver.find(
      'the run that jobs share',
      (span) => span.name === 'run auction-close' && linksTo(span, job),
    );
    expect(linksTo(transaction, await receiver.below(run, 'transaction'))).toBe(true);
  });

  async function closeByJob() {
    const { id, end_date } = await createAuction(admin, realm);
    await world.endNow(id, new Date(end_date));
    const job = await receiver.find(
      'the job',
      ({ name, facts }) => name === 'job auction-close' && facts['job.about'] === String(id),
    );
    const below = (parent: ReceivedSpan, name: string) =>
      receiver.spans.filter((span) => span.name === name && isBelow(span, parent));
    const found = () => {
      for (const transaction of below(job, 'transaction'))
        for (const broadcast of below(transaction, 'broadcast')) return { id, job, transaction, broadcast };
      return undefined;
    };
    // A broadcast may end, and be exported, after its job. There is none when the sweep has closed the auction.
    return vi.waitUntil(found, { timeout: 1_000, interval: 20 }).catch(() => undefined);
  }
});

describe('what is exported', () => {
  it('goes to the path of traces with the given headers', () => {
    expect(receiver.headers[0]).toMatchObject({
      path: '/v1/traces',
      'x-collector-key': 'open',
      'content-type': 'application/json',
    });
  });

  it('holds no name, id, token or address of a person, and no statement', async () => {
    await call(one.url, 'POST', '/auth/login', { body: { email: 'ada@copup.test', password: 'swordfish' } });
    await receiver.find('the sign-in', ({ name }) => name === 'POST /api/auth/login');
    const all = receiver.bodies.join();
    const secrets = players.flatMap(({ id, username, token }) => [id, username, token]);
    for (const secret of [...secrets, 'ada@copup', 'swordfish', 'operator@', '127.0.0.1', 'SELECT '])
      expect(all.includes(secret)).toBe(false);
  });
});
