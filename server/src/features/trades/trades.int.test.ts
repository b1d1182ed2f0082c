import { PaymentHistoryItem } from '@copup/shared/shop.ts';
import { AdminTrade, AdminTrader, BuyReply, OpenTradeReply, Trader } from '@copup/shared/trades.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import type { ApiClient } from '@copup/testkit/client.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSetting } from '../../../test/change-setting.ts';
import { newPicture, newTrader, TradeWorld } from '../../../test/trade-world.ts';
import { auditLedger } from '../../audit.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { expireOverdue, expireTrade } from './end-reservations.ts';
import { tradeDeletion } from './trade-deletion.ts';

let app: TestApp;
let world: TradeWorld;
let operator: SignedInClient;
beforeAll(async () => {
  app = await startApp({ overrides: { limitRules: noLimits } });
  operator = await app.signIn({ role: 1 });
  world = new TradeWorld(app, operator);
});
afterAll(async () => {
  expect((await auditLedger(app.deps.db)).errors).toEqual([]);
  await app?.close();
});

const notices = ({ user }: SignedInClient) =>
  world.query(
    "SELECT details->>'status' AS status, details->'amount' AS amount, details->>'reason' AS reason FROM notifications WHERE user_id = $1 AND kind = 'trade' ORDER BY id",
    [user.id],
  );
/** A trade of 20 coins that waits for an operator. */
async function opened(coins = 20) {
  const player = await app.signIn();
  const traderId = await world.trader({ max: 20_000 }, coins > 1_000 ? 0 : 1_000);
  const { status, body } = await world.buy(player, traderId, { coinAmount: coins });
  expect(status).toBe(200);
  return { player, traderId, tradeId: BuyReply.parse(body).trade.id };
}
/** A reservation whose time is over. */
async function expired(traderId: number, player?: SignedInClient) {
  const buyer = player ?? (await app.signIn());
  const { body } = await world.reserve(buyer, traderId);
  await world.endReservation(body.trade.id);
  await expireTrade(app.deps, body.trade.id);
  return { player: buyer, tradeId: body.trade.id as number };
}
let references = 0;
const approve = (by: ApiClient, tradeId: number, reference?: string, key?: string) =>
  by.post(
    `/admin/trades/${tradeId}/approve`,
    { bank_reference: reference ?? `REF-${++references}` },
    key === undefined ? undefined : { 'idempotency-key': key },
  );
const reject = (by: ApiClient, tradeId: number, reason = 'No payment arrived') =>
  by.post(`/admin/trades/${tradeId}/reject`, { reason });

describe('W16 traders', () => {
  it('are listed cheapest first with price, limits, stock, trades and account', async () => {
    const player = await app.signIn();
    const dear = await world.trader({ name: 'Dear', price: 120.5 }, 50);
    const cheap = await world.trader({ name: 'Cheap', price: 92.7, min: 5, max: 40 }, 0);
    const hidden = await world.trader({ is_active: false });
    const { status, body } = await player.get('/trade/traders');
    expect(status).toBe(200);
    const list = body.map((row: unknown) => Trader.parse(row)) as Trader[];
    expect(list.map(({ price }) => price)).toEqual(list.map(({ price }) => price).sort((a, b) => a - b));
    expect(list.some(({ id }) => id === hidden)).toBe(false);
    const shown = { name: 'Cheap', price: 92.7, trades: 0, rating: null, available: 0, limits: '5–40' };
    expect(list.find(({ id }) => id === cheap)).toMatchObject({ ...shown, accountNumber: '0123456789' });
    expect(list.find(({ id }) => id === dear)).toMatchObject({ price: 120.5, available: 50 });
  });

  it('have a rating from five decided trades on; an expired one is not counted', async () => {
    const traderId = await world.trader();
    const rated = async () => {
      const list = (await operator.get('/trade/traders')).body as Trader[];
      const { trades, rating } = list.find(({ id }) => id === traderId) as Trader;
      return [trades, rating];
    };
    const decide = async (decision: (id: number) => Promise<unknown>) => {
      const { body } = await world.buy(await app.signIn(), traderId);
      await decision(body.trade.id);
    };
    for (let nth = 0; nth < 3; nth += 1) await decide((id) => approve(operator, id));
    await decide((id) => reject(operator, id));
    await expired(traderId);
    expect(await rated()).toEqual([3, null]);
    await decide((id) => approve(operator, id));
    expect(await rated()).toEqual([4, 4]);
  });

  it('are created and edited by operators, never below the payout rate × 1.03 (W3)', async () => {
    const low = await operator.post('/admin/traders', { ...newTrader(), price: 92.69 });
    expect([low.status, low.body.code, low.body.details]).toEqual([409, 'PRICE_TOO_LOW', { lowest: 92.7 }]);
    const { status, body } = await operator.post('/admin/traders', { ...newTrader(), price: 92.7 });
    expect([status, AdminTrader.parse(body)]).toMatchObject([
      201,
      { price: 92.7, stock: 0, is_active: true },
    ]);
    expect((await operator.put(`/admin/traders/${body.id}`, { price: 90 })).body.code).toBe('PRICE_TOO_LOW');
    await operator.put(`/admin/traders/${body.id}`, { is_active: false });
    const edited = (await operator.put(`/admin/traders/${body.id}`, { min: 7, max: 9 })).body;
    expect(edited).toMatchObject({ min: 7, max: 9, price: 92.7, is_active: false });
    expect((await operator.put(`/admin/traders/${body.id}`, { min: 10 })).status).toBe(400);
    const unknown = { ...newTrader(), user_id: '01890000-0000-7000-8000-000000000000' };
    expect((await operator.post('/admin/traders', unknown)).body.code).toBe('USER_NOT_FOUND');
  });

  it('a trader whose price fell below the lowest one is neither listed nor sells (W3)', async () => {
    const player = await app.signIn();
    const traderId = await world.trader({ price: 92.7 });
    await changeSetting(app.deps, 'payoutPriceRatioPercent', 110);
    expect((await world.buy(player, traderId, { totalPrice: 1_854 })).body.code).toBe('TRADER_NOT_FOUND');
    const list = (await player.get('/trade/traders')).body as Trader[];
    expect(list.some(({ id }) => id === traderId)).toBe(false);
    await changeSetting(app.deps, 'payoutPriceRatioPercent', 103);
  });

  it('have a stock that operators fund and withdraw, never below 0', async () => {
    const traderId = await world.trader({}, 0);
    const stock = (bid_points: number, key?: string) =>
      operator.post(
        `/admin/traders/${traderId}/stock`,
        { bid_points, reason: 'Correction' },
        key === undefined ? undefined : { 'idempotency-key': key },
      );
    const replies = await Promise.all(Array.from({ length: 4 }, () => stock(300, 'fund-once')));
    for (const { status, body } of replies) expect([status, body.stock]).toEqual([200, 300]);
    expect((await stock(-301)).body).toMatchObject({ code: 'NOT_ENOUGH_COINS', details: { stock: 300 } });
    expect((await stock(-300)).body.stock).toBe(0);
    const audit = await world.query(
      "SELECT action FROM admin_audit WHERE subject_kind = 'trader' AND subject_id = $1 ORDER BY id",
      [String(traderId)],
    );
    expect(audit.map(({ action }: { action?: string }) => action)).toEqual([
      'trader.create',
      'trader.stock',
      'trader.stock',
    ]);
  });
});

describe('W4 purchases', () => {
  it('reserve first, for 30 minutes, at a price and an account that stay; then the proof is handed in', async () => {
    const player = await app.signIn();
    const traderId = await world.trader({ name: 'Bola' });
    const { status, body } = await world.reserve(player, traderId, 25);
    expect(status).toBe(200);
    const { message, trade } = BuyReply.parse(body);
    const account = {
      payment_method: 'Bank transfer',
      account_name: 'Musa Ibrahim',
      account_number: '0123456789',
    };
    expect([message, trade]).toMatchObject([
      'Coins reserved!',
      { trader: 'Bola', bid_points: 25, price: 2_500, status: 'reserved', account, reason: null },
    ]);
    expect(Date.parse(trade.expires_at) - Date.parse(trade.created_at)).toBe(30 * 60_000);
    expect(await world.coinsOf(traderId)).toEqual({ stock: 975, escrow: 25 });
    await operator.put(`/admin/traders/${traderId}`, { price: 130, is_active: false });
    expect(OpenTradeReply.parse((await player.get('/trade/open')).body)).toMatchObject({ trade, last: null });
    expect((await approve(operator, trade.id)).body).toMatchObject({
      code: 'WRONG_STATUS',
      details: { status: 'reserved' },
    });
    for (const coinAmount of [20, 26]) {
      expect((await world.buy(player, traderId, { coinAmount })).body.code).toBe('TRADE_OPEN');
    }
    const proved = await world.buy(player, traderId, { coinAmount: 25 });
    expect([proved.status, proved.body.message, proved.body.trade]).toEqual([
      200,
      'Purchase request sent!',
      { ...trade, status: 'pending', proved_at: expect.any(String) },
    ]);
    expect(await world.coinsOf(traderId)).toEqual({ stock: 975, escrow: 25 });
    await world.endReservation(trade.id);
    await expireOverdue(app.deps);
    expect((await approve(operator, trade.id)).status).toBe(200);
    expect(await world.availableOf(player)).toBe(25);
  });

  it('after two reservations without a proof within 24 hours, the next waits 24 hours; a paid purchase does not', async () => {
    const traderId = await world.trader();
    const { player } = await expired(traderId);
    const { tradeId } = await expired(traderId, player);
    const third = await world.reserve(player, traderId);
    expect([third.status, third.body.code]).toEqual([409, 'TRADE_WAIT']);
    const { body } = await world.buy(player, traderId);
    expect(body.trade.status).toBe('pending');
    await reject(operator, body.trade.id);
    await world.rewrite(tradeId, "decided_at = decided_at + interval '25 hours'");
    expect((await world.reserve(player, traderId)).status).toBe(200);
  });

  it('require the exact total in kobo', async () => {
    const player = await app.signIn();
    const traderId = await world.trader({ price: 99.99 });
    for (const totalPrice of ['1999.79', '1999.81', '2000', '0.01']) {
      const { body } = await world.buy(player, traderId, { coinAmount: 20, totalPrice });
      expect([body.code, body.details]).toEqual(['PRICE_DIFFERS', { price: 99.99 }]);
    }
    expect((await world.buy(player, traderId, { coinAmount: 20, totalPrice: '1999.8' })).status).toBe(200);
  });

  it('L4 refuse amounts and prices that are no whole coins and kobo', async () => {
    const player = await app.signIn();
    const traderId = await world.trader({}, 0);
    for (const [coinAmount, totalPrice] of [
      ['1.5', '150'],
      ['-20', '2000'],
      ['1e2', '10000'],
      [' 20', '2000'],
      ['NaN', '2000'],
      ['', '2000'],
      ['20', '2000.001'],
      ['20', '2,000'],
      ['20', '-2000'],
      ['20', 'Infinity'],
      ['9007199254740993', '2000'],
    ] as const) {
      const { status, body } = await world.buy(player, traderId, { coinAmount, totalPrice });
      expect([coinAmount, totalPrice, status, body.code]).toEqual([
        coinAmount,
        totalPrice,
        400,
        'VALIDATION_FAILED',
      ]);
    }
  });

  it('stay within the limits and the stock of the trader', async () => {
    const player = await app.signIn();
    const traderId = await world.trader({ min: 10, max: 60 }, 40);
    const attempts = await Promise.all(
      [9, 61, 41].map((coinAmount) => world.buy(player, traderId, { coinAmount })),
    );
    for (const { status, body } of attempts) {
      expect([status, body.code]).toEqual([409, 'TRADE_LIMIT']);
      expect(body.details).toEqual({ min: 10, max: 60, available: 40 });
    }
    expect((await world.buy(player, traderId, { coinAmount: 40 })).status).toBe(200);
  });

  it('one user has one open trade, also when several requests arrive at once', async () => {
    const player = await app.signIn();
    const [one, other] = await Promise.all([world.trader(), world.trader()]);
    const replies = await Promise.all(
      [one, other, one, other].map((traderId) => world.buy(player, traderId)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const won = replies.find(({ status }) => status === 200)?.body.trade.id;
    for (const { status, body } of replies) {
      if (status === 409) expect([body.code, body.details]).toEqual(['TRADE_OPEN', { trade_id: won }]);
    }
    await reject(operator, won);
    expect((await world.buy(player, one)).status).toBe(200);
  });

  it('P6 the same key returns the first reply, and another form under it is refused', async () => {
    const player = await app.signIn();
    const traderId = await world.trader();
    const screenshot = await newPicture();
    const headers = { 'idempotency-key': 'buy-1' };
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => world.buy(player, traderId, { screenshot }, headers)),
    );
    for (const { status, body } of replies) expect([status, body]).toEqual([200, replies[0]?.body]);
    expect(await world.coinsOf(traderId)).toEqual({ stock: 980, escrow: 20 });
    const other = await world.buy(player, traderId, { screenshot: await newPicture() }, headers);
    expect(other.body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('a linked trader cannot buy from themselves; O5 players of load tests cannot buy', async () => {
    const seller = await app.signIn();
    const traderId = await world.trader({ user_id: seller.user.id });
    expect((await world.buy(seller, traderId)).body.code).toBe('OWN_TRADE');
    const load = (await operator.post('/admin/load-tests', { users: 1, bid_points: 10 })).body;
    const synthetic = app.client.withToken(load.users[0].token);
    expect([
      (await world.buy(synthetic, traderId)).status,
      (await synthetic.get('/trade/traders')).body,
    ]).toEqual([403, []]);
  });
});

describe('W11 payment history', () => {
  it('lists trades with the other methods', async () => {
    const player = await app.signIn();
    const traderId = await world.trader();
    const first = (await world.buy(player, traderId)).body.trade;
    await reject(operator, first.id, 'Wrong amount');
    const second = (await world.buy(player, traderId, { coinAmount: 30 })).body.trade;
    const { body } = await player.get('/manualPayment/payment-history');
    expect(body.map((row: unknown) => PaymentHistoryItem.parse(row))).toMatchObject([
      {
        id: `p2p:${second.id}`,
        bid_points: 30,
        status: 'pending',
        method: 'p2p',
        price: 3_000,
        reference: String(second.id),
        reason: null,
        expires_at: second.expires_at,
        created_at: second.created_at,
        decided_at: null,
      },
      { id: `p2p:${first.id}`, status: 'rejected', reason: 'Wrong amount' },
    ]);
  });
});

describe('W4 decisions', () => {
  it('W2 an approval pays the escrow out to the buyer and stores the bank’s reference, which proves no other payment', async () => {
    const { player, traderId, tradeId } = await opened();
    const { status, body } = await approve(operator, tradeId, 'GTB-77');
    expect([status, AdminTrade.parse(body)]).toMatchObject([
      200,
      {
        status: 'approved',
        bank_reference: 'GTB-77',
        decided_by: operator.user.username,
        history: { approved: 1, rejected: 0, approved_points: 20 },
      },
    ]);
    expect(await world.availableOf(player)).toBe(20);
    expect(await world.coinsOf(traderId)).toEqual({ stock: 980, escrow: 0 });
    expect(await notices(player)).toEqual([{ status: 'approved', amount: 20, reason: null }]);
    const kinds = await world.query(
      "SELECT kind FROM transfers WHERE subject_kind = 'trade' AND subject_id = $1 ORDER BY id",
      [String(tradeId)],
    );
    expect(kinds).toEqual([{ kind: 'trade_reserve' }, { kind: 'trade' }]);
    expect((await player.get('/trade/open')).body).toMatchObject({
      trade: null,
      last: { status: 'approved' },
    });
    expect((await approve(operator, tradeId)).body).toMatchObject({
      code: 'WRONG_STATUS',
      details: { status: 'approved' },
    });
    expect((await reject(operator, tradeId)).body.code).toBe('WRONG_STATUS');
    const other = await opened();
    expect((await approve(operator, other.tradeId, 'gtb 77')).body.code).toBe('BANK_REFERENCE_USED');
    expect(await world.availableOf(other.player)).toBe(0);
    expect((await approve(operator, other.tradeId, 'GTB-78', 'k')).status).toBe(200);
    // S8: one entry of the audit log, although the call is repeated with its key (P6).
    expect((await approve(operator, other.tradeId, 'GTB-78', 'k')).status).toBe(200);
    const audit = await world.query(
      "SELECT action, details->>'bank_reference' AS reference FROM admin_audit WHERE subject_kind = 'trade' AND subject_id = $1",
      [String(other.tradeId)],
    );
    expect(audit).toEqual([{ action: 'trade.approve', reference: 'GTB-78' }]);
  });

  it('a rejection returns the coins to the stock, and the buyer reads the reason', async () => {
    const { player, traderId, tradeId } = await opened();
    expect((await reject(operator, tradeId, '')).status).toBe(400);
    expect((await reject(operator, tradeId)).body).toMatchObject({
      status: 'rejected',
      reason: 'No payment arrived',
    });
    expect(await world.coinsOf(traderId)).toEqual({ stock: 1_000, escrow: 0 });
    expect(await world.availableOf(player)).toBe(0);
    expect(await notices(player)).toEqual([{ status: 'rejected', amount: 20, reason: 'No payment arrived' }]);
    expect((await approve(operator, tradeId)).body.code).toBe('WRONG_STATUS');
  });

  it('W16 an operator who sells or sold rejects no trade of their own account, and is linked by no one', async () => {
    const seller = await app.signIn();
    const traderId = await world.trader({ user_id: seller.user.id });
    const { body } = await world.buy(await app.signIn(), traderId);
    const promotion = await operator.put(`/admin/users/${seller.user.id}`, { operator_role: 'owner' });
    expect([promotion.status, promotion.body.message]).toEqual([
      400,
      'A user who is linked to a trader cannot be an operator.',
    ]);
    await world.query(
      "UPDATE users SET role = 1, operator_role = 'owner', is_first_operator = true WHERE id = $1",
      [seller.user.id],
    );
    const promoted = await app.signInAs(seller.user.id);
    const funding = await promoted.post(`/admin/traders/${traderId}/stock`, { bid_points: 5, reason: 'own' });
    expect(funding.body.code).toBe('OWN_WALLET');
    for (const linked of [seller.user.id, null]) {
      await world.query('UPDATE traders SET user_id = $2 WHERE id = $1', [traderId, linked]);
      expect((await reject(promoted, body.trade.id)).body.code).toBe('OWN_BENEFIT');
    }
    const link = await operator.put(`/admin/traders/${traderId}`, { user_id: seller.user.id });
    expect(link.body.message).toBe('An operator cannot be a trader.');
  });

  it('W16 O3a a change of user or account needs a second operator, and returns waiting approvals to the queue', async () => {
    const traderId = await world.trader({ max: 20_000 }, 0);
    const second = await app.signIn({ role: 1 });
    const fund = await operator.post(`/admin/traders/${traderId}/stock`, { bid_points: 10_001, reason: 'x' });
    const seller = await app.signIn();
    const path = `/admin/traders/${traderId}`;
    const decide = (id: number, by = second) => by.post(`/admin/approvals/${id}/approve`);
    await decide(fund.body.approval_id);
    const { trade } = (await world.buy(await app.signIn(), traderId, { coinAmount: 10_001 })).body;
    const waiting = [
      await operator.post(`/admin/traders/${traderId}/stock`, { bid_points: 10_002, reason: 'x' }),
      await approve(operator, trade.id),
    ];
    const edit = { account_number: '9876543210', user_id: seller.user.id, min: 11 };
    const requested = await operator.put(path, edit);
    expect([requested.status, (await operator.put(path, edit)).body.approval_id]).toEqual([
      202,
      requested.body.approval_id,
    ]);
    expect((await operator.put(path, { ...edit, account_number: '1111111111' })).body.code).toBe(
      'ALREADY_REQUESTED',
    );
    expect((await operator.get(path)).body).toMatchObject({ account_number: '0123456789', min: 10 });
    expect((await decide(requested.body.approval_id, operator)).body.code).toBe('OWN_REQUEST');
    expect((await decide(requested.body.approval_id)).body.status).toBe('approved');
    expect((await operator.get(path)).body).toMatchObject({ ...edit, stock: 0 });
    for (const { status, body } of waiting) {
      expect(status).toBe(202);
      expect((await decide(body.approval_id)).body.code).toBe('ALREADY_DECIDED');
    }
    const again = await approve(operator, trade.id);
    expect(again.status).toBe(202);
    expect((await decide(again.body.approval_id)).body.status).toBe('approved');
    const { text } = await operator.get('/admin/audit-log?perPage=100');
    expect(text).toContain('trade.approve.withdraw');
    expect(text).not.toContain('9876543210');
    expect((await operator.put(path, { min: 12, account_number: '9876543210' })).status).toBe(200);
  });

  it('an expired reservation returns the coins once, and cannot be approved (P7)', async () => {
    const player = await app.signIn();
    const traderId = await world.trader();
    const tradeId = (await world.reserve(player, traderId)).body.trade.id as number;
    expect(await expireTrade(app.deps, tradeId)).toBeInstanceOf(Date);
    expect(await world.coinsOf(traderId)).toEqual({ stock: 980, escrow: 20 });
    await world.endReservation(tradeId);
    // Before the job ran, the time alone refuses the proof.
    expect((await world.buy(player, traderId)).body.code).toBe('TRADE_EXPIRED');
    await Promise.all([
      expireTrade(app.deps, tradeId),
      expireOverdue(app.deps),
      expireTrade(app.deps, tradeId),
    ]);
    expect(await world.coinsOf(traderId)).toEqual({ stock: 1_000, escrow: 0 });
    expect(await notices(player)).toEqual([{ status: 'expired', amount: 20, reason: null }]);
    expect((await approve(operator, tradeId)).body.code).toBe('TRADE_EXPIRED');
    expect((await reject(operator, tradeId)).body.code).toBe('TRADE_EXPIRED');
    expect((await player.get('/trade/open')).body).toMatchObject({
      trade: null,
      last: { status: 'expired' },
    });
  });

  it('O3 are listed by status, trader, buyer and number; screenshots are for operators only', async () => {
    const { player, traderId, tradeId } = await opened();
    const ids = async (query: string) =>
      ((await operator.get(`/admin/trades?${query}`)).body as AdminTrade[]).map(({ id }) => id);
    for (const query of [
      `trader_id=${traderId}`,
      `user_id=${player.user.id}&status=pending`,
      `q=${player.user.username}`,
      `q=${tradeId}`,
    ])
      expect(await ids(query)).toEqual([tradeId]);
    expect(await ids(`status=expired&trader_id=${traderId}`)).toEqual([]);
    const picture = await operator.get(`/admin/trades/${tradeId}/screenshot`);
    expect([
      picture.status,
      picture.headers.get('content-type'),
      picture.headers.get('cache-control'),
    ]).toEqual([200, 'image/webp', 'private, no-store']);
    expect((await player.get(`/admin/trades/${tradeId}/screenshot`)).status).toBe(403);
  });
});

describe('W4 cancelled reservations', () => {
  it('return the coins at once, count as reservations without a proof, and can be proved late', async () => {
    const [player, stranger] = [await app.signIn(), await app.signIn()];
    const traderId = await world.trader();
    const { trade } = (await world.reserve(player, traderId)).body as BuyReply;
    expect(trade).toMatchObject({
      ...{ trader_id: traderId, proved_at: null, is_cancelled: false },
      account: { bank_name: 'OPay', account_name: 'Musa Ibrahim', account_number: '0123456789' },
    });
    expect((await world.cancel(stranger, trade.id)).body.code).toBe('TRADE_NOT_FOUND');
    expect((await stranger.get(`/trade/${trade.id}`)).body.code).toBe('TRADE_NOT_FOUND');
    const cancel = () => world.cancel(player, trade.id, { 'idempotency-key': 'once' });
    const replies = await Promise.all([cancel(), cancel(), cancel()]);
    for (const { status, body } of replies) {
      expect([status, BuyReply.parse(body)]).toEqual([200, replies[0]?.body]);
    }
    expect(replies[0]?.body.trade).toMatchObject({ status: 'expired', is_cancelled: true });
    expect(await world.coinsOf(traderId)).toEqual({ stock: 1_000, escrow: 0 });
    expect((await world.cancel(player, trade.id)).body.code).toBe('WRONG_STATUS');
    expect((await approve(operator, trade.id)).body.code).toBe('TRADE_EXPIRED');
    expect((await player.get(`/trade/${trade.id}`)).body).toEqual(replies[0]?.body.trade);
    expect(await notices(player)).toEqual([]);

    const second = (await world.reserve(player, traderId)).body.trade.id as number;
    expect((await world.cancel(player, second)).status).toBe(200);
    expect((await world.reserve(player, traderId)).body.code).toBe('TRADE_WAIT');
    const late = (await world.dispute(player, trade.id)).body.trade;
    expect(late).toMatchObject({ status: 'disputed', is_cancelled: false });
    expect(Date.parse(late.due_at)).toBeGreaterThan(Date.now());
    const proved = (await world.buy(player, traderId)).body.trade;
    expect((await world.cancel(player, proved.id)).body).toMatchObject({
      code: 'WRONG_STATUS',
      details: { status: 'pending' },
    });
    expect(Date.parse(proved.proved_at)).toBeGreaterThanOrEqual(Date.parse(proved.created_at));
  });
});

describe('W4 disputes', () => {
  /** What a dispute of this trade leads to, once its evidence is there. */
  const disputed = async (player: SignedInClient, tradeId: number) => {
    const { status, body } = await world.dispute(player, tradeId);
    expect([status, body.trade?.status]).toEqual([200, 'disputed']);
  };

  it('ask for another decision of a rejected trade once, within 7 days; an approval takes the coins from the stock', async () => {
    const { player, traderId, tradeId } = await opened();
    expect((await world.dispute(player, tradeId)).body.code).toBe('WRONG_STATUS');
    await reject(operator, tradeId);
    const last = (await player.get('/trade/open')).body.last;
    expect(Date.parse(last.dispute_until) - Date.now()).toBeGreaterThan(6 * 86_400_000);
    expect((await world.dispute(await app.signIn(), tradeId)).body.code).toBe('TRADE_NOT_FOUND');
    await disputed(player, tradeId);
    expect((await world.dispute(player, tradeId)).body.code).toBe('WRONG_STATUS');
    expect(await world.coinsOf(traderId)).toEqual({ stock: 1_000, escrow: 0 });
    const shown = (await operator.get(`/admin/trades/${tradeId}`)).body as AdminTrade;
    expect(shown).toMatchObject({ status: 'disputed', note: 'The bank shows the transfer.' });
    for (const path of [shown.screenshot, shown.evidence]) {
      expect((await operator.get(String(path).replace('/api', ''))).status).toBe(200);
    }
    expect((await player.get('/user/deletion-preview')).body.blocks).toMatchObject([{ kind: 'trade' }]);
    expect((await approve(operator, tradeId)).body.status).toBe('approved');
    expect(await world.coinsOf(traderId)).toEqual({ stock: 980, escrow: 0 });
    expect(await world.availableOf(player)).toBe(20);
    const list = (await operator.get('/admin/traders')).body as AdminTrader[];
    expect(list.find(({ id }) => id === traderId)).toMatchObject({ trades: 1, rating: null });
  });

  it('O1 are due 48 hours after the dispute, and listed in that order; a proof is due soon after it', async () => {
    const [one, two] = [await opened(), await opened()];
    const minutesOf = async (id: number, since: string) => {
      const { body } = await operator.get(`/admin/trades/${id}`);
      const [row] = await world.query<{ minutes: number }>(
        `SELECT extract(epoch FROM $2::timestamptz - ${since}) / 60 AS minutes FROM trades WHERE id = $1`,
        [id, body.due_at],
      );
      return Number(row?.minutes);
    };
    expect(await minutesOf(one.tradeId, 'proved_at')).toBe(15);
    for (const { player, tradeId } of [two, one]) {
      await reject(operator, tradeId);
      await disputed(player, tradeId);
    }
    expect(await minutesOf(one.tradeId, 'disputed_at')).toBe(48 * 60);
    const listed = async (sort: string) =>
      (
        (await operator.get(`/admin/trades?status=disputed&sort=${sort}&order=ASC&perPage=1000`))
          .body as AdminTrade[]
      )
        .map(({ id }) => id)
        .filter((id) => id === one.tradeId || id === two.tradeId);
    expect(await listed('id')).toEqual([one.tradeId, two.tradeId]);
    expect(await listed('due')).toEqual([two.tradeId, one.tradeId]);
    for (const { tradeId } of [one, two]) await reject(operator, tradeId);
  });

  it('prove an expired reservation late; a final rejection ends them, and 7 days do', async () => {
    const traderId = await world.trader();
    const { player, tradeId } = await expired(traderId);
    await disputed(player, tradeId);
    expect((await reject(operator, tradeId)).body.status).toBe('rejected');
    expect((await world.dispute(player, tradeId)).body.code).toBe('DISPUTE_CLOSED');
    const late = await expired(traderId);
    await world.rewrite(late.tradeId, "decided_at = decided_at - interval '7 days'");
    expect((await world.dispute(late.player, late.tradeId)).body.code).toBe('DISPUTE_CLOSED');
    expect(await world.coinsOf(traderId)).toEqual({ stock: 1_000, escrow: 0 });
  });

  it('W16 may show the screenshot of the same trade again, and no other one', async () => {
    const traderId = await world.trader();
    const [one, other] = [await app.signIn(), await app.signIn()];
    const [shown, foreign] = [await newPicture(), await newPicture()];
    const { id } = (await world.buy(one, traderId, { screenshot: shown })).body.trade;
    await world.buy(other, traderId, { screenshot: foreign });
    await reject(operator, id);
    expect((await world.dispute(one, id, foreign)).body.code).toBe('SCREENSHOT_USED');
    expect((await world.dispute(one, id, shown)).status).toBe(200);
  });

  it('wait for coins of the trader for 3 days after their approval, and are then paid or rejected', async () => {
    const traderId = await world.trader();
    const [paid, unpaid] = [await expired(traderId), await expired(traderId)];
    const stock = (bid_points: number) =>
      operator.post(`/admin/traders/${traderId}/stock`, { bid_points, reason: 'Correction' });
    await stock(-1_000);
    for (const { player, tradeId } of [paid, unpaid]) {
      await disputed(player, tradeId);
      const { body } = await approve(operator, tradeId);
      expect([body.status, Date.parse(body.stock_until) > Date.now()]).toEqual(['disputed', true]);
      expect((await approve(operator, tradeId)).body.code).toBe('WRONG_STATUS');
      expect((await reject(operator, tradeId)).body.code).toBe('WRONG_STATUS');
    }
    await expireOverdue(app.deps);
    expect(await world.availableOf(paid.player)).toBe(0);
    await stock(25);
    await Promise.all([expireOverdue(app.deps), expireOverdue(app.deps)]);
    expect(await world.coinsOf(traderId)).toEqual({ stock: 5, escrow: 0 });
    expect(await world.availableOf(paid.player)).toBe(20);
    await world.rewrite(unpaid.tradeId, 'stock_until = clock_timestamp()');
    await expireOverdue(app.deps);
    expect((await operator.get(`/admin/trades/${unpaid.tradeId}`)).body).toMatchObject({
      status: 'rejected',
      reason: 'The trader had no coins in time. Your money is returned.',
    });
    expect(await world.availableOf(unpaid.player)).toBe(0);
  });
});

describe('S7 deletion of an account', () => {
  it('waits for the open trade, and erases screenshots and the account of a trader', async () => {
    const { player, tradeId } = await opened();
    const { body: preview } = await player.get('/user/deletion-preview');
    expect(preview.blocks).toMatchObject([{ kind: 'trade', bid_points: 20, path: '/walletPage' }]);
    await reject(operator, tradeId);
    const sold = await world.trader({ user_id: player.user.id });
    await inTransaction(app.deps.db, async (tx) => {
      expect(await tradeDeletion.blocks(tx, player.user.id)).toEqual([]);
      await tradeDeletion.erase?.(tx, player.user.id);
    });
    expect((await operator.get(`/admin/trades/${tradeId}/screenshot`)).status).toBe(404);
    expect((await operator.get(`/admin/traders/${sold}`)).body).toMatchObject({
      user_id: null,
      is_active: false,
      account_number: '',
    });
  });
});

it('P2 the audit compares each trade with its escrow and its transfers', async () => {
  /** Reads the trades that could have become wrong: all, and those since the last audit without errors. */
  const audit = async () => {
    const { errors } = await auditLedger(app.deps.db, { mode: 'checkpoints' });
    expect((await auditLedger(app.deps.db, { mode: 'full' })).errors).toEqual(errors);
    return errors;
  };
  const traderId = await world.trader();
  const buyers = await Promise.all([app.signIn(), app.signIn(), app.signIn()]);
  const [open, approved, over] = await Promise.all(
    buyers.map(async (buyer, nth) => {
      const { body } = nth === 2 ? await world.reserve(buyer, traderId) : await world.buy(buyer, traderId);
      return body.trade.id as number;
    }),
  );
  await world.operator.post(`/admin/trades/${approved}/approve`, { bank_reference: 'AUDIT-1' });
  await world.endReservation(over as number);
  await expireOverdue(app.deps);
  expect(await audit()).toEqual([]);
  await world.rewrite(open as number, "status = 'expired', decided_at = clock_timestamp()");
  expect(await audit()).toMatchObject([
    { check: 'trades', row: String(open), message: 'is expired with 20 coins in escrow' },
  ]);
  await world.rewrite(open as number, "status = 'pending', decided_at = NULL");
  expect(await audit()).toEqual([]);
  await world.rewrite(approved as number, 'bid_points = 21');
  expect(await audit()).toMatchObject([
    { check: 'trades', row: String(approved), message: 'is approved, which moved 20 of its 21 coins' },
  ]);
  await world.rewrite(approved as number, 'bid_points = 20');
});
