import type { LoadTest } from '@copup/shared/admin.ts';
import { AdminPayout, Bank } from '@copup/shared/payouts.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { setPin, testPin } from '@copup/testkit/wallet-player.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPayoutWorld, type PayoutWorld } from '../../../test/payout-world.ts';
import { setRisk } from '../../../test/set-risk.ts';
import { auditLedger } from '../../audit.ts';

let world: PayoutWorld;
/** Another server on the same database. */
let other: TestApp;
beforeAll(async () => {
  world = await openPayoutWorld();
  other = await startApp({ database: world.app.database, overrides: { limitRules: noLimits } });
});
afterAll(async () => {
  expect((await auditLedger(world.app.deps.db)).errors).toEqual([]);
  await other.close();
  await world.app.close();
});

const outcome = ({ status, body }: { status: number; body: { code?: string; status?: string } }) => [
  status,
  body.code ?? body.status,
];
const noticesOf = async (player: SignedInClient) =>
  (await player.get('/user/notifications')).body.items
    .filter(({ kind }: { kind: string }) => kind === 'payout')
    .map(({ details }: { details: unknown }) => details);
const auditOf = (id: number) =>
  world.query<{ action: string; details: object }>(
    "SELECT action, details FROM admin_audit WHERE subject_kind = 'payout' AND subject_id = $1 ORDER BY id",
    [String(id)],
  );
const platform = async () =>
  (
    await world.query<{ paid: number }>(
      `SELECT coalesce(sum(CASE WHEN destination = 'payouts' THEN amount ELSE -amount END), 0)::bigint AS paid
       FROM postings WHERE 'payouts' IN (source, destination)`,
    )
  )[0]?.paid ?? 0;
const reason = { reason: 'The account is closed' };
const reference = { bank_reference: 'GTB-0921' };

describe('W3 an operator', () => {
  it('approves and pays a payout: the coins leave the wallet, and the player is notified of both', async () => {
    const [player, operator, paid] = [await world.player(500), await world.operator(), await platform()];
    const id = await world.requested(player, 200);
    expect(outcome(await world.decide(operator, id, 'pay', reference))).toEqual([409, 'WRONG_STATUS']);
    const approved = AdminPayout.parse((await world.decide(operator, id, 'approve')).body);
    expect(approved).toMatchObject({
      status: 'approved',
      decided_by: operator.user.username,
      amount: 18_000,
    });
    expect(await world.balances(player)).toEqual({ available: 300, held: 0, bonus: 0 });
    expect(await platform()).toBe(paid + 200);
    expect((await world.decide(operator, id, 'pay', {})).status).toBe(400);
    const done = AdminPayout.parse((await world.decide(operator, id, 'pay', reference)).body);
    expect(done).toMatchObject({ status: 'paid', bank_reference: 'GTB-0921', ended_at: expect.any(String) });
    expect(await noticesOf(player)).toEqual([
      { status: 'paid', amount: 200 },
      { status: 'approved', amount: 200 },
    ]);
    for (const [action, body] of [
      ['approve', undefined],
      ['reject', reason],
      ['pay', reference],
      ['return', reason],
    ] as const) {
      const { status, body: refused } = await world.decide(operator, id, action, body);
      expect([status, refused.code, refused.details]).toEqual([409, 'WRONG_STATUS', { status: 'paid' }]);
    }
    const audited = await auditOf(id);
    expect(audited.map(({ action }) => action)).toEqual(['payout.approve', 'payout.pay']);
    expect(JSON.stringify(audited)).not.toContain('0123456789');
  });

  it('sends several payouts with one file of the bank, and marks them as paid with its reference', async () => {
    const operator = await world.operator();
    const players = [await world.player(500), await world.player(500), await world.player(500)];
    const ids: number[] = [];
    for (const player of players) ids.push(await world.requested(player, 200));
    const [first = 0, second = 0, third = 0] = ids;
    for (const id of [first, second]) await world.decide(operator, id, 'approve');
    const file = (of: number[]) => operator.post('/admin/payouts/bank-file', { ids: of });
    expect((await file([first, third])).body.details).toEqual({ id: third });
    expect((await file([first, 999_999])).body.code).toBe('PAYOUT_NOT_FOUND');
    const { text } = await file([second, first]);
    const lines = text.trimEnd().split('\r\n');
    expect(lines.slice(1)).toEqual(
      [first, second].map((id) => expect.stringContaining(`,18000,NGN,Copup ${id}`)),
    );
    expect(lines[1]).toMatch(/^0123456789,/);
    const log = "SELECT details FROM admin_audit WHERE action = 'payout.bank-file'";
    expect(await world.query(log)).toEqual([{ details: { ids: [second, first] } }]);

    const pay = () =>
      operator.post(
        '/admin/payouts/pay',
        { ids, bank_reference: 'GTB-FILE-1' },
        { 'idempotency-key': 'file-1' },
      );
    const paid = (await pay()).body;
    expect(paid).toMatchObject({ decided: [first, second], refused: [{ id: third, code: 'WRONG_STATUS' }] });
    expect((await pay()).body.decided).toEqual([first, second]);
    for (const player of players.slice(0, 2)) expect((await noticesOf(player))[0]?.status).toBe('paid');
    expect(await auditOf(first)).toHaveLength(2);
    expect((await file([first])).body.code).toBe('WRONG_STATUS');
  });

  it('W5a puts no payout of a player at risk into a file of the bank', async () => {
    const [player, operator] = [await world.player(500), await world.operator()];
    const id = await world.requested(player, 200);
    await world.decide(operator, id, 'approve');
    await setRisk(world.app, player.user.id, 'OWES_COINS');
    expect((await operator.post('/admin/payouts/bank-file', { ids: [id] })).body.code).toBe('WRONG_STATUS');
    const paid = await operator.post('/admin/payouts/pay', { ids: [id], bank_reference: 'GTB-FILE-2' });
    expect(paid.body).toMatchObject({ decided: [], refused: [{ id, code: 'OWES_COINS' }] });
    await setRisk(world.app, player.user.id, null);
  });

  it('rejects a payout with a reason: the coins are released', async () => {
    const [player, operator, paid] = [await world.player(500), await world.operator(), await platform()];
    const id = await world.requested(player, 200);
    expect((await world.decide(operator, id, 'reject', {})).status).toBe(400);
    expect(outcome(await world.decide(operator, id, 'return', reason))).toEqual([409, 'WRONG_STATUS']);
    expect(outcome(await world.decide(operator, id, 'reject', reason))).toEqual([200, 'rejected']);
    expect(await world.balances(player)).toEqual({ available: 500, held: 0, bonus: 0 });
    expect(await platform()).toBe(paid);
    expect(await noticesOf(player)).toEqual([{ status: 'rejected', amount: 200, ...reason }]);
    expect((await player.get('/tap/payout-history')).body[0]).toMatchObject({
      status: 'rejected',
      ...reason,
    });
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['payout.reject']);
  });

  it('P6 approves and returns a payout once, also when the action is repeated in parallel', async () => {
    const [player, operator, paid] = [await world.player(500), await world.operator(), await platform()];
    const id = await world.requested(player, 200);
    // P6: repeated with its key, a decision gets the first reply.
    const approvals = await Promise.all(
      Array.from({ length: 4 }, () => world.decide(operator, id, 'approve', undefined, 'once')),
    );
    for (const reply of approvals) expect(outcome(reply)).toEqual([200, 'approved']);
    expect(await auditOf(id)).toHaveLength(1);
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => world.decide(operator, id, 'return', reason)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await world.balances(player)).toEqual({ available: 500, held: 0, bonus: 0 });
    expect(await platform()).toBe(paid);
    expect(await noticesOf(player)).toEqual([
      { status: 'returned', amount: 200, ...reason },
      { status: 'approved', amount: 200 },
    ]);
    expect(await world.requested(player, 500)).toBeGreaterThan(id);
  });

  it('W5a neither approves nor pays a payout of a user who owes or has a dispute, and both see that it is on hold', async () => {
    const operator = await world.operator();
    const player = await world.player(500);
    const id = await world.requested(player, 200);
    const held = async () => [
      (await player.get('/tap/payout-history')).body[0].on_hold,
      (await operator.get(`/admin/payouts/${id}`)).body.on_hold,
      (await operator.get(`/admin/payouts?user_id=${player.user.id}`)).body[0].on_hold,
    ];
    for (const [action, body] of [
      ['approve', undefined],
      ['pay', reference],
    ] as const) {
      for (const risk of ['OWES_COINS', 'OPEN_DISPUTE'] as const) {
        expect(await held()).toEqual([null, null, null]);
        await setRisk(world.app, player.user.id, risk);
        expect(outcome(await world.decide(operator, id, action, body))).toEqual([409, risk]);
        expect(await held()).toEqual([risk, risk, risk]);
        await setRisk(world.app, player.user.id, null);
      }
      expect((await world.decide(operator, id, action, body)).status).toBe(200);
    }
  });

  it('decides at the same time as another, also on another server: one decision takes effect, the other gets the status', async () => {
    const operators = [await world.operator(), await world.operator()] as const;
    const onOther = other.client.withToken(operators[1].token);
    for (let round = 0; round < 4; round += 1) {
      const player = await world.player(100);
      const id = await world.requested(player, 60);
      const [one, two] = await Promise.all([
        world.decide(operators[0], id, 'approve'),
        onOther.post(`/admin/payouts/${id}/${round % 2 === 0 ? 'reject' : 'approve'}`, reason),
      ]);
      const status = await world.statusOf(id);
      const [won, lost] = one.status === 200 ? [one, two] : [two, one];
      expect([won.status, won.body.status]).toEqual([200, status]);
      expect([lost.status, lost.body.code, lost.body.details]).toEqual([409, 'WRONG_STATUS', { status }]);
      expect(await world.balances(player)).toEqual({
        available: status === 'approved' ? 40 : 100,
        held: 0,
        bonus: 0,
      });
      expect(await auditOf(id)).toHaveLength(1);
      expect(await noticesOf(player)).toHaveLength(1);
    }
  });
});

describe('O3a payouts', () => {
  it('above the threshold wait for a second operator, who is neither the requester nor the player', async () => {
    const [player, first, second] = [
      await world.player(40_000),
      await world.operator(),
      await world.operator(),
    ];
    const id = await world.requested(player, 10_001);
    const pending = await world.decide(first, id, 'approve');
    expect(outcome(pending)).toEqual([202, 'pending']);
    expect((await world.decide(first, id, 'approve')).body.approval_id).toBe(pending.body.approval_id);
    expect(outcome(await world.decide(second, id, 'approve'))).toEqual([409, 'ALREADY_REQUESTED']);
    expect(await world.balances(player)).toMatchObject({ available: 29_999, held: 10_001 });
    expect((await first.get(`/admin/payouts/${id}`)).body).toMatchObject({
      status: 'pending',
      approval_id: pending.body.approval_id,
    });
    const approve = (by: SignedInClient) => by.post(`/admin/approvals/${pending.body.approval_id}/approve`);
    expect(outcome(await approve(first))).toEqual([409, 'OWN_REQUEST']);
    expect(outcome(await approve(second))).toEqual([200, 'approved']);
    expect(await world.balances(player)).toMatchObject({ available: 29_999, held: 0 });
    expect((await first.get(`/admin/payouts/${id}`)).body).toMatchObject({
      status: 'approved',
      approval_id: null,
      decided_by: first.user.username,
    });
    const returned = await world.decide(second, id, 'return', reason);
    expect(outcome(returned)).toEqual([202, 'pending']);
    await first.post(`/admin/approvals/${returned.body.approval_id}/approve`);
    expect(await world.balances(player)).toMatchObject({ available: 40_000, held: 0 });
  });

  it('that were rejected meanwhile cannot be approved by the request', async () => {
    const [player, first, second] = [
      await world.player(40_000),
      await world.operator(),
      await world.operator(),
    ];
    const id = await world.requested(player, 20_000);
    const { body } = await world.decide(first, id, 'approve');
    expect(outcome(await world.decide(second, id, 'reject', reason))).toEqual([200, 'rejected']);
    const late = await second.post(`/admin/approvals/${body.approval_id}/approve`);
    expect([late.status, late.body.code, late.body.details]).toEqual([
      409,
      'WRONG_STATUS',
      { status: 'rejected' },
    ]);
    expect(await world.balances(player)).toMatchObject({ available: 40_000, held: 0 });
  });

  it('count in the sum of the operator and in that of the player, with adjustments; returns count too', async () => {
    const [first, second] = [await world.operator(), await world.operator()];
    const player = await world.player(20_000);
    const adjust = (by: SignedInClient, to: SignedInClient, coins: number) =>
      by.post(`/admin/users/${to.user.id}/adjust`, { bid_points: coins, reason: 'a test' });
    expect((await adjust(first, player, 4_000)).status).toBe(200);
    const id = await world.requested(player, 6_000);
    expect(outcome(await world.decide(second, id, 'approve'))).toEqual([200, 'approved']);
    const returned = await world.decide(second, id, 'return', reason);
    expect(outcome(returned)).toEqual([202, 'pending']);
    const why = async (approvalId: number) => (await first.get(`/admin/approvals/${approvalId}`)).body.why;
    expect(await why(returned.body.approval_id)).toBe('operator_sum');
    // The second operator has 4,000 left, the player none.
    const toPlayer = await adjust(first, player, 1);
    expect([toPlayer.status, await why(toPlayer.body.approval_id)]).toEqual([202, 'wallet_sum']);
    const third = await world.player(20_000);
    const next = await world.requested(third, 4_001);
    expect((await world.decide(second, next, 'approve')).status).toBe(202);
    const fourth = await world.player(20_000);
    const small = await world.requested(fourth, 4_000);
    expect((await world.decide(second, small, 'approve')).status).toBe(200);
  });

  it('one operator’s parallel approvals are added up', async () => {
    const operator = await world.operator();
    const ids = await Promise.all(
      Array.from({ length: 5 }, async () => world.requested(await world.player(5_000), 3_000)),
    );
    const replies = await Promise.all(ids.map((id) => world.decide(operator, id, 'approve')));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 202, 202]);
  });

  it('of an operator’s own, and of an account in the same promotion chain, are decided by others', async () => {
    const [operator, promoted] = [await world.operator(), await world.player(500)];
    const id = await world.requested(promoted, 100);
    await world.query("UPDATE users SET role = 1, operator_role = 'owner', promoted_by = $2 WHERE id = $1", [
      promoted.user.id,
      operator.user.id,
    ]);
    const asOperator = Object.assign(await world.app.signInAs(promoted.user.id), { user: promoted.user });
    for (const by of [operator, asOperator]) {
      for (const [action, body] of [
        ['approve', undefined],
        ['reject', reason],
      ] as const)
        expect((await by.post(`/admin/payouts/${id}/${action}`, body)).body.code).toBe('OWN_WALLET');
    }
    expect(outcome(await world.decide(await world.operator(), id, 'approve'))).toEqual([200, 'approved']);
  });
});

describe('O3 the queue', () => {
  it('is filtered by status, player and search, and shows the person’s record', async () => {
    const [player, operator] = [await world.player(2_000), await world.operator()];
    const approve = async (coins: number) => {
      const id = await world.requested(player, coins);
      await world.decide(operator, id, 'approve');
      await world.decide(operator, id, 'pay', reference);
    };
    await approve(100);
    await approve(150);
    await world.decide(operator, await world.requested(player, 10), 'reject', reason);
    const { body } = await world.request(player, 20, { account_name: 'Zebulon Quist' });
    const { id } = body.payout;
    const list = async (query: string) => {
      const reply = await operator.get(`/admin/payouts?${query}`);
      return [
        reply.headers.get('content-range'),
        reply.body.map((row: unknown) => AdminPayout.parse(row).id),
      ];
    };
    const open = `status=pending&user_id=${player.user.id}`;
    expect(await list(open)).toEqual(['payouts 0-0/1', [id]]);
    expect(await list('q=zebulon%20qu')).toEqual(['payouts 0-0/1', [id]]);
    expect(await list(`q=${id}`)).toEqual(['payouts 0-0/1', [id]]);
    expect((await list(`q=${player.user.username}`))[0]).toBe('payouts 0-3/4');
    expect((await list('q=nobodyhasthisname'))[0]).toBe('payouts */0');
    const admin = AdminPayout.parse((await operator.get(`/admin/payouts/${id}`)).body);
    expect(admin.history).toMatchObject({ approved: 2, rejected: 1, approved_points: 250 });
    expect(admin).toMatchObject({ username: player.user.username, bank_code: 'gtb', approval_id: null });
  });
});

describe('W3 the banks', () => {
  const specified =
    'access, citibank, diamond, ecobank, fidelity, firstbank, fcmb, gtb, heritage, keystone, polaris, providus, stanbic, standard, sterling, suntrust, union, uba, unity, wema, opay, palmpay, kuda, monipoint, zenith'.split(
      ', ',
    );

  it('are those of the specification; heritage and diamond are listed as closed, with the reason', async () => {
    const player = await world.app.signIn();
    const listed = (await player.get('/user/banks')).body.map((bank: unknown) => Bank.parse(bank));
    // Another test adds one.
    const banks = listed.filter(({ code }: Bank) => code !== 'test_bank');
    expect(banks.map(({ code }: Bank) => code).sort()).toEqual([...specified].sort());
    const closed = banks.filter((bank: Bank) => !bank.is_open);
    expect(closed.map(({ code, note }: Bank) => [code, note])).toEqual([
      ['diamond', 'Closed. It is now part of Access Bank.'],
      ['heritage', 'Closed. Its licence was revoked.'],
    ]);
    const names = banks.map(({ name }: Bank) => name);
    expect(names).toEqual([...names].sort((one: string, two: string) => (one < two ? -1 : 1)));
  });

  it('O3 are added and closed by operators; a change is audited and keeps what it does not name', async () => {
    const operator = await world.operator();
    const added = await operator.post('/admin/banks', { code: 'test_bank', name: 'Test Bank' });
    expect([added.status, added.body]).toMatchObject([
      201,
      { code: 'test_bank', name: 'Test Bank', is_open: true, note: null },
    ]);
    expect((await operator.post('/admin/banks', { code: 'test_bank', name: 'Twice' })).body.issues).toEqual([
      { path: 'code', message: 'is the code of another bank' },
    ]);
    const { id } = added.body;
    const put = async (body: object) => (await operator.put(`/admin/banks/${id}`, body)).body;
    expect(await put({ is_open: false, note: 'Maintenance' })).toMatchObject({ is_open: false });
    expect(await put({ name: 'Tested Bank' })).toMatchObject({
      ...{ name: 'Tested Bank', is_open: false, note: 'Maintenance', code: 'test_bank' },
    });
    const player = await world.player(100);
    const refused = await world.request(player, 20, { bank_name: 'test_bank' });
    expect([refused.body.code, refused.body.message]).toEqual(['BANK_CLOSED', 'Tested Bank: Maintenance']);
    await put({ is_open: true, note: null });
    expect((await world.request(player, 20, { bank_name: 'test_bank' })).status).toBe(200);
    const found = await operator.get('/admin/banks?q=tested&is_open=true');
    expect([found.headers.get('content-range'), found.body[0].id]).toEqual(['banks 0-0/1', id]);
    const actions = await world.query(
      "SELECT action FROM admin_audit WHERE subject_kind = 'bank' AND subject_id = $1 ORDER BY id",
      [String(id)],
    );
    expect(actions.map(({ action }: { action?: string }) => action)).toEqual([
      'bank.create',
      'bank.edit',
      'bank.edit',
      'bank.edit',
    ]);
  });
});

it('O5 payouts of a load test are decided apart from real ones, never paid, and rejected at its end', async () => {
  const operator = await world.operator();
  const { id: realm, users }: LoadTest = (
    await operator.post('/admin/load-tests', { users: 2, bid_points: 20_000 })
  ).body;
  const ids: number[] = [];
  for (const user of users) {
    await setPin(world.app.url, user);
    const player = world.app.client.withToken(user.token);
    const { body } = await world.request(player, 15_000, { pin: testPin });
    ids.push(body.payout.id);
  }
  const listed = async (query: string) =>
    (await operator.get(`/admin/payouts?${query}`)).body.map((row: unknown) => AdminPayout.parse(row).id);
  expect((await listed('')).filter((id: number) => ids.includes(id))).toEqual([]);
  expect(await listed(`realm=${realm}`)).toEqual([...ids].reverse());

  // Above the threshold of O3a, from which load tests are exempt.
  const [first = 0, second = 0] = ids;
  expect((await world.decide(operator, first, 'approve')).body).toMatchObject({ status: 'approved' });
  const paid = await world.decide(operator, first, 'pay', { bank_reference: 'GTB-1' });
  expect([paid.status, paid.body.code]).toEqual([403, 'FORBIDDEN']);
  const reason = { reason: 'over' };
  expect((await world.decide(operator, first, 'return', reason)).body).toMatchObject({ status: 'returned' });

  expect((await operator.delete(`/admin/load-tests/${realm}`)).status).toBeLessThan(300);
  expect(await world.statusOf(second)).toBe('rejected');
  expect(await world.query('SELECT sum(held)::int AS held FROM wallets WHERE realm = $1', [realm])).toEqual([
    { held: 0 },
  ]);
});

/** Changes a payout as no server can. */
const tamper = (change: string, id: number) =>
  world.app.asOwner(`ALTER TABLE payouts DISABLE TRIGGER USER;
    UPDATE payouts SET ${change} WHERE id = ${id};
    ALTER TABLE payouts ENABLE TRIGGER USER`);

describe('P2 the audit of payouts', () => {
  it('finds a payout whose status is not that of its transfers, or whose amount is another', async () => {
    const [player, operator] = [await world.player(1_000), await world.operator()];
    const before = (await auditLedger(world.app.deps.db)).checked.payouts ?? 0;
    const paid = await world.requested(player, 100);
    await world.decide(operator, paid, 'approve');
    await world.decide(operator, paid, 'return', { reason: 'The account is closed' });
    const id = await world.requested(player, 200);
    const { errors, checked } = await auditLedger(world.app.deps.db);
    expect([errors, checked.payouts]).toEqual([[], before + 2]);

    await tamper("status = 'approved', decided_at = now(), decided_by = user_id", id);
    expect((await auditLedger(world.app.deps.db)).errors).toEqual([
      {
        check: 'payouts',
        table: 'payouts',
        row: String(id),
        message: 'is approved; its transfers of 200 coins are payout_hold',
      },
    ]);
    await tamper("status = 'pending', decided_at = NULL, decided_by = NULL, bid_points = 250", id);
    expect((await auditLedger(world.app.deps.db)).errors).toMatchObject([
      { row: String(id), message: 'is pending; its transfers of 250 coins are none' },
    ]);
    await tamper('bid_points = 200', id);
    expect((await auditLedger(world.app.deps.db)).errors).toEqual([]);
  });

  it('the database refuses a change of what was requested, a status that goes back, and a removal', async () => {
    const player = await world.player(100);
    const id = await world.requested(player, 50);
    for (const change of [
      'SET bid_points = 60',
      "SET account_number = '9999999999'",
      "SET status = 'paid', decided_at = now(), decided_by = user_id, ended_at = now(), bank_reference = 'X-1'",
    ])
      await expect(world.query(`UPDATE payouts ${change} WHERE id = $1`, [id])).rejects.toThrow(
        /cannot become/,
      );
    await expect(world.query('DELETE FROM payouts WHERE id = $1', [id])).rejects.toThrow(/permission denied/);
  });
});
