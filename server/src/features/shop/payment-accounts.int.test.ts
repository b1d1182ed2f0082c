import { AdminPayment, PaymentHistoryItem, TransferAccount } from '@copup/shared/shop.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { CardProvider, type PaidIn } from '@copup/testkit/card-provider.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import type { ProviderWebhook } from '@copup/testkit/provider-books.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { auditLedger } from '../../audit.ts';
import { askAboutAccounts, expireAccounts } from './watch-accounts.ts';

/** Two servers on one database: events arrive at either. */
let provider: CardProvider;
let server: TestApp;
let other: TestApp;
let operator: SignedInClient;

beforeAll(async () => {
  provider = await CardProvider.start();
  const overrides = { limitRules: noLimits };
  server = await startApp({ env: provider.env({ confirms: true }), overrides });
  other = await startApp({
    database: server.database,
    env: provider.env({ confirms: true }),
    overrides,
  });
  operator = await server.signIn({ role: 1 });
});
afterAll(async () => {
  await other?.close();
  await server?.close();
  await provider?.close();
});
beforeEach(() => {
  provider.isDown = false;
});
afterEach(async () => {
  expect((await auditLedger(server.deps.db)).errors).toEqual([]);
});

const pack = { price: 9_900, bid_points: 100 };
const HOUR_MS = 3_600_000;

/** A buyer with an account for 100 coins at ₦9,900. */
async function openBuyer(player?: SignedInClient) {
  const buyer = player ?? (await server.signIn());
  const { body, status } = await buyer.post('/manualPayment/account', pack);
  expect(status).toBe(200);
  const account = TransferAccount.parse(body);
  const txRef =
    [...provider.accounts.values()].find((each) => each.account_number === account.account_number)?.tx_ref ??
    '';
  const fullName = `Test ${buyer.user.username}`;
  const { id } = account;
  return {
    id,
    player: buyer,
    account,
    txRef,
    fullName,
    /** The bank writes the surname first, in capitals. */
    pay: (paid: PaidIn = {}) =>
      provider.payIn(txRef, { sender: `${buyer.user.username} TEST`.toUpperCase(), ...paid }),
    state: async () => TransferAccount.parse((await buyer.get(`/manualPayment/${id}/account`)).body).status,
    coins: async (): Promise<number> => (await buyer.get('/user/profile')).body.bid_points,
    async seen() {
      const { body: items } = await buyer.get('/manualPayment/payment-history');
      return items.map((item: unknown) => PaymentHistoryItem.parse(item)) as PaymentHistoryItem[];
    },
    queued: async (of = id) => AdminPayment.parse((await operator.get(`/admin/payments/${of}`)).body),
    decide: (action: string, given: object, of = id) =>
      operator.post(`/admin/payments/${of}/${action}`, given),
    /** Moves the end of the time to pay. */
    moveExpiry: (byMs: number) =>
      server.deps.db.pool.query(
        `UPDATE payment_accounts SET expires_at = expires_at + $2 * interval '1 millisecond' WHERE payment_id = $1`,
        [id, byMs],
      ),
  };
}
const deliver = async (webhook: ProviderWebhook, to = server, changed: object = {}) => {
  const { status, body } = await provider.deliver(to.url, webhook, changed);
  return status === 200 ? body.message : `${status} ${body.code}`;
};
const idOf = ({ data }: ProviderWebhook) => String(data.id);

it('W18 opens one account for a package, the same while it can be paid, of which nothing waits for operators', async () => {
  const buyer = await openBuyer();
  const { id, account, player } = buyer;
  expect(account).toMatchObject({ status: 'reserved', ...pack, bank_name: 'Stand-in Bank' });
  const leftMs = Date.parse(account.expires_at) - server.deps.clock.wallMs();
  expect(leftMs).toBeGreaterThan(0);
  expect(leftMs).toBeLessThanOrEqual(30 * 60_000);
  expect(provider.accounts.get(buyer.txRef)?.amount).toBe(9_900);
  const again = await Promise.all(
    [server, other].map((on) =>
      on.signInAs(player.user.id).then((each) => each.post('/manualPayment/account', pack)),
    ),
  );
  expect(again.map(({ body }) => body.id)).toEqual([id, id]);
  expect(await buyer.queued()).toMatchObject({ status: 'reserved', sender_account_name: buyer.fullName });
  const waiting = await operator.get('/admin/payments?status=waiting&perPage=100');
  expect(waiting.body.map((each: { id: number }) => each.id)).not.toContain(id);
  // I8: only its buyer sees it.
  const stranger = await server.signIn();
  expect((await stranger.get(`/manualPayment/${id}/account`)).body.code).toBe('PAYMENT_NOT_FOUND');
  expect((await player.post('/manualPayment/account', { ...pack, price: 1 })).body.code).toBe(
    'PRICE_DIFFERS',
  );
  expect((await (await server.signIn({ realm: 9 })).post('/manualPayment/account', pack)).status).toBe(403);
});

it('W18 requests at the same time on two servers lead to one account', async () => {
  const player = await server.signIn();
  const players = [player, await other.signInAs(player.user.id)];
  const replies = await Promise.all(
    [...players, ...players].map((each) => each.post('/manualPayment/account', pack)),
  );
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(replies.map(({ body }) => body.account_number)).size).toBe(1);
});

it('W2 W18 an account counts as an open payment, of which a buyer has at most three', async () => {
  const player = await server.signIn();
  const offers = [pack, { price: 2_000, bid_points: 20 }];
  for (const offer of offers) expect((await player.post('/manualPayment/account', offer)).status).toBe(200);
  const announced = { ...pack, sender_account_name: 'Ada' };
  expect((await player.post('/manualPayment/manual-payment', announced)).status).toBe(200);
  for (const path of ['/manualPayment/account', '/manualPayment/manual-payment']) {
    const { body } = await player.post(path, { price: 5_000, bid_points: 50, sender_account_name: 'Ada' });
    expect(body.code).toBe('TOO_MANY_OPEN_PAYMENTS');
  }
  // The account that is open is returned nevertheless.
  expect((await player.post('/manualPayment/account', pack)).status).toBe(200);
});

it('W18 without keys, or while the provider is down, no account is opened and the manual transfer remains', async () => {
  const player = await server.signIn();
  expect((await player.get('/bidShop/bank-details')).body.is_automatic).toBe(true);
  provider.isDown = true;
  expect((await player.post('/manualPayment/account', pack)).body.code).toBe('UNAVAILABLE');
  provider.isDown = false;
  provider.failNext('/virtual-account-numbers', 'lost');
  expect((await player.post('/manualPayment/account', pack)).body.code).toBe('UNAVAILABLE');
  expect((await player.get('/manualPayment/payment-history')).body).toEqual([]);
  const manual = await startApp({ redis: null });
  const visitor = await manual.signIn();
  expect((await visitor.get('/bidShop/bank-details')).body.is_automatic).toBe(false);
  expect((await visitor.post('/manualPayment/account', pack)).body.code).toBe('CARD_NOT_CONFIGURED');
  const announced = { ...pack, sender_account_name: 'Ada' };
  expect((await visitor.post('/manualPayment/manual-payment', announced)).status).toBe(200);
  await manual.close();
});

it('W18 credits an exact transfer once, however often and wherever its event arrives', async () => {
  const buyer = await openBuyer();
  const event = buyer.pay({ sessionId: 'S/100-A' });
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, nth) => deliver(event, nth % 2 ? server : other)),
  );
  expect(replies.filter((reply) => reply === 'credited')).toHaveLength(1);
  expect(replies.filter((reply) => reply === 'ignored')).toHaveLength(9);
  expect(await deliver(event)).toBe('ignored');
  expect([await buyer.coins(), await buyer.state()]).toEqual([100, 'approved']);
  expect(await buyer.queued()).toMatchObject({
    ...{ status: 'approved', bank_reference: 'S/100-A', decided_by: null, finding: null },
    transfers: [
      {
        amount: 9_900,
        sender: `${buyer.player.user.username} TEST, Access Bank, ******1234`
          .toUpperCase()
          .replace('ACCESS BANK', 'Access Bank'),
      },
    ],
  });
  const { items } = (await buyer.player.get('/user/notifications')).body;
  expect(items).toMatchObject([{ kind: 'payment', details: { status: 'approved', amount: 100 } }]);
  // W2a: the bank's and the provider's references prove no other payment.
  const { body } = await buyer.player.post('/manualPayment/manual-payment', {
    ...pack,
    sender_account_name: 'Ada',
  });
  for (const bank_reference of ['s100a', idOf(event)])
    expect((await buyer.decide('approve', { bank_reference }, body.id)).body.code).toBe(
      'BANK_REFERENCE_USED',
    );
});

it('W18 believes the provider’s API, not the event', async () => {
  const buyer = await openBuyer();
  const event = buyer.pay({ status: 'pending' });
  // The event contradicts the API.
  expect(await deliver(event, server, { status: 'successful' })).toBe('ignored');
  const foreign = buyer.pay();
  const id = Number(foreign.data.id);
  provider.transactions.set(id, { ...provider.transactions.get(id), tx_ref: 'another' } as never);
  expect(await deliver(foreign)).toBe('ignored');
  expect(await deliver(event, server, { id: undefined })).toBe('ignored');
  expect([await buyer.coins(), await buyer.state()]).toEqual([0, 'reserved']);
  // Delivered again until the API answers.
  const good = buyer.pay();
  provider.isDown = true;
  expect(await deliver(good)).toBe('503 UNAVAILABLE');
  provider.isDown = false;
  expect(await deliver(good, server, { amount: 1, currency: 'USD', status: 'failed' })).toBe('credited');
  expect(await buyer.coins()).toBe(100);
});

it('W18 a transfer in time is credited although its event comes after the account expired', async () => {
  const buyer = await openBuyer();
  const event = buyer.pay({ paidAt: new Date(Date.now() - 2 * HOUR_MS) });
  await buyer.moveExpiry(-HOUR_MS);
  await expireAccounts(other.deps);
  expect(await buyer.state()).toBe('expired');
  expect(await deliver(event)).toBe('credited');
  expect(await buyer.coins()).toBe(100);
});

it('W18 W2a a late transfer, another sender or an unnamed one waits for an operator, with a reason and a proposal', async () => {
  const late = await openBuyer();
  await late.moveExpiry(-HOUR_MS);
  await expireAccounts(server.deps);
  const cases = [
    { buyer: late, paid: {}, finding: /after the account had expired/, proposed: 'approve' },
    {
      buyer: await openBuyer(),
      paid: { sender: 'Musa Bello' },
      finding: /another sender, Musa Bello/,
      proposed: 'reject',
    },
    { buyer: await openBuyer(), paid: { sender: ' ' }, finding: /named no sender/, proposed: 'reject' },
    {
      buyer: await openBuyer(),
      paid: { amount: 10_000 },
      finding: /₦100 more than the price/,
      proposed: 'approve',
    },
  ];
  for (const { buyer, paid, finding, proposed } of cases) {
    const event = buyer.pay(paid);
    expect([await deliver(event), await deliver(event, other)]).toEqual(['recorded', 'ignored']);
    const queued = await buyer.queued();
    expect(queued).toMatchObject({
      status: 'pending',
      proposed,
      transfers: [{ amount: paid.amount ?? 9_900 }],
    });
    expect(queued.finding).toMatch(finding);
    expect([await buyer.coins(), await buyer.state()]).toEqual([0, 'pending']);
    const { items } = (await buyer.player.get('/user/notifications')).body;
    expect(items[0].details).toMatchObject({ status: 'pending', arrived: paid.amount ?? 9_900 });
  }
  const waiting = (await operator.get('/admin/payments?status=waiting&perPage=100')).body;
  expect(waiting.map(({ id }: { id: number }) => id)).toEqual(
    expect.arrayContaining(cases.map(({ buyer }) => buyer.id)),
  );
  // The recorded reference is the proof of the approval, which credits once.
  const [{ bank_reference } = { bank_reference: '' }] = (await late.queued()).transfers;
  expect((await late.decide('approve', { bank_reference })).status).toBe(200);
  expect(await late.coins()).toBe(100);
  // A rejection sends the money back to where it came from.
  const [, named, , more] = cases.map(({ buyer }) => buyer);
  await named?.decide('reject', { reason: 'Paid from another name' });
  expect(await named?.queued()).toMatchObject({
    status: 'returning',
    next_return: { amount: 9_900, sender: 'Musa Bello, Access Bank, ******1234' },
  });
  const [over] = (await more?.queued())?.transfers ?? [];
  await more?.decide('approve', { bank_reference: over?.bank_reference });
  expect([await more?.coins(), (await more?.queued())?.status]).toEqual([100, 'overpaid']);
});

it('O1 a payment is due 4 minutes after its money arrived, 30 after it was announced, and what goes back in a day', async () => {
  const buyer = await openBuyer();
  const announced = { ...pack, sender_account_name: 'Ada' };
  const first = (await buyer.player.post('/manualPayment/manual-payment', announced)).body.id as number;
  const dueMinutes = async (id: number) => {
    const { rows } = await server.deps.db.pool.query<{ minutes: number }>(
      `SELECT (extract(epoch FROM $2 - coalesce(changed_at, created_at)) / 60)::float8 AS minutes FROM manual_payments WHERE id = $1`,
      [id, new Date((await buyer.queued(id)).due_at ?? 0)],
    );
    return rows[0]?.minutes;
  };
  const waiting = async (sort: string) => {
    const { body } = await operator.get(
      `/admin/payments?status=waiting&sort=${sort}&order=ASC&user_id=${buyer.player.user.id}`,
    );
    return body.map(({ id }: { id: number }) => id);
  };
  const overdue = async () => {
    const { body } = await operator.get('/admin/overview');
    const { by_status: counts } = body.queues.find(({ queue }: { queue: string }) => queue === 'payments');
    return counts.find(({ status }: { status: string }) => status === 'pending').overdue as number;
  };
  await deliver(buyer.pay({ sender: 'Musa Bello' }));
  expect(await dueMinutes(first)).toBeCloseTo(30, 3);
  expect(await dueMinutes(buyer.id)).toBeCloseTo(4, 3);
  const ids = [buyer.id, first];
  expect(await waiting('due')).toEqual(ids);
  expect(await waiting('id')).toEqual([...ids].sort((a, b) => a - b));
  const before = await overdue();
  await server.deps.db.pool.query(
    `UPDATE manual_payments SET changed_at = changed_at - interval '5 minutes' WHERE id = $1`,
    [buyer.id],
  );
  expect(await overdue()).toBe(before + 1);

  expect((await buyer.decide('reject', { reason: 'Another sender' })).body.status).toBe('returning');
  expect(await dueMinutes(buyer.id)).toBeCloseTo(24 * 60, 3);
});

it('W2a too little: the buyer chooses, and the rest is never credited by itself', async () => {
  const buyer = await openBuyer();
  expect(await deliver(buyer.pay({ amount: 9_000 }))).toBe('recorded');
  expect(await buyer.queued()).toMatchObject({
    status: 'underpaid',
    finding: '₦900 less than the price arrived.',
  });
  expect((await buyer.player.post(`/manualPayment/${buyer.id}/choice`, { choice: 'rest' })).status).toBe(200);
  expect(await deliver(buyer.pay({ amount: 900 }))).toBe('recorded');
  expect(await buyer.queued()).toMatchObject({ status: 'pending', proposed: 'approve' });
  expect(await buyer.coins()).toBe(0);
  const [, rest] = (await buyer.queued()).transfers;
  await buyer.decide('approve', { bank_reference: rest?.bank_reference });
  expect(await buyer.coins()).toBe(100);
});

it('W18 a second transfer to a paid account becomes a payment of its own, which is not credited by itself', async () => {
  const buyer = await openBuyer();
  const [first, second] = [buyer.pay(), buyer.pay()];
  const replies = await Promise.all([deliver(first), deliver(second, other)]);
  expect(replies.toSorted()).toEqual(['credited', 'recorded']);
  for (const event of [second, first, second]) expect(await deliver(event, other)).toBe('ignored');
  expect(await buyer.coins()).toBe(100);
  const [newest, older] = await buyer.seen();
  expect([newest?.status, older?.status]).toEqual(['pending', 'approved']);
  const follow = Number(newest?.id.split(':')[1]);
  expect(await buyer.queued(follow)).toMatchObject({
    ...{ status: 'pending', proposed: 'reject', transfers: [{ amount: 9_900 }] },
    finding: `This is another transfer to the account of payment ${buyer.id}.`,
  });
  await buyer.decide('reject', { reason: 'Paid twice' }, follow);
  expect((await buyer.queued(follow)).next_return?.amount).toBe(9_900);
  // Also to one that was rejected or returned; with too little, the buyer chooses.
  expect(await deliver(buyer.pay({ amount: 50 }))).toBe('recorded');
  expect((await buyer.seen())[0]?.status).toBe('underpaid');
});

it('W18 another currency is never counted as naira and never lost', async () => {
  const buyer = await openBuyer();
  const event = buyer.pay({ currency: 'USD', amount: 9_900 });
  expect([await deliver(event), await deliver(event, other)]).toEqual(['recorded', 'ignored']);
  expect(await buyer.queued()).toMatchObject({
    ...{ status: 'pending', transfers: [], proposed: 'reject' },
    finding: '9900 USD arrived, which is not naira.',
  });
  expect(await buyer.coins()).toBe(0);
});

it('W2a a transfer whose reference an operator used is credited once, in any order', async () => {
  const [buyer, another] = [await openBuyer(), await openBuyer()];
  const announced = { ...pack, sender_account_name: 'Ada' };
  const { body } = await buyer.player.post('/manualPayment/manual-payment', announced);
  const event = another.pay({ sessionId: 'SESSION-77' });
  expect((await buyer.decide('approve', { bank_reference: 'session 77' }, body.id)).status).toBe(200);
  expect(await deliver(event)).toBe('recorded');
  expect(await another.queued()).toMatchObject({
    ...{ status: 'pending', transfers: [] },
    finding: `The bank's reference of this transfer proves payment ${body.id}.`,
  });
  expect([await buyer.coins(), await another.coins()]).toEqual([100, 0]);
});

it('W18 finds a transfer whose event was lost, by asking the provider', async () => {
  const [buyer, late] = [await openBuyer(), await openBuyer()];
  buyer.pay();
  late.pay({ paidAt: new Date(Date.now() + HOUR_MS) });
  await late.moveExpiry(-HOUR_MS);
  await expireAccounts(server.deps);
  const askAgain = () =>
    server.deps.db.pool.query("UPDATE payment_accounts SET asked_at = asked_at - interval '1 day'");
  await askAboutAccounts(server.deps);
  // They were opened within the minute.
  expect(await buyer.state()).toBe('reserved');
  await askAgain();
  provider.isDown = true;
  await askAboutAccounts(server.deps);
  provider.isDown = false;
  expect(await buyer.state()).toBe('reserved');
  await askAgain();
  await Promise.all([askAboutAccounts(server.deps), askAboutAccounts(other.deps)]);
  expect([await buyer.state(), await late.state()]).toEqual(['approved', 'pending']);
  expect([await buyer.coins(), await late.coins()]).toEqual([100, 0]);
});

it('in the demo a neighbour pretends a transfer; with another provider there is no such call', async () => {
  const buyer = await openBuyer();
  expect(buyer.account.pretend_path).toBeNull();
  expect((await fetch(`${server.url}/dev/transfers/${buyer.id}`, { method: 'POST' })).status).toBe(404);
  const standIn = await CardProvider.start();
  standIn.isDemo = true;
  const demo = await startApp({ redis: null, env: standIn.env({ confirms: true }) });
  const player = await demo.signIn();
  const account = TransferAccount.parse((await player.post('/manualPayment/account', pack)).body);
  expect((await player.get('/pay/options')).body.is_configured).toBe(false);
  expect((await fetch(`${demo.url}/dev/transfers/1`, { method: 'POST' })).status).toBe(404);
  expect((await fetch(`${demo.url}${account.pretend_path}`, { method: 'POST' })).status).toBe(204);
  expect((await player.get('/user/profile')).body.bid_points).toBe(100);
  await demo.close();
  await standIn.close();
});

it('W18 finds a second transfer to a paid account whose event was lost, and records it once', async () => {
  const buyer = await openBuyer();
  expect(await deliver(buyer.pay())).toBe('credited');
  buyer.pay();
  for (let nth = 0; nth < 2; nth += 1) {
    await server.deps.db.pool.query(
      "UPDATE payment_accounts SET asked_at = asked_at - interval '30 days' WHERE payment_id = $1",
      [buyer.id],
    );
    await askAboutAccounts(server.deps);
  }
  expect((await buyer.seen()).map(({ status }) => status)).toEqual(['pending', 'approved']);
  expect(await buyer.coins()).toBe(100);
});

it('S7 an account that can be paid prevents the deletion of the user', async () => {
  const buyer = await openBuyer();
  const { reference } = await buyer.queued();
  const blocks = (await buyer.player.get('/user/deletion-preview')).body;
  expect(JSON.stringify(blocks)).toContain(reference);
});
