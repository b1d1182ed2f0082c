import { CardPaymentState, PayStartReply } from '@copup/shared/shop.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { CardProvider } from '@copup/testkit/card-provider.ts';
import { available, move, post } from '@copup/testkit/ledger.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { givePin } from '@copup/testkit/pins.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit.ts';
import { sumReceivables } from '../../ledger/receivables.ts';
import { readWallets } from '../../ledger/wallets.ts';
import { listYoungCoins } from '../../ledger/young-coins.ts';
import { failAbandoned } from './card-payments.queries.ts';

/** Two servers on one database: events arrive at either. The first confirms with the provider's API. */
let provider: CardProvider;
let server: TestApp;
let other: TestApp;

beforeAll(async () => {
  provider = await CardProvider.start();
  const overrides = { limitRules: noLimits };
  server = await startApp({ env: provider.env({ confirms: true }), overrides });
  other = await startApp({ database: server.database, env: provider.env(), overrides });
});
afterAll(async () => {
  await other?.close();
  await server?.close();
  await provider?.close();
});
beforeEach(() => {
  provider.isDown = false;
});

let transactions = 5_000;
interface Charged {
  player: SignedInClient;
  txRef: string;
  id: number;
}

/** Starts a checkout of 100 coins for ₦9,900; the provider then knows its transaction. */
async function start(coins = 0, facts: object = {}): Promise<Charged> {
  const player = await server.signIn({ coins });
  const { body, status } = await player.post('/pay/start', { packageId: 3 });
  expect(status).toBe(200);
  const { tx_ref } = PayStartReply.parse(body);
  transactions += 1;
  const transaction = {
    id: transactions,
    tx_ref,
    amount: 9_900,
    currency: 'NGN',
    status: 'successful',
    ...facts,
  };
  provider.transactions.set(transactions, transaction);
  return { player, txRef: tx_ref, id: transactions };
}
const hash = { 'verif-hash': CardProvider.secretHash };
const deliver = (body: unknown, to = server, headers: Record<string, string> = hash) =>
  to.client.post('/pay/webhook', body, headers);
const charge = ({ id, txRef }: Charged, data: object = {}) => ({
  event: 'charge.completed',
  'event.type': 'CARD_TRANSACTION',
  data: {
    id,
    tx_ref: txRef,
    amount: 9_900,
    currency: 'NGN',
    status: 'successful',
    customer: { name: 'Ada' },
    ...data,
  },
});
const chargeback = ({ id, txRef }: Charged, data: object = {}) => ({
  event: 'chargeback.created',
  data: { id: 77, tx_id: id, tx_ref: txRef, amount: 9_900, currency: 'NGN', status: 'initiated', ...data },
});
const refund = ({ id, txRef }: Charged, number: number, amount_refunded = 9_900) => ({
  event: 'refund.completed',
  data: { id: number, tx_id: id, tx_ref: txRef, amount_refunded, status: 'completed' },
});
const bidPoints = async ({ player }: Charged) => (await player.get('/user/profile')).body.bid_points;
const stateOf = async ({ player, txRef }: Charged) =>
  CardPaymentState.parse((await player.get(`/pay/${txRef}`)).body).status;
const owed = ({ player }: Charged) => sumReceivables(server.deps.db, player.user.id);

describe('W5 POST /pay/start', () => {
  it('I8 O5 stores a checkout of a package and returns what the script needs; no coins move', async () => {
    const paid = await start();
    const { body } = await paid.player.post('/pay/start', { packageId: 1, amount: 1, price: 1 });
    expect(body).toEqual({
      tx_ref: expect.stringMatching(/^copup-[0-9a-f]{32}$/),
      amount: 2_000,
      currency: 'NGN',
      public_key: 'FLWPUBK_TEST-stand-in',
      script_url: `${provider.url}/v3.js`,
    });
    expect([await bidPoints(paid), await stateOf(paid)]).toEqual([0, 'pending']);
    // I8: only its user sees it.
    expect((await (await server.signIn()).get(`/pay/${paid.txRef}`)).body.code).toBe('PAYMENT_NOT_FOUND');
    const tester = await server.signIn({ realm: 9 });
    expect((await tester.post('/pay/start', { packageId: 1 })).status).toBe(403);
    expect((await server.client.get('/pay/options')).body).toEqual({
      is_configured: true,
      is_test_mode: true,
    });
  });

  it('is refused without keys, and so is the webhook', async () => {
    const app = await startApp({ redis: null });
    const player = await app.signIn();
    expect((await player.post('/pay/start', { packageId: 1 })).body.code).toBe('CARD_NOT_CONFIGURED');
    expect((await app.client.get('/pay/options')).body).toEqual({
      is_configured: false,
      is_test_mode: false,
    });
    expect((await deliver({ event: 'x', data: {} }, app)).body.code).toBe('CARD_NOT_CONFIGURED');
    await app.close();
  });
});

describe('X12 the content security policy', () => {
  it('lets only /pay load and frame the provider', async () => {
    const policyOf = async (path: string, of = server) =>
      (await of.client.get(path)).headers.get('content-security-policy') ?? '';
    for (const path of ['/:pay', '/:pay/', '/:pay?from=login']) {
      const policy = await policyOf(path);
      expect(policy).toContain(`script-src 'self' ${provider.url}/v3.js;`);
      expect(policy).toContain(`frame-src ${provider.url};`);
      expect(policy).not.toMatch(new RegExp(`connect-src[^;]*${provider.url}`));
    }
    for (const path of ['/:', '/:buy', '/:payment-history', '/:payout', '/:pay-x', '/pay/options']) {
      expect(await policyOf(path)).not.toContain(provider.url);
    }
  });
});

describe('W15 POST /pay/webhook', () => {
  it('is refused unless verif-hash matches, before its body is read', async () => {
    const paid = await start();
    for (const headers of [{}, { 'verif-hash': '' }, { 'verif-hash': `${CardProvider.secretHash}x` }]) {
      const { status, body } = await deliver(charge(paid), server, headers as Record<string, string>);
      expect([status, body.code]).toEqual([401, 'WRONG_SIGNATURE']);
    }
    expect((await deliver('{broken', server, { 'verif-hash': 'no' })).status).toBe(401);
    expect([await bidPoints(paid), await stateOf(paid)]).toEqual([0, 'pending']);
  });

  it('credits the coins of the package once, also for events repeated in parallel on two servers', async () => {
    const paid = await start();
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, nth) => deliver(charge(paid), nth % 2 ? server : other)),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(replies.filter(({ body }) => body.message === 'credited')).toHaveLength(1);
    expect([await bidPoints(paid), await stateOf(paid)]).toEqual([100, 'approved']);
    expect((await deliver(charge(paid))).body).toEqual({ message: 'ignored' });
    // A second charge of the same checkout.
    expect((await deliver(charge({ ...paid, id: paid.id + 100_000 }), other)).body.message).toBe('ignored');
    expect(await bidPoints(paid)).toBe(100);
    expect((await paid.player.get('/manualPayment/payment-history')).body).toMatchObject([
      { method: 'card', status: 'approved', bid_points: 100, price: 9_900 },
    ]);
    const { items } = (await paid.player.get('/user/notifications')).body;
    expect(items).toMatchObject([{ kind: 'payment', details: { status: 'approved', amount: 100 } }]);
  });

  it('credits a transaction once, although two checkouts claim it', async () => {
    const [paid, claimed] = [await start(), await start()];
    const stolen = { ...claimed, id: paid.id };
    const replies = await Promise.all([deliver(charge(paid), other), deliver(charge(stolen), other)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect((await bidPoints(paid)) + (await bidPoints(claimed))).toBe(100);
    // The provider's API tells which one it is.
    expect((await deliver(charge({ ...(await start()), id: paid.id }))).body.message).toBe('ignored');
  });

  it('credits a transaction once, however its number is written', async () => {
    const [paid, claimed] = [await start(), await start()];
    await deliver(charge(paid), other);
    for (const spelling of ['00#', ' #', '# ', '+#', '#.0']) {
      const again = charge(claimed, { id: spelling.replace('#', String(paid.id)) });
      const reply = await deliver(again, other);
      expect([spelling, reply.status, reply.body]).toEqual([spelling, 200, { message: 'ignored' }]);
    }
    expect([await bidPoints(paid), await bidPoints(claimed)]).toEqual([100, 0]);
  });

  it('P8 does not credit another amount or another currency', async () => {
    for (const data of [
      { amount: 9_899.99 },
      { amount: 9_901 },
      { currency: 'USD' },
      { amount: undefined },
    ] as object[]) {
      const paid = await start();
      expect((await deliver(charge(paid, data), other)).status).toBe(200);
      expect([data, await bidPoints(paid), await stateOf(paid)]).toEqual([data, 0, 'failed']);
    }
  });

  it('believes the provider’s API, not the event', async () => {
    const low = await start(0, { amount: 1 });
    expect((await deliver(charge(low))).body.message).toBe('failed');
    const declined = await start(0, { status: 'failed' });
    expect((await deliver(charge(declined))).body.message).toBe('failed');
    const open = await start(0, { status: 'pending' });
    expect((await deliver(charge(open))).body.message).toBe('ignored');
    const foreign = await start(0, { tx_ref: 'copup-other' });
    expect((await deliver(charge(foreign))).body.message).toBe('ignored');
    for (const paid of [low, declined, open, foreign]) expect(await bidPoints(paid)).toBe(0);
    // The amounts of the event do not matter when the API has those of the payment.
    const right = await start();
    expect((await deliver(charge(right, { amount: 1 }))).body.message).toBe('credited');
  });

  it('is answered with 503 while the provider’s API is down, so that it is delivered again', async () => {
    const paid = await start();
    provider.isDown = true;
    const { status, body, headers } = await deliver(charge(paid));
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '30']);
    expect([await bidPoints(paid), await stateOf(paid)]).toEqual([0, 'pending']);
    provider.isDown = false;
    expect((await deliver(charge(paid))).body.message).toBe('credited');
    const unknown = await start();
    provider.transactions.delete(unknown.id);
    expect((await deliver(charge(unknown))).status).toBe(503);
  });

  it('a failed attempt is followed by a successful one, in any order', async () => {
    const paid = await start();
    const declined = { ...paid, id: paid.id + 200_000 };
    expect((await deliver(charge(declined, { status: 'failed' }), other)).body.message).toBe('failed');
    expect(await stateOf(paid)).toBe('failed');
    expect((await deliver(charge(paid), other)).body.message).toBe('credited');
    expect((await deliver(charge(declined, { status: 'failed' }), other)).body.message).toBe('ignored');
    expect([await bidPoints(paid), await stateOf(paid)]).toEqual([100, 'approved']);
  });

  it('ignores events about something else, with 200', async () => {
    for (const body of [
      { event: 'transfer.completed', data: { id: 1, status: 'SUCCESSFUL' } },
      { event: 'charge.completed', data: { id: 1, tx_ref: 'unknown', status: 'successful' } },
      { event: 'charge.completed', data: {} },
      { event: 'chargeback.created', data: { id: 1 } },
    ]) {
      expect(await deliver(body)).toMatchObject({ status: 200, body: { message: 'ignored' } });
    }
    expect((await deliver({ data: {} })).status).toBe(400);
  });

  it('marks abandoned checkouts as failed after a day; a late payment is credited nevertheless', async () => {
    const [late, recent] = [await start(), await start()];
    await server.asOwner(
      `ALTER TABLE card_payments DISABLE TRIGGER USER;
       UPDATE card_payments SET created_at = created_at - interval '25 hours' WHERE tx_ref = '${late.txRef}';
       ALTER TABLE card_payments ENABLE TRIGGER USER`,
    );
    await failAbandoned(server.deps.db);
    expect([await stateOf(late), await stateOf(recent)]).toEqual(['failed', 'pending']);
    expect((await deliver(charge(late))).body.message).toBe('credited');
  });
});

describe('W5 chargebacks', () => {
  it('take back the coins, once', async () => {
    const paid = await start(30);
    await deliver(charge(paid));
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, nth) => deliver(chargeback(paid), nth % 2 ? server : other)),
    );
    expect(replies.filter(({ body }) => body.message === 'charged_back')).toHaveLength(1);
    expect([await bidPoints(paid), await stateOf(paid), await owed(paid)]).toEqual([30, 'charged_back', 0]);
    const { items } = (await paid.player.get('/user/notifications')).body;
    expect(items[0]).toMatchObject({
      kind: 'payment',
      details: { status: 'charged_back', amount: 100, owed: 0 },
    });
  });

  it('X5 what was spent is owed, and repaid from later credits', async () => {
    const paid = await start();
    await deliver(charge(paid));
    const operator = await server.signIn({ role: 1 });
    await operator.post(`/admin/users/${paid.player.user.id}/adjust`, { bid_points: -70, reason: 'Spent' });
    await deliver(chargeback(paid));
    expect([await bidPoints(paid), await owed(paid)]).toEqual([0, 70]);
    const gift = (bid_points: number) =>
      operator.post(`/admin/users/${paid.player.user.id}/adjust`, { bid_points, reason: 'Gift' });
    expect((await gift(50)).body.available).toBe(0);
    expect([await bidPoints(paid), await owed(paid)]).toEqual([0, 20]);
    expect((await gift(50)).body.available).toBe(30);
    expect([await bidPoints(paid), await owed(paid)]).toEqual([30, 0]);
    expect((await deliver(chargeback(paid))).body.message).toBe('ignored');
    expect(await bidPoints(paid)).toBe(30);
  });

  it('before the charge, or at the same moment, leave no coins', async () => {
    const early = await start();
    expect((await deliver(chargeback(early))).body.message).toBe('recorded');
    expect(await stateOf(early)).toBe('pending');
    expect((await deliver(charge(early))).body.message).toBe('charged_back');
    const paid = await start();
    await Promise.all([
      deliver(charge(paid)),
      deliver(chargeback(paid), other),
      deliver(charge(paid), other),
    ]);
    for (const each of [early, paid])
      expect([await bidPoints(each), await stateOf(each), await owed(each)]).toEqual([0, 'charged_back', 0]);
  });

  it('refunds are found by the transaction; one that is not made changes nothing', async () => {
    const paid = await start();
    await deliver(charge(paid));
    const refunded = (data: object) => ({ ...refund(paid, 3), data: { ...refund(paid, 3).data, ...data } });
    for (const data of [
      { status: 'pending' },
      { status: 'processing' },
      { id: paid.id, tx_id: 1, tx_ref: undefined },
    ]) {
      expect((await deliver(refunded(data))).body.message).toBe('ignored');
    }
    expect((await deliver(refunded({ tx_ref: undefined }))).body.message).toBe('charged_back');
    expect(await bidPoints(paid)).toBe(0);
    expect((await deliver(refunded({ status: 'failed' }))).body.message).toBe('returned');
    expect([await bidPoints(paid), await stateOf(paid)]).toEqual([100, 'approved']);
  });

  it('W5a the reversal of a second or wrong charge takes no coins of the good one', async () => {
    const paid = await start();
    const [wrong, second] = [
      { ...paid, id: paid.id + 300_000 },
      { ...paid, id: paid.id + 400_000 },
    ];
    expect((await deliver(charge(wrong, { amount: 99 }), other)).body.message).toBe('failed');
    expect((await deliver(refund(wrong, 21, 99), other)).body.message).toBe('recorded');
    expect((await deliver(charge(paid), other)).body.message).toBe('credited');
    expect((await deliver(charge(second), other)).body.message).toBe('ignored');
    for (const reversal of [refund(second, 22), chargeback(second, { id: 23 }), chargeback(wrong)])
      expect((await deliver(reversal, other)).body.message).toBe('recorded');
    expect([await bidPoints(paid), await stateOf(paid), await owed(paid)]).toEqual([100, 'approved', 0]);
    expect((await deliver(refund(paid, 24), other)).body.message).toBe('charged_back');
    expect([await bidPoints(paid), await stateOf(paid)]).toEqual([0, 'charged_back']);
  });

  it('W5a partial refunds add up to their share of the coins, rounded up, on two servers', async () => {
    const paid = await start();
    await deliver(charge(paid));
    const part = (id: number) =>
      Promise.all(
        Array.from({ length: 4 }, (_, nth) => deliver(refund(paid, id, 3_300), nth % 2 ? server : other)),
      );
    await part(31);
    expect([await bidPoints(paid), await stateOf(paid)]).toEqual([66, 'approved']);
    const operator = await server.signIn({ role: 1 });
    await operator.post(`/admin/users/${paid.player.user.id}/adjust`, { bid_points: -60, reason: 'Spent' });
    await part(32);
    expect([await bidPoints(paid), await owed(paid)]).toEqual([0, 27]);
    await Promise.all([part(33), part(34)]);
    expect([await bidPoints(paid), await owed(paid), await stateOf(paid)]).toEqual([0, 60, 'charged_back']);
  });

  it('W5a a dispute that we win returns the coins and closes what is owed, in any order of the events', async () => {
    const paid = await start();
    await deliver(charge(paid));
    const operator = await server.signIn({ role: 1 });
    const adjust = (bid_points: number) =>
      operator.post(`/admin/users/${paid.player.user.id}/adjust`, { bid_points, reason: 'Test' });
    await adjust(-70);
    await deliver(chargeback(paid));
    await adjust(20);
    expect([await bidPoints(paid), await owed(paid), await stateOf(paid)]).toEqual([0, 50, 'charged_back']);
    await deliver(chargeback(paid, { status: 'declined' }));
    const won = await Promise.all(
      [server, other, server, other].map((each) => deliver(chargeback(paid, { status: 'won' }), each)),
    );
    expect(won.filter(({ body }) => body.message === 'returned')).toHaveLength(1);
    await deliver(chargeback(paid));
    expect([await bidPoints(paid), await owed(paid), await stateOf(paid)]).toEqual([50, 0, 'approved']);
    const { items } = (await paid.player.get('/user/notifications')).body;
    expect(items[0]).toMatchObject({ kind: 'payment', details: { status: 'returned', amount: 100 } });
    // A later dispute of the same transaction counts again.
    expect((await deliver(chargeback(paid, { id: 78 }))).body.message).toBe('charged_back');
  });

  it('S7 a card payment that can be reversed, or is disputed, prevents the deletion of the account', async () => {
    const paid = await start();
    const blocks = async () => (await paid.player.get('/user/deletion-preview')).body.blocks;
    const age = (interval: string) =>
      server.asOwner(
        `ALTER TABLE card_payments DISABLE TRIGGER USER;
         UPDATE card_payments SET decided_at = decided_at - interval '${interval}' WHERE tx_ref = '${paid.txRef}';
         ALTER TABLE card_payments ENABLE TRIGGER USER`,
      );
    expect(await blocks()).toEqual([]);
    await deliver(charge(paid));
    await age('71 hours 59 minutes');
    expect(await blocks()).toMatchObject([
      { kind: 'card_payment', bid_points: 100, path: '/payment-history' },
    ]);
    await age('1 minute');
    expect(await blocks()).toEqual([]);
    await deliver(chargeback(paid, { amount: 4_950 }));
    expect(await blocks()).toContainEqual({
      kind: 'dispute',
      details: '',
      bid_points: 100,
      path: '/payment-history',
    });
    await deliver(chargeback(paid, { status: 'won' }));
    expect(await blocks()).toEqual([]);
  });

  it('W5a X17 an open dispute keeps payouts and what is young of its coins where they are, until it is decided', async () => {
    const paid = await start(50);
    await givePin(server.deps, paid.player.user.id, '0417');
    const account = { account_name: 'Ada Obi', account_number: '0123456789', bank_name: 'gtb', pin: '0417' };
    const { payout } = (await paid.player.post('/tradeConfirm/payout', { bid_points: 20, ...account })).body;
    await deliver(charge(paid));
    const frozen = async () =>
      (
        await server.deps.db.pool.query(
          `SELECT frozen_until - clock_timestamp() > interval '6 days' AS frozen FROM lot_purchases b
           JOIN transfer_keys k ON k.transfer_id = b.id JOIN card_payments p ON k.key = 'card_payment:' || p.id
           WHERE k.kind = 'purchase' AND p.tx_ref = $1`,
          [paid.txRef],
        )
      ).rows[0]?.frozen;
    const operator = await server.signIn({ role: 1 });
    const decide = async (action: string, body?: object) =>
      (await operator.post(`/admin/payouts/${payout.id}/${action}`, body)).body;
    await deliver(chargeback(paid, { amount: 4_950 }));
    expect([(await decide('approve')).code, await frozen()]).toEqual(['OPEN_DISPUTE', true]);
    await deliver(chargeback(paid, { status: 'won' }));
    expect([(await decide('approve')).status, await frozen()]).toEqual(['approved', null]);
    await deliver(chargeback(paid, { id: 79 }));
    expect((await decide('pay', { bank_reference: `X17-${payout.id}` })).code).toBe('OPEN_DISPUTE');
    await deliver(chargeback(paid, { id: 79, status: 'lost' }));
    expect([(await decide('pay', { bank_reference: `X17-${payout.id}` })).status, await frozen()]).toEqual([
      'paid',
      null,
    ]);
  });

  it.each(['won', 'lost'])(
    'X17 a friend’s new coins are frozen until the dispute of their payment is %s',
    async (end) => {
      const [paid, friend] = [await start(), await server.signIn({ coins: 5 })];
      await deliver(charge(paid));
      const [from, to] = [available(paid.player.user), available(friend.user)];
      await post(server.deps.db, move(from, to, 60, { kind: 'send' }));
      const days = async ({ user }: SignedInClient) => {
        const wallet = (await readWallets(server.deps.db, [user.id])).get(user.id);
        const young = wallet ? await listYoungCoins(server.deps.db, wallet) : [];
        return young.map(({ amount, until }) => [
          amount,
          Math.round((until.getTime() - Date.now()) / 86_400_000),
        ]);
      };
      expect([await days(paid.player), await days(friend)]).toEqual([[[40, 3]], [[60, 3]]]);
      await deliver(chargeback(paid));
      expect([await days(paid.player), await days(friend)]).toEqual([[], [[60, 7]]]);
      await deliver(chargeback(paid, { status: end }));
      expect([await days(paid.player), await days(friend)]).toEqual([
        end === 'won' ? [[40, 3]] : [],
        [[60, 3]],
      ]);
    },
  );

  it('W5a a reversal that names no transaction is delivered again until a charge is known', async () => {
    const paid = await start();
    expect((await deliver(chargeback(paid, { tx_id: undefined }))).status).toBe(503);
    await deliver(charge(paid));
    expect((await deliver(chargeback(paid, { tx_id: undefined }))).body.message).toBe('charged_back');
  });

  it('P2 the ledger is correct after these tests', async () => {
    expect((await auditLedger(server.deps.db)).errors).toEqual([]);
  });
});
