import { DRY_RUN_SHARE } from '@copup/shared/dry-run-sizes.ts';
import type { DryRun, DryRunReport } from '@copup/shared/dry-runs.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { accepted } from '@copup/testkit/client.ts';
import { until } from '@copup/testkit/until.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { insertAuction } from '../../../test/bidding.ts';
import { DryRuns, verdictOf } from './dry-runs.ts';

const WHOLE_RUN_MS = 150_000;

let app: TestApp;
let operator: SignedInClient;
let auction: number;
beforeAll(async () => {
  app = await startApp({ runsJobs: true, env: { LOAD_TESTS: 'refuse' } });
  operator = await app.signIn({ role: 1, username: 'ada_op' });
});
beforeEach(async () => {
  auction = await insertAuction(app.deps.db);
});
afterAll(() => app?.close());
afterEach(async () => {
  for (const { id } of await list('state=running')) await operator.delete(`/admin/dry-runs/${id}`);
});

const list = async (query = ''): Promise<DryRun[]> =>
  accepted(await operator.get(`/admin/dry-runs?${query}`));
const start = (sizes: object = {}) =>
  operator.post('/admin/dry-runs', { kind: 'auction', subject_id: auction, ...sizes });
const query = async (text: string, ...values: unknown[]) => (await app.deps.db.pool.query(text, values)).rows;

it('O7 starts one at a time, in a realm of its own, without LOAD_TESTS, and ends it when asked', async () => {
  const run: DryRun = accepted(await start({ players: 20 }));
  expect(run).toMatchObject({
    kind: 'auction',
    subject_id: auction,
    players: 20,
    minutes: 2,
    state: 'running',
  });
  expect(run.realm).toBeGreaterThan(0);
  expect((await start()).body.code).toBe('DRY_RUN_ACTIVE');
  expect((await list('state=running')).map(({ id }) => id)).toEqual([run.id]);
  const ended: DryRun = accepted(await operator.delete(`/admin/dry-runs/${run.id}`));
  expect(ended).toMatchObject({
    state: 'ended',
    verdict: null,
    report: null,
    failure: 'an operator ended it',
  });
  expect(await query('SELECT FROM users WHERE realm = $1 AND deleted_at IS NULL', run.realm)).toEqual([]);
  const log = 'SELECT action FROM admin_audit WHERE subject_kind = $1 AND subject_id = $2 ORDER BY id';
  expect(await query(log, 'auction', String(auction))).toEqual([
    { action: 'dry-run.start' },
    { action: 'dry-run.end' },
  ]);
});

it('O7 refuses what there is not, what is too large, and operators without the right', async () => {
  expect((await start({ subject_id: 999_999 })).body.code).toBe('NOT_FOUND');
  expect((await start({ players: 121 })).body.code).toBe('VALIDATION_FAILED');
  expect((await operator.get('/admin/dry-runs/999')).body.code).toBe('NOT_FOUND');
  const player = await app.signIn();
  expect((await player.post('/admin/dry-runs', { kind: 'auction', subject_id: auction })).status).toBe(403);
});

it('O7 ends one whose server stopped', async () => {
  const { id } = accepted(await start({ players: 20, minutes: 1 }));
  const other = new DryRuns(app.deps, {
    cancelRealm: async () => {},
    describeSubjects: async () => new Map(),
  });
  const sweep = () => other.endLost();
  await sweep();
  expect((await list('state=running')).map((run) => run.id)).toEqual([id]);
  await query(`UPDATE dry_runs SET started_at = started_at - interval '6 minutes' WHERE id = $1`, id);
  await sweep();
  expect(await list('state=running')).toEqual([]);
});

it('O7 rehearses an auction with simulated players, reports, and leaves nothing', {
  tags: ['full'],
  timeout: WHOLE_RUN_MS,
}, async () => {
  const before = await query('SELECT * FROM auctions WHERE id = $1', auction);
  const { id, realm } = accepted(await start({ players: 30, minutes: 1 }));
  const run = await until(async () => {
    const found: DryRun = accepted(await operator.get(`/admin/dry-runs/${id}`));
    expect(found.state).toBe('ended');
    return found;
  }, WHOLE_RUN_MS - 10_000);
  expect(run.failure).toBeNull();
  const report = run.report as DryRunReport;
  expect(report).toMatchObject({
    divergent: 0,
    lost: 0,
    doubled: 0,
    unbalanced: 0,
    violations: [],
    stopped: null,
  });
  expect(report.accepted).toBeGreaterThan(100);
  expect(report.compared).toBeGreaterThan(0);
  expect(report.share.mean).toBeLessThanOrEqual(DRY_RUN_SHARE);
  expect(report.ended).toMatchObject({ status: 'completed', entries: 30 });
  expect(report.money.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['bid_hold', 'bid_release', 'bid_capture']),
  );
  // The original and all other realms are as before.
  expect(await query('SELECT * FROM auctions WHERE id = $1', auction)).toEqual(before);
  expect(await query('SELECT FROM users WHERE realm = $1 AND deleted_at IS NULL', realm)).toEqual([]);
  const open = 'SELECT FROM sessions WHERE user_id = $1 AND ended_at IS NULL';
  await until(async () => expect(await query(open, operator.user.id)).toHaveLength(1));
});

it('O7 judges wrong states and coins before times', () => {
  const times = { count: 1, p50: 1, p99: 10 };
  const good = {
    ...{ stopped: null, seconds: 60, accepted: 100, refused: { PRICE_MOVED: 3 }, errors: {}, command: times },
    ...{ delivery: times, compared: 10, divergent: 0, lost: 0, doubled: 0, unbalanced: 0, violations: [] },
    ...{ checks: [], timeline: [], close_ms: 10, ended: null },
  };
  expect(verdictOf(good)).toBe('ready');
  const slow = { ...times, p99: 151 };
  for (const care of [{ command: slow }, { errors: { BUSY: 1 } }, { stopped: 'the server was busy' }])
    expect(verdictOf({ ...good, ...care })).toBe('care');
  for (const wrong of [
    { divergent: 1 },
    { lost: 1 },
    { doubled: 1 },
    { unbalanced: -1 },
    { violations: ['x'] },
  ])
    expect(verdictOf({ ...good, ...wrong, command: slow })).toBe('no');
});
