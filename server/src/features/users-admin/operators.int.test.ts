import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import type { ApiClient } from '@copup/testkit/client.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilEarlierEnded } from '../../../test/earlier-transactions.ts';
import { auditLedger } from '../../audit.ts';
import { rankWallets } from '../../ledger/wallet-ranks.ts';

let app: TestApp;
let operator: SignedInClient;
let second: SignedInClient;

beforeAll(async () => {
  app = await startApp();
  operator = await app.signIn({ role: 1 });
  second = await app.signIn({ role: 1 });
});
afterAll(async () => {
  expect((await auditLedger(app.deps.db)).ok).toBe(true);
  await app.close();
});

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await app.deps.db.pool.query(text, values)).rows as Row[];
const auditsOf = (subjectId: string) =>
  query<{ action: string; operator_id: string; details: Record<string, unknown> }>(
    'SELECT action, operator_id, details FROM admin_audit WHERE subject_id = $1 ORDER BY id',
    [subjectId],
  );
const availableOf = async (userId: string) =>
  (await query<{ available: number }>('SELECT available FROM wallets WHERE user_id = $1', [userId]))[0]
    ?.available;
/** An operator may send 20 requests a second, fewer than these tests. */
const freshOperator = () => app.signIn({ role: 1 });

it('O3 lists users with filters, order and Content-Range', async () => {
  const names = ['zz_list_a', 'zz_list_b', 'zz_list_c'];
  for (const username of names) await app.signIn({ username, coins: 5 });
  const reply = await operator.get('/admin/users?q=ZZ_LIST&perPage=2&sort=username&order=ASC');
  expect(reply.headers.get('content-range')).toBe('users 0-1/3');
  expect(reply.body.map((user: { username: string }) => user.username)).toEqual(names.slice(0, 2));
  expect(reply.body[0]).toMatchObject({ available: 5, role: 0, realm: 0 });
  expect(reply.text).not.toMatch(/password|hash/);
  const last = await operator.get('/admin/users?q=zz_list&perPage=2&page=2&sort=username;DROP&order=ASC');
  expect(last.headers.get('content-range')).toBe('users 2-2/3');
  expect((await operator.get('/admin/users?q=%25%5F')).headers.get('content-range')).toBe('users */0');
});

it('O3 lists users in the order of a balance', async () => {
  for (const coins of [20, 300, 4]) await app.signIn({ username: `rich_list_${coins}`, coins });
  const listed = async (order: string) =>
    (await operator.get(`/admin/users?q=rich_list&sort=available&order=${order}`)).body.map(
      ({ available }: { available: number }) => available,
    );
  await untilEarlierEnded(app.deps.db);
  // More than once: a server that is ranking already leaves nothing to another.
  const ranked = async () => {
    await rankWallets(app.deps.db);
    return listed('DESC');
  };
  await expect.poll(ranked, { timeout: 20_000 }).toEqual([300, 20, 4]);
  expect(await listed('ASC')).toEqual([4, 20, 300]);
});

describe('S8 roles', () => {
  it("O3a grants and removes the role once a second operator approves; never one's own; audited", async () => {
    const ada = await app.signIn();
    const path = `/admin/users/${ada.user.id}`;
    const requested = await operator.put(path, { operator_role: 'owner', available: 5_000 });
    expect([requested.status, (await operator.get(path)).body.role]).toEqual([202, 0]);
    await second.post(`/admin/approvals/${requested.body.approval_id}/approve`);
    expect((await ada.get('/admin/settings')).status).toBe(200);
    expect((await ada.put(path, { operator_role: null })).status).toBe(403);
    const removal = await operator.put(path, { operator_role: null });
    expect([removal.status, (await ada.get('/admin/settings')).status]).toEqual([202, 200]);
    expect((await ada.post(`/admin/approvals/${removal.body.approval_id}/reject`)).body.code).toBe(
      'OWN_BENEFIT',
    );
    await second.post(`/admin/approvals/${removal.body.approval_id}/approve`);
    expect((await ada.get('/admin/settings')).status).toBe(403);
    expect(await availableOf(ada.user.id)).toBe(0);
    const { user: ofLoadTest } = await app.signIn({ realm: 78 });
    expect((await operator.put(`/admin/users/${ofLoadTest.id}`, { operator_role: 'owner' })).status).toBe(
      400,
    );
    const audits = await auditsOf(ada.user.id);
    expect(audits.map(({ action }) => action)).toEqual([
      'user.promote.request',
      'user.promote.approve',
      'user.demote.request',
      'user.demote.approve',
    ]);
    expect(audits[2]?.details).toMatchObject({ from: 'owner', to: null });
    expect(audits[0]?.operator_id).toBe(operator.user.id);
  });

  it('S8, O3a gives another role once a second owner approves: at once in open sessions, with a new waiting time', async () => {
    const [support, finance] = [
      await app.signIn({ operatorRole: 'support' }),
      await app.signIn({ operatorRole: 'finance' }),
    ];
    const { user: player } = await app.signIn();
    const give = (by: SignedInClient, bid_points = 5) =>
      by.post(`/admin/users/${player.id}/adjust`, { bid_points, reason: 'a gift' });
    const refused = await give(support);
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: 'RIGHT_NEEDED', details: { right: 'coins', roles: ['owner', 'finance'] } },
    ]);
    expect(refused.body.message).toContain('owner, finance');
    const path = `/admin/users/${support.user.id}`;
    expect((await finance.put(path, { operator_role: 'finance' })).body.code).toBe('RIGHT_NEEDED');
    expect((await operator.put(path, { operator_role: 'boss' })).status).toBe(400);
    expect(
      (await operator.put(`/admin/users/${operator.user.id}`, { operator_role: 'auditor' })).status,
    ).toBe(403);
    const { body: requested } = await operator.put(path, { operator_role: 'finance' });
    const approve = (by: SignedInClient) => by.post(`/admin/approvals/${requested.approval_id}/approve`);
    expect((await approve(finance)).body.code).toBe('RIGHT_NEEDED');
    expect((await approve(second)).status).toBe(200);
    expect((await give(support)).status).toBe(200);
    expect((await support.get('/admin/rights')).body).toMatchObject({
      role: 'finance',
      commands: { 'POST /admin/users/:id/adjust': 'coins' },
    });
    const { body: large } = await give(finance, 20_000);
    const tooNew = await support.post(`/admin/approvals/${large.approval_id}/approve`);
    expect(tooNew.body.code).toBe('TOO_NEW_TO_APPROVE');
    const audits = await auditsOf(support.user.id);
    expect(audits.map(({ action, details: { from, to } }) => [action, from, to])).toEqual([
      ['user.role.request', 'support', 'finance'],
      ['user.role.approve', 'support', 'finance'],
    ]);
  });

  it('O3a a request of a former version, which names no role, makes an owner', async () => {
    const { user } = await app.signIn();
    const [request] = await query<{ id: number }>(
      `INSERT INTO approvals (action, subject_kind, subject_id, details, requested_by, why, beneficiary_id)
       VALUES ('user.promote', 'user', $1::text, '{"from": 0, "to": 1}', $2, 'always', $1::uuid) RETURNING id`,
      [user.id, operator.user.id],
    );
    await second.post(`/admin/approvals/${request?.id}/approve`);
    expect((await operator.get(`/admin/users/${user.id}`)).body).toMatchObject({
      role: 1,
      operator_role: 'owner',
    });
  });

  it('S8 the database refuses an operator without a role, and a player with one', async () => {
    const [{ user: auditor }, { user: player }] = [
      await app.signIn({ operatorRole: 'auditor' }),
      await app.signIn(),
    ];
    const set = (change: string, id: string) => query(`UPDATE users SET ${change} WHERE id = $1`, [id]);
    const broken = 'users_operator_role_check';
    await expect(set('operator_role = NULL', auditor.id)).rejects.toThrow(broken);
    await expect(set("operator_role = 'boss'", auditor.id)).rejects.toThrow(broken);
    await expect(set("operator_role = 'owner'", player.id)).rejects.toThrow(broken);
    await expect(set('role = 1', player.id)).rejects.toThrow(broken);
    await set('role = 0', auditor.id);
    expect(await query('SELECT operator_role FROM users WHERE id = $1', [auditor.id])).toEqual([
      { operator_role: null },
    ]);
  });

  it('cannot overwrite history: the audit log is append-only', async () => {
    await expect(query("UPDATE admin_audit SET action = 'nothing'")).rejects.toThrow('permission denied');
    await expect(query('DELETE FROM admin_audit')).rejects.toThrow('permission denied');
    const { user } = await app.signIn();
    await operator.post(`/admin/users/${user.id}/adjust`, { bid_points: 5, reason: 'a gift' });
    const reply = await operator.get('/admin/audit-log?subject_kind=user&perPage=1');
    expect(reply.headers.get('content-range')).toMatch(/^audit-log 0-0\/\d+$/);
    expect(reply.body[0].operator).toBe(operator.user.username);
  });
});

describe('O4 adjust', () => {
  it('credits and debits by postings, notifies the user, audits, and runs once per key', async () => {
    const { user, ...ada } = await app.signIn();
    const by = await freshOperator();
    const give = () =>
      by.post(
        `/admin/users/${user.id}/adjust`,
        { bid_points: 500, reason: ' a gift ' },
        { 'idempotency-key': 'k-1' },
      );
    const replies = await Promise.all([give(), give(), give(), give(), give()]);
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies[0]?.body).toMatchObject({ status: 'done', available: 500, approval_id: null });
    const take = await by.post(`/admin/users/${user.id}/adjust`, { bid_points: -200, reason: 'a mistake' });
    expect(take.body.available).toBe(300);
    const other = await by.post(
      `/admin/users/${user.id}/adjust`,
      { bid_points: 7, reason: 'x' },
      { 'idempotency-key': 'k-1' },
    );
    expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    const tooMuch = await by.post(`/admin/users/${user.id}/adjust`, { bid_points: -301, reason: 'x' });
    expect([tooMuch.status, tooMuch.body.code]).toEqual([409, 'NOT_ENOUGH_COINS']);
    expect(await availableOf(user.id)).toBe(300);
    expect((await auditsOf(user.id)).map(({ details }) => details.bid_points)).toEqual([500, -200]);
    const client = app.client.withToken(ada.token);
    const inbox = await client.get('/user/notifications');
    expect(inbox.body).toMatchObject({
      unread: 1,
      items: [{ kind: 'credited', details: { amount: 500 }, read: false }],
    });
    await client.post('/user/notifications/read');
    expect((await client.get('/user/profile')).body).toMatchObject({
      bid_points: 300,
      unread: 0,
      version: 4,
    });
  });

  it('L4 accepts whole numbers of coins only, up to a bound', async () => {
    const { user } = await app.signIn();
    const by = await freshOperator();
    for (const bid_points of [0, 0.1, '1', null, 2 ** 53, 1_000_000_001, -1_000_000_001, -0.5]) {
      const reply = await by.post(`/admin/users/${user.id}/adjust`, { bid_points, reason: 'x' });
      expect([bid_points, reply.status, reply.body.issues[0].path]).toEqual([bid_points, 400, 'bid_points']);
    }
    expect(await availableOf(user.id)).toBe(0);
    const body = '{"bid_points":1e3,"reason":"x"}';
    expect((await by.post(`/admin/users/${user.id}/adjust`, body)).body.available).toBe(1_000);
  });

  it('O3a needs a second, different operator above the setting', async () => {
    const { user } = await app.signIn();
    const requested = await operator.post(`/admin/users/${user.id}/adjust`, {
      bid_points: 10_001,
      reason: 'a prize',
    });
    expect([requested.status, requested.body.status, await availableOf(user.id)]).toEqual([
      202,
      'pending',
      0,
    ]);
    const path = `/admin/approvals/${requested.body.approval_id}`;
    expect((await operator.post(`${path}/approve`)).body.code).toBe('OWN_REQUEST');
    const replies = await Promise.all([1, 2, 3].map(() => second.post(`${path}/approve`)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await availableOf(user.id)).toBe(10_001);
    expect((await second.post(`${path}/reject`)).body.code).toBe('ALREADY_DECIDED');
    expect((await auditsOf(user.id)).map(({ action, operator_id }) => [action, operator_id])).toEqual([
      ['user.adjust.request', operator.user.id],
      ['user.adjust.approve', second.user.id],
    ]);
    const listed = await second.get('/admin/approvals?status=approved');
    expect(listed.body[0]).toMatchObject({
      requested_by: operator.user.username,
      decided_by: second.user.username,
    });
  });

  it('O3a moves nothing when the second operator rejects, or when the coins were spent meanwhile', async () => {
    const { user } = await app.signIn({ coins: 30_000 });
    const [first, by] = [await freshOperator(), await freshOperator()];
    const request = async (bid_points: number): Promise<string> => {
      const { body } = await first.post(`/admin/users/${user.id}/adjust`, { bid_points, reason: 'x' });
      return `/admin/approvals/${body.approval_id}`;
    };
    const [rejected, tooMuch] = [await request(20_000), await request(-30_001)];
    expect((await by.post(`${rejected}/reject`)).body.status).toBe('rejected');
    expect((await by.post(`${tooMuch}/approve`)).body.code).toBe('NOT_ENOUGH_COINS');
    expect((await by.get(tooMuch)).body.status).toBe('pending');
    expect(await availableOf(user.id)).toBe(30_000);
  });
});

describe('X13 a rename', () => {
  it('W17 reserves the old name, notifies, audits, and counts as the own change of the player', async () => {
    const [ada, tunde] = [await app.signIn({ username: 'rude_ada' }), await app.signIn()];
    const by = await freshOperator();
    const rename = (username: string, of = ada.user.id) =>
      by.post(`/admin/users/${of}/rename`, { username, reason: ' It insults a player ' });
    const save = (player: SignedInClient, username: string) => {
      const body = new FormData();
      for (const [field, value] of Object.entries({ full_name: 'Ada', username, email: 'ada@example.test' }))
        body.set(field, value);
      return player.call('PUT', '/user/profile', { body });
    };
    await query('UPDATE users SET email = $2 WHERE id = $1', [ada.user.id, 'ada@example.test']);
    const recently = "now() - interval '1 day'";
    await query(`UPDATE users SET username_changed_at = ${recently} WHERE id = $1`, [ada.user.id]);
    expect((await rename('kind_ada')).body).toMatchObject({ id: ada.user.id, username: 'kind_ada' });
    expect((await rename('kind_ada')).status).toBe(200);
    const { username_changes_from: from, ...profile } = (await ada.get('/user/profile')).body;
    expect(profile).toMatchObject({ username: 'kind_ada', unread: 1 });
    expect(Date.parse(from) - Date.now()).toBeGreaterThan(29.5 * 86_400_000);
    const change = { from: 'rude_ada', to: 'kind_ada', reason: 'It insults a player' };
    expect((await ada.get('/user/notifications')).body.items).toMatchObject([
      { kind: 'security', details: { event: 'renamed', ...change } },
    ]);
    expect(await auditsOf(ada.user.id)).toEqual([
      { action: 'user.rename', operator_id: by.user.id, details: change },
    ]);
    expect((await save(ada, 'RUDE_ada')).body.code).toBe('USERNAME_TOO_SOON');
    expect((await rename('RUDE_ada', tunde.user.id)).body.code).toBe('USERNAME_TAKEN');
    expect((await rename('KIND_ADA', tunde.user.id)).body.code).toBe('USERNAME_TAKEN');
  });

  it('S9 needs a free name of the form without a listed word, and a reason; never of an operator', async () => {
    const { user } = await app.signIn();
    const by = await freshOperator();
    const rename = async (username: unknown, { id = user.id, reason = 'x' } = {}) => {
      const { status, body } = await by.post(`/admin/users/${id}/rename`, { username, reason });
      return [status, body.code, ...(body.issues ?? []).map(({ path }: { path: string }) => path)];
    };
    for (const username of ['no spaces', 'shit_4_u', 'copup_support'])
      expect(await rename(username)).toEqual([400, 'VALIDATION_FAILED', 'username']);
    expect(await rename('fine_name', { reason: ' ' })).toEqual([400, 'VALIDATION_FAILED', 'reason']);
    expect(await rename('fine_name', { id: second.user.id })).toEqual([403, 'FORBIDDEN']);
    expect(await rename('fine_name', { id: by.user.id })).toEqual([403, 'FORBIDDEN']);
    expect(await auditsOf(user.id)).toEqual([]);
  });
});

it('O3 settings are applied by the server at once, typed, bounded and audited; an invalid row keeps the default', async () => {
  const by = await freshOperator();
  for (const value of ['2', 0, 1.5, null]) {
    const reply = await by.put('/admin/settings/bidIncrement', { value });
    expect([reply.status, reply.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  }
  expect((await by.put('/admin/settings/bidIncrement', { value: 3 })).body).toMatchObject({
    value: 3,
    default_value: 1,
  });
  expect(app.deps.settings.get('bidIncrement')).toBe(3);
  expect((await by.put('/admin/settings/__proto__', { value: 3 })).body.code).toBe('UNKNOWN_SETTING');
  expect((await auditsOf('bidIncrement')).map(({ details }) => details)).toEqual([{ from: 1, to: 3 }]);
  await query("INSERT INTO settings (key, value) VALUES ('sessionHours', '-5'), ('long gone', '1')");
  await app.deps.settings.refresh();
  expect(app.deps.settings.get('sessionHours')).toBe(24);
});

describe('O5 load tests', () => {
  const create = (by: ApiClient, body: object) => by.post('/admin/load-tests', body);

  it('create players with coins and sessions in their own realm, and end with everything in it', async () => {
    const by = await freshOperator();
    const made = await create(by, { users: 1_200, bid_points: 100 });
    expect([made.status, made.body.users.length]).toEqual([201, 1_200]);
    const { id, users } = made.body;
    const player = app.client.withToken(users[1_199].token);
    expect((await player.get('/user/profile')).body).toMatchObject({
      bid_points: 100,
      username: users[1_199].username,
    });
    const auction = await by.post('/admin/auctions', {
      name: 'Fan',
      category: 'product',
      price: 1_000,
      entry_bid_points: 10,
      end_date: new Date(Date.now() + 600_000).toISOString(),
      realm: id,
    });
    expect(auction.status).toBe(201);
    expect((await player.post(`/auction/pay-entry/${auction.body.id}`)).status).toBe(200);
    const outsider = await app.signIn({ coins: 100 });
    expect((await outsider.get(`/auction/${auction.body.id}`)).status).toBe(404);
    expect((await by.delete(`/admin/load-tests/${id}`)).status).toBe(200);
    expect((await player.get('/user/profile')).body.code).toBe('SESSION_ENDED');
    expect((await by.get(`/admin/auctions/${auction.body.id}`)).body.status).toBe('cancelled');
    expect(await availableOf(users[1_199].id)).toBe(100);
    const late = await by.post('/admin/auctions', {
      ...auction.body,
      realm: id,
      end_date: new Date(Date.now() + 600_000),
    });
    expect(late.status).toBe(400);
    expect((await by.delete(`/admin/load-tests/${id}`)).status).toBe(200);
    expect((await auditsOf(String(id))).map(({ action }) => action)).toEqual([
      'load-test.create',
      'load-test.end',
    ]);
  });

  it('leave no auction open that was being created while they ended', async () => {
    const [by, other] = [await freshOperator(), await freshOperator()];
    const { id } = (await create(by, { users: 1, bid_points: 0 })).body;
    const auction = {
      name: 'Fan',
      category: 'product',
      price: 1_000,
      entry_bid_points: 10,
      end_date: new Date(Date.now() + 600_000).toISOString(),
      realm: id,
    };
    const making = Array.from({ length: 15 }, () => other.post('/admin/auctions', auction));
    await making[0];
    await by.delete(`/admin/load-tests/${id}`);
    await Promise.all(making);
    const rows = await query<{ status: string }>('SELECT DISTINCT status FROM auctions WHERE realm = $1', [
      id,
    ]);
    expect(rows).toEqual([{ status: 'cancelled' }]);
  });

  it('are exempt from the limits of an address, but not from those of a user', async () => {
    const by = await freshOperator();
    const { body } = await create(by, { users: 1, bid_points: 0 });
    const player = app.client.withToken(body.users[0].token);
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async () => (await player.get('/user/profile')).status),
    );
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10);
  });

  it('never end the realm of real users, and are refused unless LOAD_TESTS allows them', async () => {
    const by = await freshOperator();
    expect((await by.delete('/admin/load-tests/0')).status).toBe(400);
    app.deps.config.loadTests = false;
    try {
      const before = await query('SELECT FROM realms');
      expect((await create(by, { users: 1, bid_points: 0 })).body.code).toBe('LOAD_TESTS_OFF');
      expect(await query('SELECT FROM realms')).toHaveLength(before.length);
    } finally {
      app.deps.config.loadTests = true;
    }
  });
});
