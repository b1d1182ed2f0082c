import type { OperatorRole } from '@copup/shared/rights.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import type { ApiReply } from '@copup/testkit/client.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilBlocked } from '../../../test/lock-waits.ts';
import { openPayoutWorld, type PayoutWorld } from '../../../test/payout-world.ts';
import { auditLedger } from '../../audit.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { readOperators } from '../../operators/operators.queries.ts';

let world: PayoutWorld;
let app: TestApp;

beforeAll(async () => {
  world = await openPayoutWorld();
  ({ app } = world);
});
afterAll(async () => {
  expect((await auditLedger(app.deps.db)).errors).toEqual([]);
  await app.close();
});

const query: PayoutWorld['query'] = (text, values) => world.query(text, values);
const availableOf = async ({ user }: SignedInClient) =>
  (await query<{ available: number }>('SELECT available FROM wallets WHERE user_id = $1', [user.id]))[0]
    ?.available;
const operator = () => app.signIn({ role: 1 });
const operators = () => Promise.all([operator(), operator()] as const);
const adjust = (by: SignedInClient, { user }: SignedInClient, points: number, key?: string) =>
  by.post(
    `/admin/users/${user.id}/adjust`,
    { bid_points: points, reason: 'a test' },
    key === undefined ? undefined : { 'idempotency-key': key },
  );
const approve = (by: SignedInClient, { body }: ApiReply, key?: string) =>
  by.post(
    `/admin/approvals/${body.approval_id}/approve`,
    undefined,
    key === undefined ? undefined : { 'idempotency-key': key },
  );
const promote = (by: SignedInClient, { user }: SignedInClient) =>
  by.put(`/admin/users/${user.id}`, { operator_role: 'owner' });
const demote = (by: SignedInClient, { user }: SignedInClient) =>
  by.put(`/admin/users/${user.id}`, { operator_role: null });
const outcome = ({ status, body }: ApiReply) => [status, body.code ?? body.status];
/** Sets the start of the role to this many hours ago. */
const ageRole = ({ user }: SignedInClient, hours: number) =>
  query(
    "UPDATE users SET operator_since = clock_timestamp() - $2 * interval '1 hour', is_first_operator = false WHERE id = $1",
    [user.id, hours],
  );
const whyOf = async (by: SignedInClient, { body }: ApiReply) =>
  (await by.get(`/admin/approvals/${body.approval_id}`)).body.why;

/** Creates an order of the winner with this price. */
async function orderOf(winner: SignedInClient, price: number): Promise<number> {
  const { id: auctionId } = (
    await (
      await operator()
    ).post('/admin/auctions', {
      name: 'Generator',
      category: 'product',
      price: 1_000,
      entry_bid_points: 0,
      end_date: new Date(Date.now() + 3_600_000).toISOString(),
    })
  ).body;
  await query(
    "UPDATE auctions SET status = 'completed', current_bid_amount = $2, settled_at = clock_timestamp() WHERE id = $1",
    [auctionId, price],
  );
  const [order] = await query<{ id: number }>(
    `INSERT INTO orders (user_id, auction_id, status, created_at, updated_at)
     VALUES ($1, $2, 'processing', clock_timestamp(), clock_timestamp()) RETURNING id`,
    [winner.user.id, auctionId],
  );
  return order?.id ?? 0;
}
const refund = (by: SignedInClient, orderId: number) =>
  by.post(`/admin/orders/${orderId}/refund`, { reason: 'broken' });

describe('O1 a request that an operator has open', () => {
  it('is decided by this operator, unless another takes it over', async () => {
    const [first, second] = await operators();
    const third = await operator();
    const [one, two] = [
      await adjust(first, await app.signIn(), 11_000),
      await adjust(first, await app.signIn(), 11_000),
    ];
    const claim = (by: SignedInClient, { body }: ApiReply, take_over = false) =>
      by.post(`/admin/queues/approvals/claims/${body.approval_id}`, { take_over });
    await claim(second, one);
    expect(outcome(await approve(third, one))).toEqual([409, 'ITEM_CLAIMED']);
    expect(outcome(await approve(second, one))).toEqual([200, 'approved']);
    await claim(second, two);
    expect((await claim(third, two, true)).status).toBe(200);
    expect(outcome(await approve(second, two))).toEqual([409, 'ITEM_CLAIMED']);
    expect(outcome(await approve(third, two))).toEqual([200, 'approved']);
  });
});

describe('O3a ways around the second operator', () => {
  it('S8 a request is decided by a role that has its right, and of a requester who still has it', async () => {
    const as = (operatorRole: OperatorRole) => app.signIn({ operatorRole });
    const [ada, bola, support, auditor] = [
      await as('finance'),
      await as('finance'),
      await as('support'),
      await as('auditor'),
    ];
    const player = await app.signIn();
    const first = await adjust(ada, player, 20_000);
    const refusal = (by: SignedInClient, decision: 'approve' | 'reject') =>
      by.post(`/admin/approvals/${first.body.approval_id}/${decision}`);
    for (const by of [support, auditor])
      for (const decision of ['approve', 'reject'] as const)
        expect(outcome(await refusal(by, decision))).toEqual([403, 'RIGHT_NEEDED']);
    const { right, waits_for } = (await support.get(`/admin/approvals/${first.body.approval_id}`)).body;
    expect([right, waits_for.block, waits_for.may_reject]).toEqual(['coins', 'RIGHT_NEEDED', false]);
    expect(waits_for.approvers).toContain(bola.user.username);
    expect(waits_for.approvers).not.toContain(support.user.username);
    expect(outcome(await approve(bola, first))).toEqual([200, 'approved']);
    const second = await adjust(ada, player, 20_000);
    await query("UPDATE users SET operator_role = 'content' WHERE id = $1", [ada.user.id]);
    expect(outcome(await approve(bola, second))).toEqual([409, 'REQUESTER_NOT_OPERATOR']);
  });

  it('1: one operator cannot raise the threshold, shorten the wait, weaken a guard or redirect money; stricter values apply at once', async () => {
    const [first, second] = await operators();
    const put = (by: SignedInClient, key: string, value: unknown) =>
      by.put(`/admin/settings/${key}`, { value });
    const requested = await put(first, 'secondOperatorAboveCoins', 10_001);
    expect(outcome(requested)).toEqual([202, 'pending']);
    expect(app.deps.settings.get('secondOperatorAboveCoins')).toBe(10_000);
    expect(outcome(await put(first, 'newOperatorWaitHours', 23))).toEqual([202, 'pending']);
    expect(outcome(await put(first, 'boughtCoinsHours', 0))).toEqual([202, 'pending']);
    expect(outcome(await put(first, 'bankAccountNumber', '0123456789'))).toEqual([202, 'pending']);
    expect(outcome(await approve(first, requested))).toEqual([409, 'OWN_REQUEST']);
    expect((await put(first, 'secondOperatorAboveCoins', 9_000)).status).toBe(200);
    // A server's cached value may be old: a new value is not compared with it.
    await query("UPDATE settings SET value = '100' WHERE key = 'secondOperatorAboveCoins'");
    expect(app.deps.settings.get('secondOperatorAboveCoins')).toBe(9_000);
    expect(outcome(await put(second, 'secondOperatorAboveCoins', 8_000))).toEqual([409, 'ALREADY_REQUESTED']);
    expect(outcome(await approve(second, requested))).toEqual([200, 'approved']);
    expect(app.deps.settings.get('secondOperatorAboveCoins')).toBe(10_001);
    expect((await put(first, 'secondOperatorAboveCoins', 10_000)).status).toBe(200);
  });

  it('operators who share a device of the last 30 days are known, for production', async () => {
    const [first, second] = await operators();
    for (const [{ user }, device, days] of [
      [first, 'office', 29],
      [second, 'office', 31],
    ] as const)
      await query(
        `INSERT INTO known_devices (user_id, token_hash, last_used_at)
         VALUES ($1, sha256($2::text::bytea), clock_timestamp() - $3 * interval '1 day')`,
        [user.id, device, days],
      );
    const known = await readOperators(app.deps.db);
    const devicesOf = ({ user }: SignedInClient) => known.get(user.id)?.devices.length;
    expect([devicesOf(first), devicesOf(second)]).toEqual([1, 0]);
  });

  it('2: an amount cannot be split over operators for one wallet, nor over wallets by one operator', async () => {
    const [first, second] = await operators();
    const player = await app.signIn();
    expect((await adjust(first, player, 6_000)).status).toBe(200);
    expect((await adjust(second, player, 4_000)).status).toBe(200);
    const toWallet = await adjust(second, player, 1);
    expect([toWallet.status, await whyOf(second, toWallet)]).toEqual([202, 'wallet_sum']);
    const other = await app.signIn();
    expect((await adjust(first, other, 4_000)).status).toBe(200);
    const third = await app.signIn();
    const byOperator = await adjust(first, third, 1);
    expect([byOperator.status, await whyOf(first, byOperator)]).toEqual([202, 'operator_sum']);
    // Debits count too.
    expect((await adjust(first, other, -1)).status).toBe(202);
    await app.asOwner(`ALTER TABLE operator_moves DISABLE TRIGGER USER;
      UPDATE operator_moves SET at = at - interval '25 hours';
      ALTER TABLE operator_moves ENABLE TRIGGER USER`);
    expect((await adjust(first, third, 10_000)).status).toBe(200);
  });

  it('2: sums are exact when the parts are concurrent; P6 approved moves and those of load-test realms are not counted', async () => {
    const [first, second] = await operators();
    const wallets = await Promise.all(Array.from({ length: 6 }, () => app.signIn()));
    const byOne = await Promise.all(wallets.map((wallet) => adjust(first, wallet, 3_000)));
    expect(byOne.map(({ status }) => status).sort()).toEqual([200, 200, 200, 202, 202, 202]);
    const player = await app.signIn();
    const third = await operator();
    const toOne = await Promise.all(
      [second, third, second, third, second, third].map((by) => adjust(by, player, 3_000)),
    );
    expect(toOne.map(({ status }) => status).sort()).toEqual([200, 200, 200, 202, 202, 202]);
    expect(await availableOf(player)).toBe(9_000);

    const [fourth, receiver] = [await operator(), await app.signIn()];
    const requested = await adjust(fourth, receiver, 50_000);
    const replies = await Promise.all([1, 2, 3].map(() => approve(first, requested, 'once')));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies[0]?.body).toMatchObject({ status: 'approved', waits_for: null });
    expect((await adjust(fourth, await app.signIn({ realm: 91 }), 1_000_000)).status).toBe(200);
    expect((await adjust(fourth, receiver, 10_000)).status).toBe(200);
    expect(await availableOf(receiver)).toBe(60_000);
  });

  it("3: an operator's own second account cannot approve: promotion, waiting time, and the promoter's requests", async () => {
    const [first, second] = await operators();
    const alias = await app.signIn();
    const player = await app.signIn();
    const requested = await promote(first, alias);
    expect(outcome(requested)).toEqual([202, 'pending']);
    expect((await promote(first, alias)).body.approval_id).toBe(requested.body.approval_id);
    expect(outcome(await promote(second, alias))).toEqual([409, 'ALREADY_REQUESTED']);
    expect((await alias.get('/admin/settings')).status).toBe(403);
    expect(outcome(await approve(first, requested))).toEqual([409, 'OWN_REQUEST']);
    expect(outcome(await approve(second, requested))).toEqual([200, 'approved']);
    expect((await alias.get('/admin/settings')).status).toBe(200);

    const bySecond = await adjust(second, player, 10_001);
    expect(outcome(await approve(alias, bySecond))).toEqual([403, 'TOO_NEW_TO_APPROVE']);
    await ageRole(alias, 23.9);
    const tooNew = await approve(alias, bySecond);
    expect(outcome(tooNew)).toEqual([403, 'TOO_NEW_TO_APPROVE']);
    expect(Date.parse(tooNew.body.details.from)).toBeGreaterThan(Date.now());
    await ageRole(alias, 24.1);
    expect(outcome(await approve(alias, bySecond))).toEqual([200, 'approved']);
    const byFirst = await adjust(first, player, 20_000);
    expect(outcome(await approve(alias, byFirst))).toEqual([403, 'SAME_PROMOTION']);
    const byAlias = await adjust(alias, player, 20_000);
    expect(outcome(await approve(first, byAlias))).toEqual([403, 'SAME_PROMOTION']);
    expect(await availableOf(player)).toBe(10_001);
    // Granted again, the role begins again.
    await approve(second, await demote(first, alias));
    await approve(second, await promote(first, alias));
    const later = await adjust(second, await app.signIn(), 20_000);
    expect(outcome(await approve(alias, later))).toEqual([403, 'TOO_NEW_TO_APPROVE']);
  });

  it('4: neither a beneficiary nor an operator of the same promotion chain may approve', async () => {
    const [first, second] = await operators();
    const alias = await app.signIn({ role: 1, isFirstOperator: false, promotedBy: second.user.id });
    await ageRole(alias, 48);
    const toSecond = await adjust(first, second, 20_000);
    expect(outcome(await approve(second, toSecond))).toEqual([403, 'OWN_BENEFIT']);
    expect(outcome(await approve(alias, toSecond))).toEqual([403, 'SAME_PROMOTION']);
    expect(await availableOf(second)).toBe(0);
  });

  it('5: an operator credits neither their own wallet nor that of an operator they promoted', async () => {
    const first = await operator();
    const alias = await app.signIn({ role: 1, isFirstOperator: false, promotedBy: first.user.id });
    expect(outcome(await adjust(first, first, 1))).toEqual([403, 'OWN_WALLET']);
    expect(outcome(await adjust(first, alias, 1))).toEqual([403, 'OWN_WALLET']);
    expect(outcome(await adjust(alias, first, 20_000))).toEqual([403, 'OWN_WALLET']);
    expect(outcome(await refund(first, await orderOf(first, 5)))).toEqual([403, 'OWN_WALLET']);
    expect([await availableOf(first), await availableOf(alias)]).toEqual([0, 0]);
  });

  it('6: a refund above the threshold waits, and smaller ones are added up', async () => {
    const [first, second] = await operators();
    const winner = await app.signIn();
    const large = await orderOf(winner, 10_001);
    const requested = await refund(first, large);
    expect([requested.status, await whyOf(first, requested)]).toEqual([202, 'amount']);
    expect((await refund(first, large)).body.approval_id).toBe(requested.body.approval_id);
    expect((await first.get(`/admin/orders/${large}`)).body.status).toBe('processing');
    expect(await availableOf(winner)).toBe(0);
    expect((await refund(first, await orderOf(winner, 9_000))).body.status).toBe('refunded');
    const small = await orderOf(winner, 1_001);
    const summed = await refund(first, small);
    expect([summed.status, await whyOf(first, summed)]).toEqual([202, 'operator_sum']);
    expect((await adjust(second, winner, 1_001)).status).toBe(202);
    const replies = await Promise.all([1, 2, 3].map(() => approve(second, requested)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await availableOf(winner)).toBe(19_001);
    expect((await first.get(`/admin/orders/${large}`)).body.status).toBe('refunded');
  });

  it('funding rewards needs approval for any amount, and happens once', async () => {
    const [first, second] = await operators();
    const balance = async () => (await first.get('/admin/rewards')).body.balance;
    const body = { bid_points: 1, reason: 'a start' };
    const fund = () => first.post('/admin/rewards/fund', body, { 'idempotency-key': 'fund' });
    const [requested, again] = [await fund(), await fund()];
    expect(outcome(requested)).toEqual([202, 'pending']);
    expect(again.body).toEqual(requested.body);
    expect([await balance(), await whyOf(first, requested)]).toEqual([0, 'always']);
    expect(outcome(await approve(first, requested))).toEqual([409, 'OWN_REQUEST']);
    expect(outcome(await approve(second, requested))).toEqual([200, 'approved']);
    expect(await balance()).toBe(1);
  });
});

describe('O3a deciding', () => {
  it('P3 happens once under concurrent approvals and rejections', async () => {
    const first = await operator();
    const deciders = await Promise.all(Array.from({ length: 6 }, operator));
    const player = await app.signIn();
    const requested = await adjust(first, player, 20_000);
    const replies = await Promise.all(
      deciders.map((by, nth) =>
        by.post(`/admin/approvals/${requested.body.approval_id}/${nth % 2 === 0 ? 'approve' : 'reject'}`),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.code === 'ALREADY_DECIDED')).toHaveLength(5);
    const { status } = (await first.get(`/admin/approvals/${requested.body.approval_id}`)).body;
    expect(await availableOf(player)).toBe(status === 'approved' ? 20_000 : 0);
  });

  it('is refused for the request of a former operator; it can only be rejected', async () => {
    const [first, second] = await operators();
    const player = await app.signIn();
    const requested = await adjust(first, player, 20_000);
    await approve(await operator(), await demote(second, first));
    expect(outcome(await approve(second, requested))).toEqual([409, 'REQUESTER_NOT_OPERATOR']);
    const rejected = await second.post(`/admin/approvals/${requested.body.approval_id}/reject`);
    expect(outcome(rejected)).toEqual([200, 'rejected']);
    expect(await availableOf(player)).toBe(0);
  });

  it('respects a role that is removed while a decision waits for its lock', async () => {
    for (const decision of ['approve', 'reject']) {
      const [first, second] = await operators();
      const player = await app.signIn();
      const requested = await adjust(first, player, 20_000);
      let pending: Promise<ApiReply> | undefined;
      await inTransaction(app.deps.db, async (tx) => {
        await tx.client.query('UPDATE users SET role = 0 WHERE id = $1', [second.user.id]);
        pending = second.post(`/admin/approvals/${requested.body.approval_id}/${decision}`);
        await untilBlocked(app.deps.db);
      });
      expect(outcome((await pending) as ApiReply)).toEqual([403, 'FORBIDDEN']);
      expect(await availableOf(player)).toBe(0);
    }
  });

  it('shows why a request waits and for whom, and whether no eligible operator exists', async () => {
    const own = await startApp();
    try {
      const only = await own.signIn({ role: 1 });
      const player = await own.signIn();
      const requested = await only.post(`/admin/users/${player.user.id}/adjust`, {
        bid_points: 20_000,
        reason: 'x',
      });
      const path = `/admin/approvals/${requested.body.approval_id}`;
      const waits = async () => (await only.get(path)).body;
      expect(await waits()).toMatchObject({
        why: 'amount',
        subject_username: player.user.username,
        waits_for: { approvers: [], approver_from: null, block: 'OWN_REQUEST', may_reject: false },
      });
      const fresh = await own.signIn({ role: 1, isFirstOperator: false });
      expect((await waits()).waits_for.approvers).toEqual([]);
      expect(Date.parse((await waits()).waits_for.approver_from)).toBeGreaterThan(
        Date.now() + 23 * 3_600_000,
      );
      expect((await fresh.get(path)).body.waits_for.block).toBe('TOO_NEW_TO_APPROVE');
      const second = await own.signIn({ role: 1 });
      expect((await waits()).waits_for).toMatchObject({
        approvers: [second.user.username],
        approver_from: null,
      });
      expect((await second.get('/admin/approvals?status=pending')).body[0].waits_for.block).toBeNull();
    } finally {
      await own.close();
    }
  });

  it('cannot be undone or rewritten: the database refuses it', async () => {
    const [first, second] = await operators();
    const requested = await adjust(first, await app.signIn(), 20_000);
    const { approval_id: id } = requested.body;
    await expect(query('UPDATE approvals SET beneficiary_id = NULL WHERE id = $1', [id])).rejects.toThrow(
      'once',
    );
    await approve(second, requested);
    await expect(query("UPDATE approvals SET status = 'rejected' WHERE id = $1", [id])).rejects.toThrow(
      'decided once',
    );
    await expect(query('DELETE FROM operator_moves')).rejects.toThrow('permission denied');
  });

  it('S8 is recorded in the audit log, with requests and refusals', async () => {
    const [first, second] = await operators();
    const player = await app.signIn();
    await second.post(`/admin/approvals/${(await promote(first, player)).body.approval_id}/reject`);
    await approve(second, await promote(first, player));
    await approve(second, await demote(first, player));
    const audits = await query<{ action: string; operator_id: string }>(
      'SELECT action, operator_id FROM admin_audit WHERE subject_id = $1 ORDER BY id',
      [player.user.id],
    );
    expect(audits.map(({ action, operator_id }) => [action, operator_id === first.user.id])).toEqual([
      ['user.promote.request', true],
      ['user.promote.reject', false],
      ['user.promote.request', true],
      ['user.promote.approve', false],
      ['user.demote.request', true],
      ['user.demote.approve', false],
    ]);
  });
});

let references = 0;
/** Requests a bank transfer for a package, and has it approved. */
async function payment(by: SignedInClient, buyer: SignedInClient, coins: number, price: number) {
  const asked = { price, bid_points: coins, sender_account_name: 'Adaeze Okonkwo' };
  const { body } = await buyer.post('/manualPayment/manual-payment', asked);
  references += 1;
  return by.post(`/admin/payments/${body.id}/approve`, { bank_reference: `REF-${references}` });
}

async function payout(by: SignedInClient, player: SignedInClient, coins: number) {
  return world.decide(by, await world.requested(player, coins), 'approve');
}

async function stock(by: SignedInClient, coins: number) {
  const trader = await by.post('/admin/traders', {
    ...{ name: `Trader ${coins}`, price: 100, min: 10, max: 1_000, payment_method: 'Bank transfer' },
    ...{ bank_name: 'OPay', account_name: 'Adaeze Okonkwo', account_number: '0123456789' },
  });
  return by.post(`/admin/traders/${trader.body.id}/stock`, { bid_points: coins, reason: 'a test' });
}

describe('O3a the threshold', () => {
  const expectAll = async (by: SignedInClient, replies: ApiReply[], status: number, why: string | null) => {
    for (const reply of replies) {
      expect([reply.status, reply.body.code]).toEqual([status, undefined]);
      if (why !== null) expect(await whyOf(by, reply)).toBe(why);
    }
  };

  it('applies to the sum of all that one operator moved: adjustments, payments, payouts, refunds and stock', async () => {
    const by = await operator();
    const other = () => world.player(5_000);
    // 10,000 in total, each to another wallet.
    const first = [
      await adjust(by, await other(), 3_000),
      await payment(by, await other(), 1_000, 96_000),
      await payout(by, await other(), 4_000),
      await refund(by, await orderOf(await other(), 500)),
      await stock(by, 1_500),
    ];
    await expectAll(by, first, 200, null);
    const second = [
      await adjust(by, await other(), 1),
      await payment(by, await other(), 20, 2_000),
      await payout(by, await other(), 10),
      await refund(by, await orderOf(await other(), 1)),
      await stock(by, 1),
    ];
    await expectAll(by, second, 202, 'operator_sum');
  });

  it('applies to 30 days with a threshold of its own, so 9,999 coins a day are asked about on the fourth', async () => {
    const [by, second] = await operators();
    const [ada, bola] = [await world.player(0), await world.player(0)];
    const aged = (days: number) =>
      app.asOwner(
        `SET session_replication_role = 'replica';
         UPDATE operator_moves SET at = at - ${days} * interval '1 day' WHERE operator_id = '${by.user.id}'`,
      );
    for (let day = 0; day < 3; day += 1) {
      await expectAll(by, [await adjust(by, ada, 9_999)], 200, null);
      await aged(1);
    }
    await expectAll(by, [await adjust(by, bola, 4)], 202, 'operator_month');
    await expectAll(by, [await adjust(second, ada, 4)], 202, 'wallet_month');
    await aged(29);
    await expectAll(by, [await adjust(by, ada, 9_999)], 200, null);
  });

  it('applies to the sum that one wallet received from several operators', async () => {
    const player = await world.player(20_000);
    const received = [
      await adjust(await operator(), player, 4_000),
      await payout(await operator(), player, 5_000),
      await payment(await operator(), player, 1_000, 96_000),
    ];
    const by = await operator();
    await expectAll(by, received, 200, null);
    const above = [
      await adjust(await operator(), player, 1),
      await payment(await operator(), player, 20, 2_000),
      await refund(await operator(), await orderOf(player, 1)),
    ];
    await expectAll(by, above, 202, 'wallet_sum');
  });
});
