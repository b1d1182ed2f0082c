import type { ListedLoadTest } from '@copup/shared/admin.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endExpired } from './end-load-test.ts';

let app: TestApp;
let operator: SignedInClient;
beforeAll(async () => {
  app = await startApp({ overrides: { limitRules: noLimits } });
  operator = await app.signIn({ role: 1, username: 'ada_op' });
});
afterAll(() => app?.close());

const list = async (query = ''): Promise<ListedLoadTest[]> =>
  (await operator.get(`/admin/load-tests?${query}`)).body;
const start = async () => (await operator.post('/admin/load-tests', { users: 3, bid_points: 10 })).body;
const query = async (text: string, ...values: unknown[]) => (await app.deps.db.pool.query(text, values)).rows;
/** Moves the load test back in time. */
const age = (realm: number, interval: string) =>
  query('UPDATE realms SET created_at = created_at - $2::interval WHERE id = $1', realm, interval);
const cancelled: number[] = [];
const sweep = () => endExpired(app.deps, async (realm) => void cancelled.push(realm));

it('O5 lists load tests with who started them, their state and their end', async () => {
  const { id } = await start();
  const [listed] = await list();
  expect(listed).toMatchObject({ id, created_by: 'ada_op', state: 'running', users: 3, bid_points: 30 });
  const day = Date.parse(listed?.ends_at ?? '') - Date.parse(listed?.created_at ?? '');
  expect(day).toBe(86_400_000);
  await operator.delete(`/admin/load-tests/${id}`);
  expect((await list())[0]).toMatchObject({ id, state: 'ended' });
  const idsOf = async (state: string) => (await list(`state=${state}`)).map((each) => each.id);
  expect(await idsOf('ended')).toContain(id);
  expect(await idsOf('running')).not.toContain(id);
});

it('O5 ends a load test a day after its start, as the call does, and logs it once', async () => {
  cancelled.length = 0;
  const [{ id: old, users }, { id: young }] = [await start(), await start()];
  const player = app.client.withToken(users[0].token);
  await age(old, '23 hours 59 minutes');
  await sweep();
  expect(cancelled).toEqual([]);
  await age(old, '1 minute');
  await Promise.all([sweep(), sweep()]);
  expect(new Set(cancelled)).toEqual(new Set([old]));
  expect((await player.get('/user/profile')).body.code).toBe('SESSION_ENDED');
  expect(await query('SELECT FROM users WHERE realm = $1 AND deleted_at IS NULL', old)).toEqual([]);
  expect((await list('state=running')).map(({ id }) => id)).toEqual([young]);
  const log = `SELECT action, operator_id, realm FROM admin_audit WHERE subject_kind = 'load-test' AND subject_id = $1
    AND action <> 'load-test.create'`;
  expect(await query(log, String(old))).toEqual([
    { action: 'load-test.expire', operator_id: operator.user.id, realm: old },
  ]);
  await sweep();
  expect(new Set(cancelled)).toEqual(new Set([old]));
  await operator.delete(`/admin/load-tests/${young}`);
});

it('O5 completes an end that was interrupted, and one that fails keeps no other from ending', async () => {
  const [{ id: first }, { id: second }] = [await start(), await start()];
  const fails = async () => {
    throw new Error('interrupted');
  };
  await query(`UPDATE realms SET created_at = created_at - interval '1 day' WHERE id = ANY($1)`, [
    first,
    second,
  ]);
  await expect(endExpired(app.deps, fails)).rejects.toThrow('interrupted');
  expect((await list('state=ending')).map(({ id }) => id)).toEqual([second, first]);
  cancelled.length = 0;
  await sweep();
  expect(cancelled).toEqual([first, second]);
  expect(await list('state=ending')).toEqual([]);

  const { id: called } = await start();
  await query('UPDATE realms SET closed_at = clock_timestamp() WHERE id = $1', called);
  await sweep();
  expect(await list('state=ending')).toHaveLength(1);
  await query(`UPDATE realms SET closed_at = closed_at - interval '5 minutes' WHERE id = $1`, called);
  await sweep();
  expect(await list('state=ending')).toEqual([]);
});

it('O5 lists and ends what was started before load tests were refused', async () => {
  const { id } = await start();
  app.deps.config.loadTests = false;
  try {
    expect((await list('state=running')).map((row) => row.id)).toEqual([id]);
    expect((await operator.delete(`/admin/load-tests/${id}`)).status).toBe(200);
    expect((await operator.post('/admin/load-tests', { users: 1, bid_points: 0 })).body.code).toBe(
      'LOAD_TESTS_OFF',
    );
  } finally {
    app.deps.config.loadTests = true;
  }
});
