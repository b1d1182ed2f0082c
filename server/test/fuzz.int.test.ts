import { errorStatus } from '@copup/shared/errors.ts';
import { RoomJoinAck, socketEvents } from '@copup/shared/rooms.ts';
import { ErrorReply } from '@copup/shared/wire.ts';
import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Passwords } from '../src/accounts/passwords.ts';
import { auditLedger } from '../src/ledger/audit.ts';
import { type LimitRules, limitRules } from '../src/limits/limit-rules.ts';
import { type SignedInClient, startApp, type TestApp } from './app.ts';
import { BOUNDARY, formsOf, tinyPictures } from './form-values.ts';
import { connectRaw, type RawSocket } from './raw-socket.ts';
import { type JsonSchema, type KnownValues, nasty, spoilt, valuesOf } from './schema-values.ts';

/** The same requests at each run, so that a red run is red again; another number looks elsewhere. */
const seed = Number(process.env.COPUP_FUZZ_SEED ?? 1);
const replyWithinMs = 5_000;
/** For each route: so many requests, or as many as its share of the time allows. */
const runs = 60;
const allRoutesMs = 12_000;

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: JsonSchema;
}
interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: JsonSchema }> };
}

/** Hashing as slow as it should be would leave time for little else. */
const passwords: Passwords = {
  hash: async (password) => `plain ${password}`,
  verify: async (hash, password) => hash === `plain ${password}`,
};
const unlimited = Object.fromEntries(
  Object.entries(limitRules).map(([name, rule]) => [name, { ...rule, points: 1e9, perAddress: 1e9 }]),
) as unknown as LimitRules;

/** How many replies of each class there were. */
const statuses = new Map<string, number>();
let app: TestApp;
let auctions: number[];
let forms: Arbitrary<Uint8Array<ArrayBuffer>>;
/** Routes may sign out, demote or spend: those who ask are new for each. */
let player: SignedInClient;
let operator: SignedInClient;

beforeAll(async () => {
  console.log(`fuzzing with COPUP_FUZZ_SEED=${seed}`);
  app = await startApp({ redis: null, overrides: { passwords, limitRules: unlimited } });
  operator = await app.signIn({ role: 1 });
  forms = formsOf(await tinyPictures());
  auctions = [];
  for (const hours of [1, 2]) {
    const end_date = new Date(Date.now() + hours * 3_600_000).toISOString();
    const body = { name: 'Kettle', category: 'product', price: 10, entry_bid_points: 5, end_date };
    auctions.push((await operator.post('/admin/auctions', body)).body.id);
  }
});
afterAll(() => app?.close());

function operations(): [name: string, method: string, path: string, operation: Operation][] {
  const { paths = {} } = app.app.swagger() as unknown as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) =>
        [`${method.toUpperCase()} ${path}`, method.toUpperCase(), path, operation] as never,
    ),
  );
}

const mostly = (good: Arbitrary<unknown>, bad: Arbitrary<unknown>) =>
  fc.oneof({ weight: 2, arbitrary: good }, { weight: 1, arbitrary: bad });

function knownValues(): KnownValues {
  return {
    id: fc.constantFrom<unknown>(...auctions, player.user.id, operator.user.id, 1),
    email: fc.oneof(fc.constantFrom(`${player.user.username}@example.test`), fc.emailAddress()),
    // A load test of 20,000 is allowed, and nothing to wait for here.
    users: fc.integer({ min: 1, max: 5 }),
    realm: fc.constantFrom(0, 0, 1, 2_147_483_647),
  };
}

interface Request {
  address: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | undefined;
}

/** Requests that an operation allows, and ones with something wrong in each place where something may be. */
function requests(path: string, { parameters = [], requestBody }: Operation): Arbitrary<Request> {
  const known = knownValues();
  const at = (place: Parameter['in'], spoil: Arbitrary<unknown>) =>
    fc.record(
      Object.fromEntries(
        parameters
          .filter((parameter) => parameter.in === place)
          .map(({ name, schema }) => [name, mostly(known[name] ?? valuesOf(schema, known), spoil)]),
      ),
      {
        requiredKeys:
          place === 'path' ? parameters.filter((each) => each.in === place).map(({ name }) => name) : [],
      },
    );
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const isForm = type === 'multipart/form-data';
  const good = valuesOf(content?.schema, known);
  const broken = fc.constantFrom(
    '',
    '{',
    '[1,',
    '{"a":1}}',
    '"',
    'nul',
    '{"__proto__":{"role":1}}',
    '[[[[[[[[]]]]]]]]',
  );
  const body = fc.oneof(
    { weight: isForm ? 30 : 1, arbitrary: forms },
    { weight: 6, arbitrary: good.map((value) => JSON.stringify(value)) },
    { weight: 6, arbitrary: spoilt(good).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: nasty.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: broken },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
  const types = fc.oneof(
    {
      weight: 12,
      arbitrary: fc.constant(isForm ? `${type}; boundary=${BOUNDARY}` : (type ?? 'application/json')),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'text/plain',
        `multipart/form-data; boundary=${BOUNDARY}`,
        'application/json; charset=x',
      ),
    },
  );
  const tokens = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(player.token, operator.token) },
    { weight: 1, arbitrary: fc.constantFrom(undefined, '', 'x', 'a.b.c', `${player.token}x`) },
  );
  return fc
    .record({
      path: at('path', nasty),
      query: at('query', nasty),
      header: at('header', fc.string()),
      body,
      types,
      tokens,
    })
    .map(({ path: ids, query, header, body: text, types: contentType, tokens: token }) => {
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encode((ids as Record<string, unknown>)[name]),
      );
      const pairs = Object.entries(query as object).map(([name, value]) => `${name}=${encode(value)}`);
      const headers: Record<string, string> = {};
      for (const [name, value] of Object.entries(header as object))
        headers[name] = String(value).replace(/[^\x20-\x7e]/g, '?');
      if (text !== undefined) headers['content-type'] = contentType;
      if (token !== undefined) headers.authorization = `Bearer ${token}`;
      return { address: `${filled}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`, headers, body: text };
    });
}

function encode(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return encodeURIComponent(text.toWellFormed());
}

async function ask(method: string, { address, headers, body }: Request): Promise<void> {
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
  if (reply.status >= 500) expect(reply.status, text).toBe(errorStatus.UNAVAILABLE);
}

async function newcomers(): Promise<void> {
  player = await app.signIn({ coins: 1_000 });
  operator = await app.signIn({ role: 1 });
}

describe('R1 I10 whatever is sent is answered, and nothing but 503 is our fault', () => {
  it('every route of the OpenAPI document', { timeout: 60_000 }, async () => {
    const all = operations();
    expect(all.length).toBeGreaterThan(40);
    const broken: string[] = [];
    const deadlineMs = Date.now() + allRoutesMs;
    for (const [nth, [name, method, path, operation]] of all.entries()) {
      await newcomers();
      const property = fc.asyncProperty(requests(path, operation), (request) => ask(method, request));
      const details = await fc.check(property, {
        seed,
        numRuns: runs,
        interruptAfterTimeLimit: Math.max(20, (deadlineMs - Date.now()) / (all.length - nth)),
        endOnFailure: true,
      });
      if (details.failed && details.counterexample)
        broken.push(`${name}: ${JSON.stringify(details.counterexample)}: ${details.errorInstance}`);
    }
    console.log(`replies: ${[...statuses].map(([status, count]) => `${count} ${status}`).join(', ')}`);
    expect(broken).toEqual([]);
    // Refusing everything would prove little.
    const all2xx = statuses.get('2xx') ?? 0;
    expect(all2xx / [...statuses.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0.05);
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
    expect((await auditLedger(app.deps.db, { mode: 'full' })).faults).toEqual([]);
  });

  it('every event that a client sends over the socket', { timeout: 30_000 }, async () => {
    await newcomers();
    let socket: RawSocket | undefined;
    const events = Object.entries(socketEvents).filter(([, { from }]) => from === 'client');
    for (const [event, { payload: shape, ack: ackShape }] of events) {
      const schema = z.toJSONSchema(shape, { io: 'input' }) as JsonSchema;
      const rooms = [
        `auction:${auctions[0]}`,
        `auction:${auctions[1]}@card`,
        'auctions',
        `user:${player.user.id}`,
      ];
      const good = valuesOf(schema, {
        room: fc.constantFrom(...rooms),
        rooms: fc.subarray(rooms, { minLength: 1 }),
      });
      const payloads = fc.oneof(good, spoilt(good), nasty);
      const details = await fc.check(
        fc.asyncProperty(payloads, async (payload) => {
          socket = socket?.isOpen ? socket : await connectRaw(app.url, player.token);
          if (ackShape === null) return socket.tell(event, payload);
          const ack = await socket.ask(event, payload, replyWithinMs);
          // A message beyond the size that is allowed ends its socket.
          if (ack !== undefined) ackShape.parse(ack);
        }),
        { seed, numRuns: 60, interruptAfterTimeLimit: 1_500, endOnFailure: true },
      );
      expect(details.errorInstance ?? null, JSON.stringify(details.counterexample)).toBeNull();
    }
    socket?.close();
  });

  it('bytes that are no packet at all', { timeout: 30_000 }, async () => {
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
      { seed, numRuns: 60, interruptAfterTimeLimit: 2_000, endOnFailure: true },
    );
    expect(details.errorInstance ?? null, JSON.stringify(details.counterexample)).toBeNull();
    const socket = await connectRaw(app.url, player.token);
    const ack = await socket.ask('room:join', { room: 'auctions' }, replyWithinMs);
    expect(RoomJoinAck.parse(ack).rooms[0]?.ok).toBe(true);
    socket.close();
  });
});
