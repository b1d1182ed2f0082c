import { randomInt } from 'node:crypto';
import { type ContestKind, contestKinds } from '@copup/shared/contests.ts';
import { errorStatus } from '@copup/shared/errors.ts';
import { RoomJoinAck } from '@copup/shared/rooms.ts';
import { socketEvents } from '@copup/shared/socket-events.ts';
import { socketLimits } from '@copup/shared/socket-limits.ts';
import { ErrorReply } from '@copup/shared/wire.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { isFull } from '@copup/testkit/is-full.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { auditLedger } from '../src/audit.ts';
import { BetWorld } from './bet-world.ts';
import { BOUNDARY, formsOf, goodFormsOf, tinyPictures } from './form-values.ts';
import { type FuzzRequest, type FuzzWorld, type Operation, requestsOf } from './fuzz-requests.ts';
import { overSocket, readSocketCalls, type SocketPlayer } from './over-socket.ts';
import { plainPasswords } from './plain-passwords.ts';
import { connectRaw, type RawSocket } from './raw-socket.ts';
import { type JsonSchema, nasty, spoilt, valuesOf } from './schema-values.ts';
import { subjectSamples } from './subject-samples.ts';
import { newTask, toDataUrl } from './task-world.ts';

/**
 * Random for each full run. With the seed of a failed run it sends the same requests again, except for ids and times
 * that the server creates.
 */
const seed = Number(process.env.COPUP_FUZZ_SEED ?? (isFull ? randomInt(2 ** 31) : 1));
const replay = `replay with COPUP_FUZZ_SEED=${seed} npm test -- --only integration server/test/fuzz`;
const replyWithinMs = 20_000;
/** Runs for each route. Without a time limit: coverage must not depend on the speed of the machine. */
const runs = isFull ? 30 : 3;

/** Number of replies of each class. */
const statuses = new Map<string, number>();
let app: TestApp;
/** At least one of each kind. */
let subjects: number[];
let tasks: number[];
let bets: FuzzWorld['bets'];
let screenshots: string[];
let pictures: Buffer[];
let forms: Arbitrary<Uint8Array<ArrayBuffer>>;
let goodForms: Arbitrary<Uint8Array<ArrayBuffer>>;
/** Routes may sign out, demote or spend: the users are new for each route that writes, and for all that read. */
let player: SignedInClient;
let operator: SignedInClient;

beforeAll(async () => {
  console.log(`fuzzing: ${replay}`);
  app = await startApp({ overrides: { passwords: plainPasswords, limitRules: noLimits } });
  operator = await app.signIn({ role: 1 });
  pictures = await tinyPictures();
  forms = formsOf(pictures);
  goodForms = goodFormsOf(pictures);
  subjects = [];
  for (const hours of [1, 2]) subjects.push(await newAuction(hours));
  for (const kind of contestKinds) subjects.push(await newContest(kind));
  subjects.push(...Object.values(await newSubjects()));
  screenshots = pictures.map((picture) => toDataUrl(picture));
  tasks = await newTasks();
  bets = await newBet();
});
afterAll(() => app?.close());

async function newAuction(hours: number): Promise<number> {
  const end_date = new Date(Date.now() + hours * 3_600_000).toISOString();
  const body = { name: 'Kettle', category: 'product', price: 10, entry_bid_points: 5, end_date };
  return (await operator.post('/admin/auctions', body)).body.id;
}

async function newContest(kind: ContestKind): Promise<number> {
  const end_date = new Date(Date.now() + 3_600_000).toISOString();
  const body = { kind, title: 'Taps', entry_fee: 5, prize: 10, minimum_users: 2, end_date };
  return (await operator.post('/admin/contests', body)).body.id;
}

/** Creates one subject of each kind; returns their ids by the plural of the kind. */
async function newSubjects(): Promise<Record<string, number>> {
  const ids: Record<string, number> = {};
  const at = (fromNowMs: number) => new Date(Date.now() + fromNowMs).toISOString();
  for (const { plural, body } of subjectSamples)
    ids[plural] = (await operator.post(`/admin/${plural}`, body(at))).body.id;
  return ids;
}

async function newPost(): Promise<number> {
  const body = { category: 'News', title: 'Winners', description: 'A text.', is_published: true };
  return (await operator.post('/admin/posts', body)).body.id;
}

/** Creates a social task with an upload, and a referral task. */
async function newTasks(): Promise<number[]> {
  const task = (await operator.post('/admin/tasks', newTask())).body.id;
  const terms = { required_referrals: 1, task_coin_reward: 5 };
  const referralTask = (await operator.post('/admin/referral-tasks', terms)).body.id;
  const uploader = await app.signIn();
  await uploader.post(`/task/tasks/${task}/upload`, { screenshot: screenshots[0] });
  return [task, referralTask, (await operator.get('/admin/task-uploads')).body[0].id];
}

/** Creates two teams, a fixture and a bet about it. */
async function newBet(): Promise<FuzzWorld['bets']> {
  const world = new BetWorld(app, operator);
  const fixture = await world.fixture();
  const { id } = await world.pending(fixture);
  return [fixture.teamA.id, fixture.teamB.id, fixture.id, id];
}

function operations(): [name: string, method: string, path: string, operation: Operation][] {
  const { paths = {} } = app.app.swagger() as unknown as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) =>
        [`${method.toUpperCase()} ${path}`, method.toUpperCase(), path, operation] as never,
    ),
  );
}

const world = (): FuzzWorld => ({ subjects, tasks, bets, screenshots, player, operator, forms, goodForms });

async function sendRequest(method: string, { address, headers, body }: FuzzRequest): Promise<void> {
  const reply = await fetch(`${app.url}${address}`, {
    method,
    headers,
    signal: AbortSignal.timeout(replyWithinMs),
    ...(body === undefined || method === 'GET' ? {} : { body }),
  });
  const text = await reply.text();
  const tally = `${Math.floor(reply.status / 100)}xx`;
  statuses.set(tally, (statuses.get(tally) ?? 0) + 1);
  if (reply.status < 400) return;
  const refusal = ErrorReply.parse(JSON.parse(text));
  expect(errorStatus[refusal.code], `${refusal.code} is sent with its status`).toBe(reply.status);
  // A slow machine refuses with BUSY, without doing anything (A11); nothing else is overloaded or unavailable here.
  if (refusal.code !== 'BUSY') expect(reply.status, text).toBeLessThan(500);
}

/**
 * Sends the same over the socket. JSON that cannot be parsed is sent as a text. Forms have no such call, and a message that is
 * too long closes the socket.
 */
async function sendOver(
  socket: SocketPlayer,
  method: string,
  { address, headers, body }: FuzzRequest,
): Promise<void> {
  if (body !== undefined && typeof body !== 'string') return;
  if (Buffer.byteLength(JSON.stringify([address, headers, body])) > socketLimits.messageBytes) return;
  const path = address.replace(/^\/api|\?.*$/g, '');
  const reply = await socket.call(method, path, { headers, body: parsedOr(body) });
  if (reply.status === 200 || reply.body.code === 'BUSY') return;
  ErrorReply.parse(reply.body);
  expect(reply.status, `over the socket: ${reply.text}`).toBeLessThan(500);
}

function parsedOr(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return body === undefined ? undefined : String(body);
  }
}

async function newcomers(): Promise<void> {
  player = await app.signIn({ coins: 1_000 });
  operator = await app.signIn({ role: 1 });
}

describe('R1 I10 every request gets a reply, never an internal error', () => {
  beforeEach(newcomers);

  it('a seed generates the same requests again', async () => {
    for (const [, , path, operation] of operations()) {
      const sample = () => fc.sample(requestsOf(path, operation, world()), { seed, numRuns: 1 });
      expect(sample(), path).toEqual(sample());
    }
  });

  it('every route of the OpenAPI document', { timeout: isFull ? 600_000 : 120_000 }, async () => {
    // Routes that read come last: they share their users, and return what the others have written.
    const writes = operations().filter(([, method]) => method !== 'GET');
    const all = [...writes, ...operations().filter(([, method]) => method === 'GET')];
    expect(all.length).toBeGreaterThan(40);
    const broken: string[] = [];
    const bySocket = await readSocketCalls(app);
    for (const [nth, [name, method, path, operation]] of all.entries()) {
      if (nth <= writes.length) await newcomers();
      const route = `${method} ${path.replace('/api', '').replaceAll(/\{(\w+)\}/g, ':$1')}`;
      const socket = bySocket.includes(route) ? await overSocket(player, bySocket) : undefined;
      const property = fc.asyncProperty(requestsOf(path, operation, world()), async (request) => {
        await sendRequest(method, request);
        if (socket) await sendOver(socket, method, request);
      });
      const details = await fc.check(property, { seed, numRuns: runs, endOnFailure: true });
      socket?.close();
      if (details.failed && details.counterexample)
        broken.push(`${name}: ${JSON.stringify(details.counterexample)}: ${details.errorInstance}`);
    }
    console.log(`replies: ${[...statuses].map(([status, count]) => `${count} ${status}`).join(', ')}`);
    expect(broken, replay).toEqual([]);
    // Replies that are all refusals would prove little.
    const all2xx = statuses.get('2xx') ?? 0;
    expect(all2xx / [...statuses.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0.05);
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
    expect((await auditLedger(app.deps.db, { mode: 'full' })).errors).toEqual([]);
  });

  it('forms as browsers send them, to each route that accepts one: every picture without fields is stored', {
    tags: ['full'],
  }, async () => {
    const routes = operations().filter(
      ([, , , { requestBody }]) => requestBody?.content['multipart/form-data'],
    );
    expect(routes).not.toEqual([]);
    const ids = {
      ...(await newSubjects()),
      posts: await newPost(),
      packages: 1,
    };
    const idFor = (path: string) => Object.entries(ids).find(([kind]) => path.includes(kind))?.[1] ?? 1;
    const headers = {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      authorization: `Bearer ${operator.token}`,
    };
    for (const [name, method, path, { requestBody }] of routes) {
      const { properties = {} } = requestBody?.content['multipart/form-data']?.schema ?? {};
      const fields = Object.keys(properties);
      const picture = fields.find((field) => properties[field]?.format === 'binary');
      for (const body of fc.sample(goodFormsOf(pictures, picture), { seed, numRuns: 12 })) {
        const reply = await fetch(`${app.url}${path.replace(/\{\w+\}/, String(idFor(path)))}`, {
          method,
          headers,
          body,
        });
        const outcome = `${replay}: ${name}: ${await reply.text()}`;
        // Arbitrary values of the fields of other forms are refused.
        if (fields.length === 1) expect(reply.status, outcome).toBe(200);
        else expect(reply.status, outcome).toBeLessThan(500);
      }
    }
  });

  it('every event that a client sends over the socket', async () => {
    let socket: RawSocket | undefined;
    const events = Object.entries(socketEvents).filter(([, { from }]) => from === 'client');
    for (const [event, { payload: shape, ack: ackShape }] of events) {
      const schema = z.toJSONSchema(shape, { io: 'input' }) as JsonSchema;
      const rooms = [
        `auction:${subjects[0]}`,
        `auction:${subjects[1]}@card`,
        'auctions',
        `tap:${subjects[2]}`,
        `heist:${subjects[5]}`,
        `vault:${subjects[5]}`,
        'heists',
        'contests',
        `user:${player.user.id}`,
      ];
      const good = valuesOf(schema, {
        room: fc.constantFrom(...rooms),
        rooms: fc.subarray(rooms, { minLength: 1 }),
        contest: fc.constantFrom(...subjects),
      });
      const payloads = fc.oneof(good, spoilt(good), nasty);
      const details = await fc.check(
        fc.asyncProperty(payloads, async (payload) => {
          socket = socket?.isOpen ? socket : await connectRaw(app.url, player.token);
          if (ackShape === null) return socket.emit(event, payload);
          const ack = await socket.emitWithAck(event, payload, replyWithinMs);
          // A message beyond the size limit closes its socket.
          if (ack !== undefined) ackShape.parse(ack);
        }),
        { seed, numRuns: 60, endOnFailure: true },
      );
      expect(
        details.errorInstance ?? null,
        `${replay}: ${JSON.stringify(details.counterexample)}`,
      ).toBeNull();
    }
    socket?.close();
  });

  it('bytes that are not a packet', async () => {
    const packets = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '4',
        '40',
        '42',
        '42[',
        '42[]',
        '42{}',
        '42["room:join"]',
        '42["room:join",',
        '420[1]',
        '45-',
        '451-["room:join",{"_placeholder":true,"num":0}]',
        '40/admin,{}',
        '41',
        '1',
        '6',
        '9',
      ),
      fc.uint8Array({ maxLength: 100 }),
    );
    const details = await fc.check(
      fc.asyncProperty(fc.array(packets, { maxLength: 5 }), async (sent) => {
        const socket = await connectRaw(app.url, player.token);
        for (const packet of sent) socket.send(packet);
        socket.close();
      }),
      { seed, numRuns: 60, endOnFailure: true },
    );
    expect(details.errorInstance ?? null, `${replay}: ${JSON.stringify(details.counterexample)}`).toBeNull();
    const socket = await connectRaw(app.url, player.token);
    const ack = await socket.emitWithAck('room:join', { room: 'auctions' }, replyWithinMs);
    expect(RoomJoinAck.parse(ack).rooms[0]?.ok).toBe(true);
    socket.close();
  });
});
