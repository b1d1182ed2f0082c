import type { AuditLogEntry } from '@copup/shared/admin.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let app: TestApp;
let operator: SignedInClient;
beforeAll(async () => {
  app = await startApp({ overrides: { limitRules: noLimits } });
  operator = await app.signIn({ role: 1, username: 'ada_op' });
});
afterAll(() => app?.close());

async function find(filters: Record<string, string>): Promise<string[]> {
  const { status, body } = await operator.get(`/admin/audit-log?${new URLSearchParams(filters)}`);
  expect(status).toBe(200);
  return (body as AuditLogEntry[]).map(
    ({ action, subject_kind, realm }) => `${realm} ${subject_kind} ${action}`,
  );
}
const reason = 'for a test';

it('S8 O5 lists what operators do for real players; what they do in a load test has its realm', async () => {
  const before = await find({});
  const { id: realm, users } = (await operator.post('/admin/load-tests', { users: 2, bid_points: 10 })).body;
  const [player] = users;
  const inRealm = {
    realm,
    name: 'Fan',
    title: 'Follow us',
    description: 'Follow us.',
    urlLink: 'https://x.test',
  };
  const end_date = new Date(Date.now() + 600_000).toISOString();
  const auction = { ...inRealm, category: 'product', price: 1_000, entry_bid_points: 1, end_date };
  const { id: auctionId } = (await operator.post('/admin/auctions', auction)).body;
  const { id: cancelled } = (await operator.post('/admin/auctions', auction)).body;
  await operator.put(`/admin/auctions/${auctionId}`, { name: 'Standing fan' });
  await operator.post(`/admin/auctions/${cancelled}/cancel`, { reason });
  const task = (await operator.post('/admin/tasks', { ...inRealm, task_coin_reward: 5 })).body;
  await operator.put(`/admin/tasks/${task.id}`, { is_active: false });
  await operator.post(`/admin/users/${player.id}/adjust`, { bid_points: 5, reason });
  await operator.post(`/admin/users/${player.id}/rename`, { username: 'load_player', reason });
  await operator.post(`/admin/users/${(await app.signIn()).user.id}/adjust`, { bid_points: 5, reason });
  await operator.delete(`/admin/load-tests/${realm}`);

  expect(await find({})).toEqual(['0 user user.adjust', ...before]);
  expect(await find({ realm: '0', action: 'user.adjust' })).toEqual(['0 user user.adjust']);
  const ofRealm = [
    'load-test load-test.end',
    'user user.rename',
    'user user.adjust',
    'task task.edit',
    'task task.create',
    'auction auction.cancel',
    'auction auction.edit',
    'auction auction.create',
    'auction auction.create',
    'load-test load-test.create',
  ];
  expect(await find({ realm: String(realm) })).toEqual(ofRealm.map((one) => `${realm} ${one}`));
  expect(await find({ realm: String(realm), subject_kind: 'task' })).toHaveLength(2);
  expect(await find({ subject_kind: 'auction' })).toEqual([]);
});

it('S8 filters by operator, by days of Lagos, and by an action with the steps of its approval', async () => {
  const second = await app.signIn({ role: 1, username: 'bayo_op' });
  await second.put('/admin/settings/bidIncrement', { value: 2 });
  expect(await find({ operator: 'BAYO_op' })).toEqual(['0 setting setting.change']);
  expect(await find({ operator: 'bayo' })).toEqual([]);
  expect(await find({ operator: 'ada_op', action: 'setting.change' })).toEqual([]);

  await app.asOwner(
    `INSERT INTO admin_audit (at, operator_id, action, subject_kind, subject_id)
     SELECT at::timestamptz, '${second.user.id}', action, 'day', action FROM (VALUES
       ('2024-05-09T22:59:59Z', 'day.before'), ('2024-05-09T23:00:00Z', 'day.first'),
       ('2024-05-11T22:59:59.999Z', 'day.last'), ('2024-05-11T23:00:00Z', 'day.after')) AS v (at, action)`,
  );
  const days = (filters: Record<string, string>) => find({ ...filters, subject_kind: 'day' });
  expect(await days({ from: '2024-05-10', to: '2024-05-11' })).toEqual(['0 day day.last', '0 day day.first']);
  expect(await days({ to: '2024-05-09' })).toEqual(['0 day day.before']);
  expect(await days({ from: '2024-05-12' })).toEqual(['0 day day.after']);
  expect((await operator.get('/admin/audit-log?from=10.05.2024')).status).toBe(400);
  const { text } = await operator.get(
    '/admin/export/audit-log?subject_kind=day&from=2024-05-10&to=2024-05-10',
  );
  expect(text.trimEnd().split('\r\n').slice(1).join()).toMatch(/^[^\n]*day\.first[^\n]*$/);

  const { user } = await app.signIn();
  const requested = await operator.put(`/admin/users/${user.id}`, { operator_role: 'owner' });
  await second.post(`/admin/approvals/${requested.body.approval_id}/reject`);
  expect(await find({ action: 'user.promote' })).toEqual([
    '0 user user.promote.reject',
    '0 user user.promote.request',
  ]);
  expect(await find({ action: 'user.promote.reject' })).toEqual(['0 user user.promote.reject']);
});
