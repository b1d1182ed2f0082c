import { ErrorReply } from '@copup/shared/wire.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { createTestDatabase, runAsOwner, type TestDatabase } from '@copup/testkit/databases.ts';
import { isFull } from '@copup/testkit/is-full.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type JsonSchema, valuesOf } from '../../test/schema-values.ts';

/** Requests that are sent at once. */
const AT_ONCE = 8;

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema?: JsonSchema }> };
}

let database: TestDatabase;
let app: TestApp;
/** A walk may demote an operator or end the session. */
let operator: SignedInClient;
let name: string;
beforeAll(async () => {
  database = await createTestDatabase();
  name = new URL(database.url).pathname.slice(1);
  app = await startApp({ database, redis: null, overrides: { limitRules: noLimits } });
});
beforeEach(async () => {
  operator = await app.signIn({ role: 1 });
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

/** Runs the owner's statements in the maintenance database; afterwards all connections of the app are new. */
async function change(statements: string): Promise<void> {
  await runAsOwner('postgres://any/postgres', statements);
  await database.asOwner(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename = 'copup_server'`,
  );
}

/** Makes every writing statement fail as on a full disk. */
async function fillDisk(): Promise<void> {
  await database.asOwner(`
    CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
    DO $$ DECLARE name text; BEGIN
      FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
        EXECUTE format('CREATE TRIGGER aaa_disk_full BEFORE INSERT OR UPDATE OR DELETE ON %I EXECUTE FUNCTION disk_full()', name);
      END LOOP;
    END $$`);
}
const emptyDisk = () => database.asOwner('DROP FUNCTION disk_full CASCADE');

/** Builds a request that its schemas accept for each route of the document. */
function requests(): { route: string; method: string; path: string; init: RequestInit }[] {
  const { paths = {} } = app.app.swagger() as unknown as { paths: Record<string, Record<string, Operation>> };
  const one = (schema: JsonSchema | undefined) =>
    fc.sample(valuesOf(schema, { email: fc.constant('someone@example.test') }), { numRuns: 1, seed: 7 })[0];
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
      const values = new Map(parameters.map((parameter) => [parameter.name, one(parameter.schema)]));
      const query = new URLSearchParams(
        parameters
          .filter((parameter) => parameter.in === 'query' && parameter.required)
          .map(({ name: key }): [string, string] => [key, String(values.get(key))]),
      );
      const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
      const filled = path.replace(/\{(\w+)\}/g, (_, key: string) =>
        encodeURIComponent(String(values.get(key))),
      );
      const headers: Record<string, string> = { authorization: `Bearer ${operator.token}` };
      if (type) headers['content-type'] = type;
      return {
        route: `${method.toUpperCase()} ${path}`,
        method,
        path: `${filled}?${query}`,
        init: {
          method: method.toUpperCase(),
          headers,
          ...(type && { body: JSON.stringify(one(content?.schema) ?? {}) }),
        },
      };
    }),
  );
}

/** Returns the status of each route, or of one in `step`; no 5xx is allowed except a well-formed 503. */
async function walk(step = 1): Promise<Map<string, number>> {
  const statuses = new Map<string, number>();
  const check = async ({ route, path, init }: ReturnType<typeof requests>[number]) => {
    const reply = await fetch(`${app.url}${path}`, { ...init, signal: AbortSignal.timeout(20_000) });
    const text = await reply.text();
    statuses.set(route, reply.status);
    if (reply.status < 500) return;
    expect([route, reply.status, text]).toEqual([route, 503, text]);
    expect(ErrorReply.parse(JSON.parse(text)).code).toMatch(/^(UNAVAILABLE|BUSY)$/);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  };
  const chosen = requests().filter((_, nth) => nth % step === 0);
  for (let at = 0; at < chosen.length; at += AT_ONCE)
    await Promise.all(chosen.slice(at, at + AT_ONCE).map(check));
  return statuses;
}

const unavailableOf = (statuses: Map<string, number>) =>
  [...statuses].filter(([, status]) => status === 503).map(([route]) => route);

const readiness = async () => (await fetch(`${app.url}/readyz`)).status;
const recovers = () =>
  vi.waitUntil(async () => (await readiness()) === 200, { timeout: 20_000, interval: 100 });
const failsReadiness = () =>
  vi.waitUntil(async () => (await readiness()) === 503, { timeout: 20_000, interval: 100 });

/** While no connection is left, every route is called. */
const some = isFull ? 1 : 3;

describe('every route answers 503, never 500, and recovers without a restart', () => {
  it('while the database is read-only', { tags: ['full'] }, async () => {
    await change(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    await failsReadiness();
    const unavailable = unavailableOf(await walk());
    expect(unavailable.length).toBeGreaterThan(3);
    await change(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
    await recovers();
  });

  it('while no connection is left', async () => {
    await change(`ALTER DATABASE ${name} CONNECTION LIMIT 0`);
    await failsReadiness();
    const unavailable = unavailableOf(await walk());
    expect(unavailable.length).toBeGreaterThan(20);
    await change(`ALTER DATABASE ${name} CONNECTION LIMIT -1`);
    await recovers();
  });

  // pg-errors.test.ts proves that the error of a full disk counts as an outage.
  it('while the disk is full', { tags: ['full'] }, async () => {
    await fillDisk();
    await failsReadiness();
    const unavailable = unavailableOf(await walk(some));
    expect(unavailable.length).toBeGreaterThan(3);
    await emptyDisk();
    await recovers();
  });

  it('while the database repeatedly ends all connections', { tags: ['full'] }, async () => {
    let isOver = false;
    const ending = (async () => {
      while (!isOver) await change('SELECT 1');
    })();
    await walk(some).finally(() => {
      isOver = true;
    });
    await ending;
    await recovers();
    if (isFull) expect([...(await walk()).values()].filter((status) => status >= 500)).toEqual([]);
  });
});
