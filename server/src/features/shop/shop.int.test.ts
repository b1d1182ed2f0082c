import { AdminPayment, ManualPaymentReply, PaymentHistoryItem } from '@copup/shared/shop.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSetting } from '../../../test/change-setting.ts';
import { auditLedger } from '../../audit.ts';
import type { SettingKey } from '../../settings/definitions.ts';

/** Two servers on one database: operators decide on either. */
let server: TestApp;
let other: TestApp;
let operator: SignedInClient;
let second: SignedInClient;

beforeAll(async () => {
  server = await startApp({ overrides: { limitRules: noLimits } });
  other = await startApp({ database: server.database, overrides: { limitRules: noLimits } });
  operator = await server.signIn({ role: 1 });
  second = await server.signIn({ role: 1 });
});
afterAll(async () => {
  await other?.close();
  await server?.close();
});

const small = { price: 2_000, bid_points: 20, sender_account_name: 'Ada Obi' };
const large = { ...small, price: 96_000, bid_points: 1_000 };
let references = 0;
const reference = () => {
  references += 1;
  return { bank_reference: `FT-${references}` };
};

async function announce(player: SignedInClient, body: object = small): Promise<ManualPaymentReply> {
  const reply = await player.post('/manualPayment/manual-payment', body);
  expect(reply.status).toBe(200);
  return ManualPaymentReply.parse(reply.body);
}
const bidPoints = async (player: SignedInClient) => (await player.get('/user/profile')).body.bid_points;
const history = async (player: SignedInClient) =>
  (await player.get('/manualPayment/payment-history')).body.map((row: unknown) =>
    PaymentHistoryItem.parse(row),
  );
const notices = async (player: SignedInClient) =>
  (await player.get('/user/notifications')).body.items.map(
    ({ kind, details }: { kind: string; details: unknown }) => ({ kind, details }),
  );
const change = (key: SettingKey, value: unknown) => changeSetting(server.deps, key, value);

describe('W13 GET /bidShop/all', () => {
  it('lists the seeded packages with prices in naira', async () => {
    const player = await server.signIn();
    const { status, body } = await player.get('/bidShop/all');
    expect(status).toBe(200);
    expect(
      body.map(({ bid_points, price }: { bid_points: number; price: number }) => [bid_points, price]),
    ).toEqual([
      [20, 2_000],
      [50, 5_000],
      [100, 9_900],
      [250, 24_500],
      [500, 48_500],
      [1_000, 96_000],
    ]);
  });

  it('X2 GET /bidShop/bank-details are settings', async () => {
    const player = await server.signIn();
    const empty = { account_name: '', bank_name: '', account_number: '', is_automatic: false };
    expect((await player.get('/bidShop/bank-details')).body).toEqual(empty);
    await change('bankAccountName', 'Copup Ltd');
    expect((await player.get('/bidShop/bank-details')).body).toEqual({ ...empty, account_name: 'Copup Ltd' });
  });
});

describe('W2 POST /manualPayment/manual-payment', () => {
  it('stores a payment of a package, with a reference to quote; no coins move', async () => {
    const player = await server.signIn();
    const paid = await announce(player);
    expect(paid).toMatchObject({ message: 'Payment made successfully.', status: 'pending', bid_points: 20 });
    expect(paid.reference).toMatch(/^CP-[2-9A-HJKMNP-Z]{6}$/);
    expect(await bidPoints(player)).toBe(0);
    expect(await history(player)).toMatchObject([
      {
        bid_points: 20,
        price: 2_000,
        status: 'pending',
        method: 'bank_transfer',
        reference: paid.reference,
        sender: 'Ada Obi',
      },
    ]);
  });

  it('P8 refuses a price and coins that are not of one package', async () => {
    const player = await server.signIn();
    for (const body of [
      { ...small, price: 1_999.99 },
      { ...small, bid_points: 1_000 },
      { ...large, price: 2_000 },
      { ...small, price: 0 },
    ]) {
      const reply = await player.post('/manualPayment/manual-payment', body);
      expect([reply.status, reply.body.code]).toEqual([409, 'PRICE_DIFFERS']);
    }
    expect(await history(player)).toEqual([]);
  });

  it('L4, R1 refuses amounts that are not whole numbers and names that are missing', async () => {
    const player = await server.signIn();
    for (const wrong of [{ bid_points: 0 }, { bid_points: 0.1 }, { bid_points: '20' }, { price: 2_000.001 }])
      expect((await player.post('/manualPayment/manual-payment', { ...small, ...wrong })).status).toBe(400);
    const message = 'Sender account name is required';
    for (const sender_account_name of ['  ', undefined]) {
      const reply = await player.post('/manualPayment/manual-payment', { ...small, sender_account_name });
      const issues = [{ path: 'sender_account_name', message }];
      expect(reply.body).toEqual({ code: 'VALIDATION_FAILED', message, issues });
    }
  });

  it('allows three open payments, also when they are requested at once', async () => {
    const player = await server.signIn();
    const tries = await Promise.all(
      Array.from({ length: 6 }, () => player.post('/manualPayment/manual-payment', small)),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409]);
    expect(tries.find(({ status }) => status === 409)?.body.code).toBe('TOO_MANY_OPEN_PAYMENTS');
    const [{ id }] = (await operator.get(`/admin/payments?user_id=${player.user.id}`)).body;
    await operator.post(`/admin/payments/${id}/reject`, { reason: 'Not received' });
    await announce(player);
  });

  it('X2 POST /manualPayment/reference names what to quote before the announcement, which takes it once', async () => {
    const player = await server.signIn();
    const { sender_account_name: _, ...pack } = small;
    const asked = await Promise.all(
      Array.from({ length: 5 }, () => player.post('/manualPayment/reference', pack)),
    );
    const quoted = asked[0]?.body.reference;
    expect(quoted).toMatch(/^CP-[2-9A-HJKMNP-Z]{6}$/);
    for (const { body } of asked) expect(body).toEqual({ reference: quoted });
    const other = await player.post('/manualPayment/reference', { price: 96_000, bid_points: 1_000 });
    expect(other.body.reference).not.toBe(quoted);
    expect(await history(player)).toEqual([]);
    const tries = await Promise.all(
      Array.from({ length: 2 }, () =>
        player.post('/manualPayment/manual-payment', { ...small, reference: quoted }),
      ),
    );
    expect(tries.map(({ body }) => body.code ?? body.reference).sort()).toEqual([quoted, 'WRONG_STATUS']);
    const { id } = ManualPaymentReply.parse(tries.find(({ status }) => status === 200)?.body);
    await operator.post(`/admin/payments/${id}/approve`, reference());
    const late = await player.post('/manualPayment/manual-payment', { ...small, reference: quoted });
    expect(late.body).toMatchObject({ code: 'WRONG_STATUS', details: { status: 'approved' } });
    expect((await player.post('/manualPayment/reference', pack)).body.reference).not.toBe(quoted);
    expect((await announce(player, large)).reference).toBe(other.body.reference);
    const wrong = await player.post('/manualPayment/reference', { price: 1, bid_points: 20 });
    expect([wrong.status, wrong.body.code]).toEqual([409, 'PRICE_DIFFERS']);
  });

  it('P6 stores one payment for one Idempotency-Key', async () => {
    const player = await server.signIn();
    const headers = { 'idempotency-key': 'once' };
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => player.post('/manualPayment/manual-payment', small, headers)),
    );
    for (const { status, body } of replies) expect([status, body]).toEqual([200, replies[0]?.body]);
    expect(await history(player)).toHaveLength(1);
    const reused = await player.post('/manualPayment/manual-payment', large, headers);
    expect(reused.body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });
});

describe('O3 the queue of payments', () => {
  it('W2 an approval credits the coins once, and the buyer is notified', async () => {
    const player = await server.signIn();
    const { id, reference: quoted } = await announce(player);
    const proof = reference();
    const { status, body } = await operator.post(`/admin/payments/${id}/approve`, proof);
    expect(status).toBe(200);
    expect(AdminPayment.parse(body)).toMatchObject({
      status: 'approved',
      reference: quoted,
      bank_reference: proof.bank_reference,
      decided_by: operator.user.username,
      history: { approved: 1, rejected: 0, approved_points: 20 },
    });
    expect(await bidPoints(player)).toBe(20);
    expect(await history(player)).toMatchObject([{ status: 'approved' }]);
    expect(await notices(player)).toEqual([{ kind: 'payment', details: { status: 'approved', amount: 20 } }]);
    const again = await operator.post(`/admin/payments/${id}/approve`, reference());
    expect([again.status, again.body.code, again.body.details]).toEqual([
      409,
      'WRONG_STATUS',
      { status: 'approved' },
    ]);
    expect(await bidPoints(player)).toBe(20);
    const { rows } = await server.deps.db.pool.query(
      `SELECT action FROM admin_audit WHERE subject_kind = 'payment' AND subject_id = $1`,
      [String(id)],
    );
    expect(rows).toEqual([{ action: 'payment.approve' }]);
  });

  it('W2 a rejection has a reason that the buyer reads; no coins move', async () => {
    const player = await server.signIn();
    const { id } = await announce(player);
    expect((await operator.post(`/admin/payments/${id}/reject`, {})).status).toBe(400);
    const { body } = await operator.post(`/admin/payments/${id}/reject`, { reason: 'No transfer arrived' });
    expect(body).toMatchObject({
      status: 'rejected',
      reason: 'No transfer arrived',
      history: { rejected: 1 },
    });
    expect(await bidPoints(player)).toBe(0);
    expect(await history(player)).toMatchObject([{ status: 'rejected', reason: 'No transfer arrived' }]);
    expect(await notices(player)).toEqual([
      { kind: 'payment', details: { status: 'rejected', amount: 20, reason: 'No transfer arrived' } },
    ]);
    const approval = await operator.post(`/admin/payments/${id}/approve`, reference());
    expect(approval.body).toMatchObject({ code: 'WRONG_STATUS', details: { status: 'rejected' } });
  });

  it('P3 two operators on two servers decide at once: one succeeds, the others learn the status', async () => {
    const elsewhere = other.client.withToken((await server.signInAs(second.user.id)).token);
    for (let round = 0; round < 3; round += 1) {
      const player = await server.signIn();
      const { id } = await announce(player);
      const replies = await Promise.all([
        operator.post(`/admin/payments/${id}/approve`, reference()),
        elsewhere.post(`/admin/payments/${id}/approve`, reference()),
        elsewhere.post(`/admin/payments/${id}/reject`, { reason: 'Not received' }),
      ]);
      const refused = replies.filter(({ status }) => status !== 200);
      expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
        [409, 'WRONG_STATUS'],
        [409, 'WRONG_STATUS'],
      ]);
      const [{ status }] = await history(player);
      for (const { body } of refused) expect(body.details).toEqual({ status });
      expect(await bidPoints(player)).toBe(status === 'approved' ? 20 : 0);
    }
  });

  it('P6 an approval can be repeated with its Idempotency-Key', async () => {
    const player = await server.signIn();
    const { id } = await announce(player);
    const proof = reference();
    const headers = { 'idempotency-key': `approve-${id}` };
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => operator.post(`/admin/payments/${id}/approve`, proof, headers)),
    );
    for (const { status, body } of replies) expect([status, body.status]).toEqual([200, 'approved']);
    expect(await bidPoints(player)).toBe(20);
  });

  it('W2 a bank reference proves one payment, however it is spelt, also on two servers at once', async () => {
    const elsewhere = await other.signIn({ role: 1 });
    for (const [one, another] of [
      ['ft case 1', 'FT Case 1'],
      ['Ref x1', 'Ref  x1'],
      ['Ref-y1', 'ref/y.1'],
      ['Ref z1', 'Ｒｅｆ z１'],
    ] as const) {
      const player = await server.signIn();
      const ids = [await announce(player), await announce(player)].map(({ id }) => id);
      const replies = await Promise.all([
        operator.post(`/admin/payments/${ids[0]}/approve`, { bank_reference: one }),
        elsewhere.post(`/admin/payments/${ids[1]}/approve`, { bank_reference: another }),
      ]);
      const outcomes = replies.map(({ status, body }) => body.code ?? status).sort();
      expect([one, outcomes]).toEqual([one, [200, 'BANK_REFERENCE_USED']]);
      expect(await bidPoints(player)).toBe(20);
      const statuses = (await history(player)).map(({ status }: PaymentHistoryItem) => status).sort();
      expect(statuses).toEqual(['approved', 'pending']);
      const found = (await operator.get(`/admin/search?q=${encodeURIComponent(another)}`)).body;
      expect(JSON.stringify(found)).toContain('approved');
    }
    const { id } = await announce(await server.signIn());
    const empty = await operator.post(`/admin/payments/${id}/approve`, { bank_reference: '- . x' });
    expect(empty.status).toBe(400);
  });

  it('O3a a second operator approves what exceeds the threshold, also as a sum of 24 hours', async () => {
    await change('secondOperatorAboveCoins', 1_500);
    const [maker, checker] = [await server.signIn({ role: 1 }), await server.signIn({ role: 1 })];
    const player = await server.signIn();
    const [first, next] = [await announce(player, large), await announce(player, large)];
    expect((await maker.post(`/admin/payments/${first.id}/approve`, reference())).status).toBe(200);
    const proof = reference();
    const asked = await maker.post(`/admin/payments/${next.id}/approve`, proof);
    expect([asked.status, asked.body.status]).toEqual([202, 'pending']);
    // The same request is stored once; another operator's is refused with its number.
    expect((await maker.post(`/admin/payments/${next.id}/approve`, proof)).body).toEqual(asked.body);
    const { approval_id } = asked.body;
    const reply = await checker.post(`/admin/payments/${next.id}/approve`, reference());
    expect(reply.body).toMatchObject({ code: 'ALREADY_REQUESTED', details: { approval_id } });
    expect((await operator.get(`/admin/payments/${next.id}`)).body).toMatchObject({
      status: 'pending',
      approval_id,
    });
    expect(await bidPoints(player)).toBe(1_000);
    expect((await maker.post(`/admin/approvals/${approval_id}/approve`)).body.code).toBe('OWN_REQUEST');
    expect((await checker.post(`/admin/approvals/${approval_id}/approve`)).status).toBe(200);
    expect(await bidPoints(player)).toBe(2_000);
    expect((await operator.get(`/admin/payments/${next.id}`)).body).toMatchObject({
      status: 'approved',
      approval_id: null,
      bank_reference: proof.bank_reference,
    });
    await change('secondOperatorAboveCoins', 10_000);
  });

  it('O3a an operator cannot approve their own payment', async () => {
    const buyer = await server.signIn({ role: 1 });
    const { id } = await announce(buyer);
    const own = await buyer.post(`/admin/payments/${id}/approve`, reference());
    expect([own.status, own.body.code]).toEqual([403, 'OWN_WALLET']);
    expect((await operator.post(`/admin/payments/${id}/approve`, reference())).status).toBe(200);
  });

  it('lists with filters, total, and the record of each person', async () => {
    const player = await server.signIn();
    const paid = await announce(player, { ...small, sender_account_name: 'Chidinma Ọkáfọ̀' });
    const pending = await operator.get('/admin/payments?status=pending&sort=created_at&order=ASC&perPage=1');
    expect(pending.headers.get('content-range')).toMatch(/^payments 0-0\/\d+$/);
    for (const q of [player.user.username, 'chidinma', paid.reference, paid.reference.slice(3)]) {
      const { body, headers } = await operator.get(`/admin/payments?q=${encodeURIComponent(q)}`);
      expect([headers.get('content-range'), body[0]?.id]).toEqual(['payments 0-0/1', paid.id]);
      expect(body[0].history).toMatchObject({ approved: 0, rejected: 0, approved_points: 0 });
    }
    expect((await operator.get(`/admin/payments?user_id=${player.user.id}`)).body).toHaveLength(1);
  });
});

describe('W11 GET /manualPayment/payment-history', () => {
  it('X1 is paged, newest first, over all methods', async () => {
    const player = await server.signIn();
    await server.deps.db.pool.query(
      `INSERT INTO card_payments (tx_ref, user_id, package_id, bid_points, price_kobo, created_at)
       SELECT 'paged-' || n, $1, 1, n, 200000, '2026-01-01T00:00:00Z'::timestamptz + (n / 2) * interval '1 s'
       FROM generate_series(1, 12) AS n`,
      [player.user.id],
    );
    await server.deps.db.pool.query(
      `INSERT INTO manual_payments (user_id, package_id, bid_points, price_kobo, reference, sender_account_name, created_at)
       SELECT $1, 1, 100 + n, 200000, 'CP-PAGE' || n, 'Ada', '2026-01-01T00:00:00Z'::timestamptz + (n / 2) * interval '1 s'
       FROM generate_series(1, 12) AS n`,
      [player.user.id],
    );
    const all = await history(player);
    expect(all).toHaveLength(24);
    const times = all.map(({ created_at }: { created_at: string }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
    const seen: string[] = [];
    for (let before = ''; ; ) {
      const { body, headers } = await player.get(`/manualPayment/payment-history?limit=5${before}`);
      seen.push(...body.map(({ id }: { id: string }) => id));
      const next = headers.get('x-next-cursor');
      if (!next) break;
      before = `&before=${encodeURIComponent(next)}`;
    }
    expect(seen).toEqual(all.map(({ id }: { id: string }) => id));
  });
});

describe('O3 packages', () => {
  it('are created, changed and switched off; W3 a price below the payout rate × 1.03 is refused', async () => {
    const created = await operator.post('/admin/packages', { price: 1_854, bid_points: 20 });
    expect([created.status, created.body]).toMatchObject([
      201,
      { price: 1_854, bid_points: 20, is_active: true },
    ]);
    const { id } = created.body;
    const low = await operator.post('/admin/packages', { price: 1_853.99, bid_points: 20 });
    expect(low.body).toMatchObject({ code: 'PRICE_TOO_LOW', details: { lowest: 1_854 } });
    expect((await operator.put(`/admin/packages/${id}`, { bid_points: 21 })).body.code).toBe('PRICE_TOO_LOW');
    const player = await server.signIn();
    const offered = async () =>
      (await player.get('/bidShop/all')).body.map(({ id }: { id: number }) => id).includes(id);
    expect(await offered()).toBe(true);
    const off = await operator.put(`/admin/packages/${id}`, { is_active: false });
    expect(off.body).toMatchObject({ is_active: false, price: 1_854 });
    expect(await offered()).toBe(false);
    // An edit without is_active leaves it off.
    expect((await operator.put(`/admin/packages/${id}`, { price: 1_900 })).body.is_active).toBe(false);
    expect((await operator.put(`/admin/packages/${id}`, { price: 0 })).body.code).toBe('VALIDATION_FAILED');
    const body = { ...small, price: 1_900 };
    expect((await player.post('/manualPayment/manual-payment', body)).body.code).toBe('PRICE_DIFFERS');
    expect((await operator.get('/admin/packages?sort=price&order=ASC')).body[0]).toMatchObject({ id });
  });

  it('W3 are not sold while the ratio is raised above their price', async () => {
    const player = await server.signIn();
    await change('payoutPriceRatioPercent', 109);
    expect(
      (await player.get('/bidShop/all')).body.map(({ bid_points }: { bid_points: number }) => bid_points),
    ).toEqual([20, 50, 100]);
    expect((await player.post('/manualPayment/manual-payment', large)).body.code).toBe('PRICE_DIFFERS');
    await change('payoutPriceRatioPercent', 103);
    await announce(player, large);
  });
});

it('P2 the ledger is correct after these tests', async () => {
  expect((await auditLedger(server.deps.db)).errors).toEqual([]);
});
