import type { SignedInClient } from '@copup/testkit/app.ts';
import fc, { type Arbitrary } from 'fast-check';
import { BOUNDARY } from './form-values.ts';
import { type JsonSchema, type KnownValues, nasty, spoilt, valuesOf } from './schema-values.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: JsonSchema;
}
export interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: JsonSchema }> };
}

/** The rows that exist on the tested server. */
export interface FuzzWorld {
  subjects: readonly number[];
  /** Social tasks, referral tasks and uploads. */
  tasks: readonly number[];
  /** Two teams, their fixture and a bet. */
  bets: readonly [number, number, number, number];
  /** Pictures as data URLs. */
  screenshots: readonly string[];
  player: SignedInClient;
  operator: SignedInClient;
  /** Bodies of multipart/form-data: arbitrary ones, and as browsers send them. */
  forms: Arbitrary<Uint8Array<ArrayBuffer>>;
  goodForms: Arbitrary<Uint8Array<ArrayBuffer>>;
}

const mostly = (good: Arbitrary<unknown>, bad: Arbitrary<unknown>) =>
  fc.oneof({ weight: 2, arbitrary: good }, { weight: 1, arbitrary: bad });

/** Returns ids that exist, of the kind that the path refers to, and sometimes of another. */
function knownValues(
  path: string,
  { subjects, tasks, bets, screenshots, player, operator }: FuzzWorld,
): KnownValues {
  const users = [player.user.id, operator.user.id];
  const ofSubjects = /auction|contest|card|math|tap/i.test(path);
  const ofBets = /\/(bets?|fixtures|teams)(\/|$)/.test(path);
  const own = ofSubjects ? subjects : /task/.test(path) ? tasks : ofBets ? bets : users;
  const subject = fc.constantFrom(...subjects);
  return {
    id: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom<unknown>(...own) },
      { weight: 1, arbitrary: fc.constantFrom<unknown>(...(ofSubjects ? users : subjects), 1) },
    ),
    ids: fc.subarray([...tasks], { minLength: 1 }),
    screenshot: fc.constantFrom(...screenshots),
    betId: fc.constantFrom(...bets),
    team_a: fc.constantFrom(...bets),
    team_b: fc.constantFrom(...bets),
    fixture_id: fc.constantFrom(...bets),
    gameId: subject,
    tap_contest_id: subject,
    contest: subject,
    email: fc.oneof(fc.constantFrom(`${player.user.username}@example.test`), fc.emailAddress()),
    // A load test of 20,000 users is allowed, but takes too long here.
    users: fc.integer({ min: 1, max: 5 }),
    realm: fc.constantFrom(0, 0, 1, 2_147_483_647),
  };
}

export interface FuzzRequest {
  address: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | undefined;
}

/** Generates requests that an operation accepts, and requests with an error in each possible place. */
export function requestsOf(
  path: string,
  { parameters = [], requestBody }: Operation,
  world: FuzzWorld,
): Arbitrary<FuzzRequest> {
  const { player, operator, forms, goodForms } = world;
  const known = knownValues(path, world);
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
    { weight: isForm ? 20 : 0, arbitrary: goodForms },
    { weight: isForm ? 20 : 1, arbitrary: forms },
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
    {
      weight: 5,
      arbitrary: fc.constantFrom(
        ...(path.includes('/admin/') ? [operator.token] : []),
        player.token,
        operator.token,
      ),
    },
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
