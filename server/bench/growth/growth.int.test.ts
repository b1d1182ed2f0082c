import { EXACT_TOTAL } from '@copup/shared/list-totals.ts';
import { ApiClient } from '@copup/testkit/client.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../src/audit.ts';
import { openDatabase } from '../../src/db/database.ts';
import { reportPlansOf } from '../../test/query-cost.ts';
import type { Call } from './call.ts';
import { listCalls, settleServer } from './calls.ts';
import { getCalls } from './get-calls.ts';
import { type GrownServer, startGrownServer } from './grown-server.ts';
import { knownGrowth } from './known-growth.ts';
import { loadWorld } from './load-world.ts';
import { type Cost, createCostMeter, largePlans, listScans, sumRows } from './query-plans.ts';

/** The smaller size exceeds every bound of a list or a count, so that only unbounded reads differ. */
const SIZES = [1_200, 4_800] as const;
const shapeOf = (users: number) => ({ users, participants: 2, rounds: 2 });
/** Rows and pages may grow by this factor, plus this allowance for deeper indexes. */
const FACTOR = 1.3;
const ALLOWANCE = { rows: 12, pages: 12 };
/**
 * Operators' lists count rows up to a bound, which a filter may not reach on the smaller side; with the pages of those
 * rows.
 */
const LIST_ALLOWANCE = { rows: EXACT_TOTAL, pages: EXACT_TOTAL / 5 };
/** Tables that never have more rows than this may be read sequentially. */
const SMALL_TABLE = 50;
const RUNS = 4;

interface Side {
  database: TestDatabase;
  server: GrownServer;
  measure: ReturnType<typeof createCostMeter>;
  calls: Call[];
}
let small: Side;
let large: Side;

beforeAll(async () => {
  [small, large] = await Promise.all([open(SIZES[0]), open(SIZES[1])]);
}, 120_000);
afterAll(async () => {
  for (const side of [small, large]) {
    await side?.server.close();
    await side?.database.drop();
  }
});

async function open(users: number): Promise<Side> {
  const database = await createTestDatabase();
  const world = await loadWorld(database.ownerUrl, shapeOf(users));
  await database.asOwner(reportPlansOf(database.url, largePlans));
  const server = await startGrownServer(database.url, world);
  await settleServer(server);
  await database.asOwner('ANALYZE');
  return { database, server, measure: createCostMeter(server.deps.db), calls: await listCalls(server) };
}

/**
 * Returns what is worse on the larger side in each of several runs: background work of a server is not attributed to
 * the call.
 */
async function compareRuns(ofSmall: Call, ofLarge: Call): Promise<string | undefined> {
  let worse: string | undefined;
  for (let times = 0; times < RUNS; times += 1) {
    const [before, after] = await Promise.all([small.measure(ofSmall.run), large.measure(ofLarge.run)]);
    worse = compare(ofLarge, before, after);
    if (!worse) return undefined;
  }
  return worse;
}

const withoutIds = (name: string | undefined) => name?.replace(/[\da-f]{8}-[\da-f-]{27}|\d+/g, '');

const hasGrown = (before: number, after: number, allowance: number) => after > FACTOR * before + allowance;

/** Returns what is worse on the larger side, with the statement that reads most there. */
function compare(call: Call, before: Cost, after: Cost): string | undefined {
  const allowed = call.name.includes('perPage=') ? LIST_ALLOWANCE : ALLOWANCE;
  const fullScans = after.scans.filter(({ node, rows }) => node === 'Seq Scan' && rows > SMALL_TABLE);
  const isGrown =
    hasGrown(before.rows, after.rows, allowed.rows) || hasGrown(before.pages, after.pages, allowed.pages);
  if (!isGrown && fullScans.length === 0) return undefined;
  const [worst] = after.queries
    .map(({ text, plan }) => ({ text, scans: [...listScans(plan)] }))
    .toSorted((a, b) => sumRows(b.scans) - sumRows(a.scans));
  return [
    `rows ${before.rows} → ${after.rows}, pages ${before.pages} → ${after.pages}`,
    ...(worst?.scans.map(({ node, name, rows }) => `${node} ${name}: ${rows}`) ?? []),
    worst?.text.replace(/\s+/g, ' '),
  ].join('; ');
}

describe('P8 what calls and sweeps read does not grow with the data', { tags: ['full'] }, () => {
  it('on a loaded ledger that passes the full audit', async () => {
    for (const { database } of [small, large]) {
      const db = openDatabase({ url: database.ownerUrl });
      const { ok, errors, checked } = await auditLedger(db, { mode: 'full' });
      await db.close();
      expect({ ok, errors }).toEqual({ ok: true, errors: [] });
      expect(checked.postings).toBeGreaterThan(10_000);
    }
  });

  it('for every GET route, bid, entry, periodic sweep and poll', { timeout: 120_000 }, async () => {
    const grown: Record<string, string> = {};
    for (const [nth, call] of large.calls.entries()) {
      const twin = small.calls[nth];
      expect(withoutIds(twin?.name)).toBe(withoutIds(call.name));
      const worse = await compareRuns(twin as Call, call);
      if (worse && !knownGrowth.some(({ calls }) => calls.test(call.name))) grown[call.name] = worse;
    }
    expect(grown).toEqual({});
    expect(large.calls.length).toBeGreaterThan(100);
  });

  it('and a new route cannot be left out', () => {
    const client = new ApiClient('http://localhost');
    const clients = { player: client, operator: client, routes: {}, lists: {} };
    const byId = { get: { parameters: [{ name: 'id', in: 'path', required: true }] } };
    expect(() => getCalls({ paths: { '/api/contests/{id}': byId } }, clients)).toThrow(
      'GET /api/contests/{id} has no example values: add them to server/bench/growth/examples.ts',
    );
    const list = { get: { parameters: [{ name: 'perPage', in: 'query' }] } };
    expect(() => getCalls({ paths: { '/api/admin/contests': list } }, clients)).toThrow(
      'GET /api/admin/contests has no filters, searches and sorts',
    );
    expect(
      getCalls({ paths: { '/api/contests': { get: {} }, '/api/cart': { post: {} } } }, clients),
    ).toMatchObject([{ name: 'GET /contests', kind: 'player' }]);
  });
});
