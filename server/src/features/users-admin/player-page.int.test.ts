import { SESSION_ENDED } from '@copup/shared/room-names.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { givePin } from '@copup/testkit/pins.ts';
import { RoomClient } from '@copup/testkit/room-servers.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setRisk } from '../../../test/set-risk.ts';

let database: TestDatabase;
let servers: [TestApp, TestApp];
let operator: SignedInClient;
const sockets: RoomClient[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const start = () => startApp({ database, redis: null });
  servers = [await start(), await start()];
  for (const { deps } of servers) await deps.sessions.start();
  operator = await servers[0].signIn({ role: 1 });
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  for (const server of servers ?? []) await server.close();
  await database?.drop();
});

const auditsOf = async (userId: string) => {
  const { rows } = await servers[0].deps.db.pool.query<{ action: string; details: object }>(
    'SELECT action, details FROM admin_audit WHERE subject_id = $1 ORDER BY id',
    [userId],
  );
  return rows.map(({ action, details }) => [action, details]);
};

describe('S3a an operator signs a player out', () => {
  it('ends one session or all, with the open pages on every server, and audits the reason', async () => {
    const [one, two] = servers;
    const ada = await one.signIn();
    const [tablet, laptop] = [await one.signInAs(ada.user.id), await one.signInAs(ada.user.id)];
    const open = async (url: string, token: string | undefined) => {
      const socket = new RoomClient(url, token ?? '');
      sockets.push(socket);
      await socket.connected();
      return socket.event(SESSION_ENDED);
    };
    const path = `/admin/users/${ada.user.id}`;
    const { body } = await operator.get(`${path}/sessions`);
    expect(body.sessions).toHaveLength(3);
    expect(body.sessions.map(({ is_current }: { is_current: boolean }) => is_current)).not.toContain(true);
    const tabletId = JSON.parse(atob((tablet.token ?? '').split('.')[1] ?? '')).sid;
    const [atTwo, atOne] = [open(two.url, laptop.token), open(one.url, ada.token)];
    const first = await operator.post(`${path}/sign-out`, { session_id: tabletId, reason: 'A lost tablet' });
    expect([first.status, first.body.message]).toEqual([200, 'One device is signed out']);
    expect((await tablet.get('/user/profile')).body.code).toBe('SESSION_ENDED');
    expect((await ada.get('/user/profile')).status).toBe(200);
    const again = await operator.post(`${path}/sign-out`, { session_id: tabletId, reason: 'A lost tablet' });
    expect([again.status, again.body.code]).toEqual([404, 'NOT_FOUND']);
    const all = await operator.post(`${path}/sign-out`, { reason: 'A stolen password' });
    expect(all.body.message).toBe('2 devices are signed out');
    expect(await Promise.all([atTwo, atOne])).toMatchObject([
      { code: 'SESSION_ENDED' },
      { code: 'SESSION_ENDED' },
    ]);
    expect((await two.client.withToken(laptop.token ?? '').get('/user/profile')).body.code).toBe(
      'SESSION_ENDED',
    );
    expect((await operator.get(`${path}/sessions`)).body.sessions).toEqual([]);
    expect(await auditsOf(ada.user.id)).toEqual([
      ['user.sign-out', { sessions: 1, reason: 'A lost tablet' }],
      ['user.sign-out', { sessions: 2, reason: 'A stolen password' }],
    ]);
  });

  it('is refused for operators, for sessions of others and for unknown users', async () => {
    const [ada, eve] = [await servers[0].signIn(), await servers[0].signIn()];
    const sid = JSON.parse(atob(eve.token.split('.')[1] ?? '')).sid;
    const post = async (id: string, body: object = {}) =>
      (await operator.post(`/admin/users/${id}/sign-out`, { reason: 'A test', ...body })).body.code;
    expect([
      await post(operator.user.id),
      await post(ada.user.id, { session_id: sid }),
      await post(crypto.randomUUID()),
    ]).toEqual(['FORBIDDEN', 'NOT_FOUND', 'USER_NOT_FOUND']);
    expect((await eve.get('/user/profile')).status).toBe(200);
  });
});

it('O1 notes name the operator and the time, newest first; no one changes them, and players do not read them', async () => {
  const ada = await servers[0].signIn();
  const path = `/admin/users/${ada.user.id}/notes`;
  await operator.post(path, { text: 'Called about a payment.\nShe will send the receipt.' });
  const { body } = await operator.post(path, { text: 'The receipt is fine.' });
  expect(body.notes).toEqual([
    {
      id: expect.any(Number),
      at: expect.any(String),
      operator: operator.user.username,
      text: 'The receipt is fine.',
    },
    expect.objectContaining({ text: 'Called about a payment.\nShe will send the receipt.' }),
  ]);
  expect((await operator.get(path)).body).toEqual(body);
  expect((await operator.post(path, { text: ' ' })).status).toBe(400);
  expect((await ada.get(path)).status).toBe(403);
  const { pool } = servers[0].deps.db;
  for (const change of ["UPDATE user_notes SET text = ''", 'DELETE FROM user_notes'])
    await expect(pool.query(change)).rejects.toThrow('permission denied');
  expect(await auditsOf(ada.user.id)).toEqual([
    ['user.note', { note: body.notes[1].id }],
    ['user.note', { note: body.notes[0].id }],
  ]);
});

it('O1 what is pending of a player is listed without the player’s pages', async () => {
  const ada = await servers[0].signIn({ coins: 500 });
  const path = `/admin/users/${ada.user.id}/pending`;
  expect((await operator.get(path)).body).toEqual({ items: [], flags: [] });
  await givePin(servers[0].deps, ada.user.id, '0417');
  const account = { account_name: 'Ada Obi', account_number: '0123456789', bank_name: 'gtb' };
  expect((await ada.post('/tradeConfirm/payout', { ...account, bid_points: 20, pin: '0417' })).status).toBe(
    200,
  );
  const payment = { price: 2_000, bid_points: 20, sender_account_name: 'Ada Obi' };
  const { body: paid } = await ada.post('/manualPayment/manual-payment', payment);
  expect((await operator.get(path)).body.items).toEqual([
    { kind: 'held', details: '', bid_points: 20 },
    { kind: 'payment', details: paid.reference, bid_points: 20 },
    { kind: 'payout', details: 'pending', bid_points: 20 },
  ]);
  const flagsOf = async () => (await operator.get(path)).body.flags;
  expect(await flagsOf()).toEqual(['other_name']);
  const query = (text: string) => servers[0].deps.db.pool.query(text, [ada.user.id]);
  await setRisk(servers[0], ada.user.id, 'OWES_COINS');
  await setRisk(servers[0], ada.user.id, 'OPEN_DISPUTE');
  await query(
    `INSERT INTO play_limits (user_id, realm, time_out_until) VALUES ($1, 0, clock_timestamp() + interval '1 day')`,
  );
  await operator.post(`/admin/users/${ada.user.id}/suspend`, { reason: 'A test' });
  expect(await flagsOf()).toEqual(['disputed', 'on_break', 'other_name', 'owes', 'suspended']);
  expect((await operator.get(`/admin/users/${crypto.randomUUID()}/pending`)).body.code).toBe(
    'USER_NOT_FOUND',
  );
});
