import { ROOM_STATE, SOCKET_CALL, TAP, userRoom } from '@copup/shared/room-names.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { givePin } from '@copup/testkit/pins.ts';
import { RoomClient } from '@copup/testkit/room-servers.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertAuction } from '../../../test/bidding.ts';
import { auditLedger } from '../../audit.ts';
import { inTransaction } from '../../db/in-transaction.ts';

const DAY_MS = 86_400_000;

let database: TestDatabase;
let servers: [TestApp, TestApp];
let operator: SignedInClient;
let second: SignedInClient;
const sockets: RoomClient[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const start = () =>
    startApp({
      database,
      redis: null,
      env: { SUPPORT_EMAIL: 'support@copup.test' },
      overrides: { limitRules: noLimits },
    });
  servers = [await start(), await start()];
  for (const { deps } of servers) await deps.sessions.start();
  operator = await servers[0].signIn({ role: 1 });
  second = await servers[0].signIn({ role: 1 });
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  if (servers) expect((await auditLedger(servers[0].deps.db)).ok).toBe(true);
  for (const server of servers ?? []) await server.close();
  await database?.drop();
});

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await servers[0].deps.db.pool.query(text, values)).rows as Row[];
const suspend = ({ user }: SignedInClient, reason = 'Two accounts of one person', by = operator) =>
  by.post(`/admin/users/${user.id}/suspend`, { reason });
const end = ({ user }: SignedInClient) =>
  operator.post(`/admin/users/${user.id}/end-suspension`, { reason: 'A mistake' });
const approve = (approvalId: number) => second.post(`/admin/approvals/${approvalId}/approve`);
const newBid = async (player: SignedInClient) => {
  const id = await insertAuction(servers[0].deps.db, {});
  return player.post(`/auction/pay-entry/${id}`);
};
const codeOf = async (reply: Promise<{ body: { code?: string } }>) => (await reply).body.code;
/** Moves the suspensions of a player into the past, as the time does. */
async function letPass({ user }: SignedInClient, days: number): Promise<void> {
  await query(
    `UPDATE suspensions SET started_at = started_at - $2::int * interval '1 day', ends_at = ends_at - $2::int * interval '1 day'
     WHERE user_id = $1`,
    [user.id, days],
  );
  const { db, sessions } = servers[0].deps;
  await inTransaction(db, (tx) => sessions.publishUserChanges(tx, [user.id]));
  await sessions.readChanges();
}

describe('S10 a suspension', () => {
  it('stops commands by HTTP and by open sockets of every server at once, and leaves what protects the player', async () => {
    const [one, two] = servers;
    const ada = await one.signIn({ coins: 500 });
    const at = two.client.withToken(ada.token);
    const socket = new RoomClient(two.url, ada.token);
    sockets.push(socket);
    await socket.connected();
    await socket.join(userRoom(ada.user.id));
    const auction = await insertAuction(one.deps.db, {});
    const news = socket.event(ROOM_STATE);
    const reply = await suspend(ada);
    expect([reply.status, reply.body.suspensions]).toEqual([
      200,
      [expect.objectContaining({ reason: 'Two accounts of one person', is_in_force: true })],
    ]);
    const endsAt = reply.body.suspensions[0].ends_at;
    expect(Date.parse(endsAt) - Date.parse(reply.body.suspensions[0].started_at)).toBe(14 * DAY_MS);
    expect(await news).toMatchObject({ state: { suspendedUntil: Date.parse(endsAt) } });
    for (const { deps } of servers) await deps.sessions.readChanges();
    const [refused] = [await at.post(`/auction/pay-entry/${auction}`)];
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: 'SUSPENDED', details: { until: endsAt } },
    ]);
    const call = { call: 'POST /auction/pay-entry/:id', params: { id: auction } };
    expect(await socket.socket.emitWithAck(SOCKET_CALL, call)).toMatchObject({
      ok: false,
      code: 'SUSPENDED',
    });
    const tap = { contest: 1, stream: 1, batch: 1, count: 1 };
    expect(await socket.socket.emitWithAck(TAP, tap)).toMatchObject({ code: 'SUSPENDED' });
    const account = { account_name: 'Ada Obi', account_number: '0123456789', bank_name: 'gtb' };
    expect([
      await codeOf(at.post('/tradeConfirm/payout', { ...account, bid_points: 20, pin: '0417' })),
      await codeOf(at.post('/user/send-bid-points', {})),
      await codeOf(at.post('/cart/checkout', {})),
      await codeOf(at.delete('/user/delete')),
    ]).toEqual(['SUSPENDED', 'SUSPENDED', 'SUSPENDED', 'SUSPENDED']);
    expect((await at.get('/user/profile')).status).toBe(200);
    expect((await at.post('/user/notifications/read')).status).toBe(200);
    expect((await at.put('/user/limits', { day: 100 })).body.code).not.toBe('SUSPENDED');
    expect((await at.post('/auth/sessions/end', { which: 'others' })).status).toBe(200);
    expect(
      await query('SELECT action, details FROM admin_audit WHERE subject_id = $1', [ada.user.id]),
    ).toEqual([{ action: 'user.suspend', details: { reason: 'Two accounts of one person' } }]);
  });

  it('keeps payouts of before waiting, with the reason in the queue', async () => {
    const ada = await servers[0].signIn({ coins: 500 });
    await givePin(servers[0].deps, ada.user.id, '0417');
    const account = { account_name: 'Ada Obi', account_number: '0123456789', bank_name: 'gtb' };
    const { body } = await ada.post('/tradeConfirm/payout', { ...account, bid_points: 20, pin: '0417' });
    await suspend(ada);
    const path = `/admin/payouts/${body.payout.id}`;
    expect((await operator.get(path)).body).toMatchObject({ status: 'pending', on_hold: 'SUSPENDED' });
    expect(await codeOf(operator.post(`${path}/approve`))).toBe('SUSPENDED');
    expect((await end(ada)).body.suspensions[0].is_in_force).toBe(false);
    expect((await operator.post(`${path}/approve`)).status).toBe(200);
  });

  it('ends after 14 days by the database’s time, and early with a reason', async () => {
    const [ada, eve] = [await servers[0].signIn({ coins: 500 }), await servers[0].signIn({ coins: 500 })];
    await suspend(ada);
    await suspend(eve);
    expect(await codeOf(newBid(ada))).toBe('SUSPENDED');
    expect((await end(eve)).status).toBe(200);
    expect((await newBid(eve)).status).toBe(200);
    expect(await codeOf(end(eve))).toBe('NOT_SUSPENDED');
    await letPass(ada, 14);
    expect((await newBid(ada)).status).toBe(200);
    expect((await ada.get('/user/suspension')).body).toEqual({ suspension: null });
  });

  it('is renewed by two operators only, also within 14 days of its end', async () => {
    const ada = await servers[0].signIn();
    const first = await suspend(ada);
    const renewal = await suspend(ada, 'The second account is still open');
    expect(renewal.status).toBe(202);
    const endOf = async () => {
      const { body } = await operator.get(`/admin/users/${ada.user.id}/suspensions`);
      return [
        body.suspensions[0].reason,
        Date.parse(body.suspensions[0].ends_at),
        body.suspensions[0].is_in_force,
      ];
    };
    const firstEnd = Date.parse(first.body.suspensions[0].ends_at);
    expect(await endOf()).toEqual(['Two accounts of one person', firstEnd, true]);
    expect(await codeOf(operator.post(`/admin/approvals/${renewal.body.approval_id}/approve`))).toBe(
      'OWN_REQUEST',
    );
    expect((await approve(renewal.body.approval_id)).status).toBe(200);
    expect(await endOf()).toEqual(['The second account is still open', firstEnd + 14 * DAY_MS, true]);
    await letPass(ada, 28 + 13);
    const again = await suspend(ada, 'A third account');
    expect([again.status, (await endOf())[2]]).toEqual([202, false]);
    expect((await approve(again.body.approval_id)).status).toBe(200);
    expect((await endOf())[2]).toBe(true);
    await letPass(ada, 28);
    expect((await suspend(ada, 'A fourth account')).status).toBe(200);
  });

  it('cannot concern an operator or a deleted user', async () => {
    expect(await codeOf(suspend(second))).toBe('FORBIDDEN');
    const ada = await servers[0].signIn();
    await query('UPDATE users SET deleted_at = clock_timestamp() WHERE id = $1', [ada.user.id]);
    expect(await codeOf(suspend(ada))).toBe('USER_NOT_FOUND');
  });
});

describe('S10 the answer', () => {
  it('is read by operators and mailed to support, at most ten times, while the suspension is in force', async () => {
    const ada = await servers[0].signIn();
    const answer = (text: string) => ada.post('/user/suspension/answer', { text });
    expect(await codeOf(answer('Why?'))).toBe('NOT_SUSPENDED');
    await suspend(ada);
    const { status, body } = await answer('It is my sister.\nWe share a phone.');
    expect([status, body.code]).toEqual([200, undefined]);
    expect(body.suspension).toMatchObject({
      reason: 'Two accounts of one person',
      answers: [{ text: 'It is my sister.\nWe share a phone.' }],
    });
    expect(JSON.stringify(body)).not.toContain(operator.user.username);
    const read = await operator.get(`/admin/users/${ada.user.id}/suspensions`);
    expect(read.body.answers).toEqual(body.suspension.answers);
    const [mail] = await query<{ body: string; to: string }>(
      'SELECT body, to_address::text AS to FROM mail_outbox WHERE subject LIKE $1',
      [`${ada.user.username}%`],
    );
    expect(mail).toMatchObject({ to: 'support@copup.test', body: expect.stringContaining(ada.user.id) });
    await query(
      "INSERT INTO suspension_answers (user_id, text) SELECT $1, 'More' FROM generate_series(1, 9)",
      [ada.user.id],
    );
    expect(await codeOf(answer('One more'))).toBe('TOO_MANY_ANSWERS');
  });
});
