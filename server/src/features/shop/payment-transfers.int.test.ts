import { AdminPayment, PaymentHistoryItem, type RecordTransferBody } from '@copup/shared/shop.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { createMovableClock, type MovableClock } from '@copup/testkit/movable-clock.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { changeSetting } from '../../../test/change-setting.ts';
import { auditLedger } from '../../audit.ts';
import { returnOverdue } from './choose-payment.ts';

const DAY_MS = 86_400_000;
const pack = { price: 9_900, bid_points: 100, sender_account_name: 'Blessing Etim' };

/** Two servers on one database, whose clock moves. */
let database: TestDatabase;
let clock: MovableClock;
let server: TestApp;
let other: TestApp;
let operator: SignedInClient;
let second: SignedInClient;
const start = () => startApp({ database, overrides: { limitRules: noLimits, clock } });

beforeAll(async () => {
  database = await createTestDatabase();
  clock = await createMovableClock(database);
  server = await start();
  other = await start();
  operator = await server.signIn({ role: 1 });
  second = await server.signIn({ role: 1 });
});
afterAll(async () => {
  await other?.close();
  await server?.close();
  await database?.drop();
});
afterEach(async () => {
  expect((await auditLedger(server.deps.db)).errors).toEqual([]);
});

let references = 0;
const arrived = (amount: number, more: Partial<RecordTransferBody> = {}): RecordTransferBody => {
  references += 1;
  return {
    amount,
    bank_reference: `NIP-${references}-A`,
    sender: 'Blessing Etim, Kuda',
    arrived_at: '2026-03-02T13:31:00.000Z',
    ...more,
  };
};
const reference = () => ({ bank_reference: arrived(1).bank_reference });

/** The person with a new session: those before end while the clock moves. */
const now = ({ user }: SignedInClient, on = server) => on.signInAs(user.id);

/** A buyer who has announced a transfer of ₦9,900 for 100 coins. */
async function openBuyer() {
  const player = await server.signIn();
  const { id } = (await player.post('/manualPayment/manual-payment', pack)).body;
  const decide = async (action: string, given: object, by = operator, on = server) =>
    (await now(by, on)).post(`/admin/payments/${id}/${action}`, given);
  return {
    id: Number(id),
    player,
    decide,
    record: (given: RecordTransferBody, by = operator, on = server) => decide('record', given, by, on),
    choose: async (choice: string) =>
      (await now(player)).post(
        `/manualPayment/${id}/choice`,
        { choice },
        { 'idempotency-key': `${id}-${choice}` },
      ),
    async coins(): Promise<number> {
      return (await (await now(player)).get('/user/profile')).body.bid_points;
    },
    async seen() {
      return PaymentHistoryItem.parse(
        (await (await now(player)).get('/manualPayment/payment-history')).body[0],
      );
    },
    async queued() {
      return AdminPayment.parse((await (await now(operator)).get(`/admin/payments/${id}`)).body);
    },
    async told(): Promise<object[]> {
      const { items } = (await (await now(player)).get('/user/notifications')).body;
      return items.map(({ details }: { details: object }) => details);
    },
  };
}
const waitingIds = async (status: string): Promise<number[]> =>
  (await (await now(operator)).get(`/admin/payments?status=${status}&perPage=100`)).body.map(
    ({ id }: { id: number }) => id,
  );
const credits = async (id: number) =>
  (
    await server.deps.db.pool.query(`SELECT 1 FROM transfer_keys WHERE kind = 'purchase' AND key = $1`, [
      `payment:${id}`,
    ])
  ).rowCount;

it('W2a too little: the buyer learns what is missing, sends the rest, and is credited once, across a restart', async () => {
  const buyer = await openBuyer();
  const first = arrived(9_000);
  const recorded = await buyer.record(first);
  expect([recorded.status, recorded.body.status]).toEqual([200, 'underpaid']);
  expect(await buyer.told()).toEqual([
    { status: 'underpaid', amount: 100, arrived: 9_000, missing: 900, back: 0 },
  ]);
  const seen = await buyer.seen();
  expect(seen).toMatchObject({
    status: 'underpaid',
    price: 9_900,
    transfers: [
      {
        amount: 9_000,
        sender: 'Blessing Etim, Kuda',
        bank_reference: first.bank_reference,
        sent_at: first.arrived_at,
      },
    ],
  });
  expect(Date.parse(seen.expires_at ?? '') - clock.wallMs()).toBeGreaterThan(7 * DAY_MS - 60_000);
  // It waits for the buyer, apart from what waits for operators.
  expect(await waitingIds('waiting')).not.toContain(buyer.id);
  expect(await waitingIds('underpaid')).toContain(buyer.id);
  expect((await buyer.decide('approve', reference())).body.code).toBe('WRONG_STATUS');
  const stranger = await server.signIn();
  const strange = await stranger.post(`/manualPayment/${buyer.id}/choice`, { choice: 'back' });
  expect([strange.status, strange.body.code]).toEqual([404, 'PAYMENT_NOT_FOUND']);

  const chosen = await Promise.all([buyer.choose('rest'), buyer.choose('rest'), buyer.choose('rest')]);
  for (const { status, body } of chosen) expect([status, body.status]).toEqual([200, 'pending']);
  expect((await buyer.choose('back')).body).toMatchObject({ code: 'WRONG_STATUS' });
  expect(await waitingIds('waiting')).toContain(buyer.id);
  // The rest is not here: no reference, old or new, credits.
  for (const given of [reference(), { bank_reference: first.bank_reference }])
    expect((await buyer.decide('approve', given)).body).toMatchObject({
      code: 'WRONG_STATUS',
      message: expect.stringContaining('₦900'),
    });

  // The servers stop, and others start.
  await other.close();
  other = await start();
  const rest = arrived(900);
  expect((await buyer.record(rest, second, other)).body).toMatchObject({
    status: 'pending',
    rest_until: null,
    choice: 'rest',
  });
  expect((await buyer.decide('approve', reference())).body.code).toBe('VALIDATION_FAILED');
  expect(await buyer.coins()).toBe(0);
  const proof = { bank_reference: rest.bank_reference };
  const replies = await Promise.all([
    buyer.decide('approve', proof),
    buyer.decide('approve', proof, second, other),
  ]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect([await buyer.coins(), await credits(buyer.id)]).toEqual([100, 1]);
  expect(await buyer.seen()).toMatchObject({ status: 'approved', expires_at: null });
});

it('W2a too little: the money goes back, to the account it came from, and is credited no more', async () => {
  const buyer = await openBuyer();
  const first = arrived(9_000);
  await buyer.record(first);
  expect((await buyer.choose('back')).body).toMatchObject({ status: 'returning' });
  expect(await buyer.queued()).toMatchObject({
    status: 'returning',
    choice: 'back',
    next_return: { amount: 9_000, sender: 'Blessing Etim, Kuda', bank_reference: first.bank_reference },
  });
  expect(await waitingIds('waiting')).toContain(buyer.id);
  // What comes meanwhile from another account goes back there.
  await buyer.record(arrived(900, { sender: 'Ada Obi, GTB' }));
  expect((await buyer.queued()).next_return).toMatchObject({ amount: 900, sender: 'Ada Obi, GTB' });
  for (const action of ['approve', 'reject'])
    expect((await buyer.decide(action, { ...reference(), reason: 'No' })).body.code).toBe('WRONG_STATUS');
  // The reference of the arrival is no reference of its return.
  expect((await buyer.decide('return', { bank_reference: first.bank_reference })).body.code).toBe(
    'BANK_REFERENCE_USED',
  );
  expect((await buyer.decide('return', reference())).body).toMatchObject({
    status: 'returning',
    next_return: { amount: 9_000, sender: 'Blessing Etim, Kuda' },
  });
  const sent = reference();
  const replies = await Promise.all([
    buyer.decide('return', sent),
    buyer.decide('return', reference(), second),
  ]);
  expect(replies.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 'WRONG_STATUS']);
  const { status, transfers } = await buyer.seen();
  expect([status, transfers.map(({ amount, sender }) => [amount, sender])]).toEqual([
    'returned',
    [
      [9_000, 'Blessing Etim, Kuda'],
      [900, 'Ada Obi, GTB'],
      [-900, 'Ada Obi, GTB'],
      [-9_000, 'Blessing Etim, Kuda'],
    ],
  ]);
  expect((await buyer.told()).slice(0, 2)).toEqual([
    { status: 'returned', amount: 100, sent: 9_000 },
    { status: 'returning', amount: 100, sent: 900 },
  ]);
  expect((await buyer.decide('approve', reference())).body.code).toBe('WRONG_STATUS');
  expect((await buyer.record(arrived(9_900))).body.code).toBe('WRONG_STATUS');
  expect([await buyer.coins(), await credits(buyer.id)]).toEqual([0, 0]);
});

it('W2a too much: the package is credited, and the extra goes back', async () => {
  const buyer = await openBuyer();
  const given = arrived(12_000.5);
  expect((await buyer.record(given)).body).toMatchObject({ status: 'pending', rest_until: null });
  const { bank_reference } = given;
  expect((await buyer.decide('approve', { bank_reference })).body).toMatchObject({
    status: 'overpaid',
    next_return: { amount: 2_100.5 },
    history: { approved: 1 },
  });
  expect(await buyer.coins()).toBe(100);
  expect(await buyer.seen()).toMatchObject({ status: 'approved', transfers: [{ amount: 12_000.5 }] });
  expect((await buyer.told())[0]).toEqual({
    status: 'overpaid',
    amount: 100,
    arrived: 12_000.5,
    missing: 0,
    back: 2_100.5,
  });
  expect(await waitingIds('waiting')).toContain(buyer.id);
  expect((await buyer.decide('approve', { bank_reference })).body.code).toBe('WRONG_STATUS');
  expect((await buyer.decide('return', reference())).body).toMatchObject({
    status: 'approved',
    next_return: null,
  });
  expect((await buyer.decide('return', reference())).body.code).toBe('WRONG_STATUS');
  expect([await buyer.coins(), await credits(buyer.id)]).toEqual([100, 1]);
  expect((await buyer.seen()).transfers.map(({ amount }) => amount)).toEqual([12_000.5, -2_100.5]);
});

it('W2a one reference is recorded once: twice at once, for another payment, and as a proof', async () => {
  const [buyer, another] = [await openBuyer(), await openBuyer()];
  const given = arrived(4_000);
  const spelt = { ...given, bank_reference: given.bank_reference.toLowerCase().replaceAll('-', ' ') };
  const replies = await Promise.all([
    buyer.record(given),
    buyer.record(spelt, second, other),
    another.record(given, second),
  ]);
  expect(replies.map(({ status, body }) => body.code ?? status).sort()).toEqual([
    200,
    'BANK_REFERENCE_USED',
    'BANK_REFERENCE_USED',
  ]);
  const owner = (await buyer.queued()).status === 'underpaid' ? buyer : another;
  const loser = owner === buyer ? another : buyer;
  expect([(await owner.queued()).transfers.length, (await loser.queued()).transfers.length]).toEqual([1, 0]);
  expect((await owner.record(spelt)).body.code).toBe('BANK_REFERENCE_USED');
  expect((await loser.decide('approve', spelt)).body.code).toBe('BANK_REFERENCE_USED');
  // One that proved a payment is not recorded.
  const proof = reference();
  expect((await loser.decide('approve', proof)).status).toBe(200);
  expect((await owner.record(arrived(5_900, proof))).body.code).toBe('BANK_REFERENCE_USED');
  // With one key (P6), it is recorded once and the reply repeated.
  const keyed = arrived(1_000);
  const fresh = await now(operator);
  const repeat = (body: object) =>
    fresh.post(`/admin/payments/${owner.id}/record`, body, { 'idempotency-key': 'record' });
  for (const _ of [1, 2]) expect((await repeat(keyed)).status).toBe(200);
  expect((await repeat({ ...keyed, amount: 2_000 })).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  expect((await owner.queued()).transfers.map(({ amount }) => amount)).toEqual([4_000, 1_000]);
});

it('W2a, O3a what is recorded withdraws the approval of earlier facts; a return counts and can need a second operator', async () => {
  await changeSetting(server.deps, 'secondOperatorAboveCoins', 60);
  const maker = await server.signIn({ role: 1 });
  const buyer = await openBuyer();
  const asked = await buyer.decide('approve', reference(), maker);
  expect(asked.status).toBe(202);
  const first = arrived(9_000);
  await buyer.record(first);
  const { approval_id } = asked.body;
  expect(await buyer.queued()).toMatchObject({ status: 'underpaid', approval_id: null });
  expect((await (await now(second)).post(`/admin/approvals/${approval_id}/approve`)).body.code).toBe(
    'ALREADY_DECIDED',
  );
  expect(await buyer.coins()).toBe(0);
  await buyer.choose('back');
  // Before a second operator is asked.
  expect((await buyer.decide('return', first, maker)).body.code).toBe('BANK_REFERENCE_USED');
  const sent = reference();
  const back = await buyer.decide('return', sent, maker);
  expect([back.status, (await buyer.queued()).status]).toEqual([202, 'returning']);
  // More arrives, so what was requested is not what goes back.
  await buyer.record(arrived(100));
  expect(
    (await (await now(second)).post(`/admin/approvals/${back.body.approval_id}/approve`)).body.code,
  ).toBe('ALREADY_DECIDED');
  expect((await buyer.decide('return', reference(), maker)).status).toBe(200);
  const again = await buyer.decide('return', sent, maker);
  expect(again.status).toBe(202);
  expect((await (await now(second)).post(`/admin/approvals/${again.body.approval_id}/approve`)).status).toBe(
    200,
  );
  expect(await buyer.queued()).toMatchObject({ status: 'returned' });
  expect((await buyer.seen()).transfers.at(-1)).toMatchObject({ amount: -9_000, ...sent });
  // Nor does an operator return or record for their own account.
  const own = await server.signIn({ role: 1 });
  const { id } = (await own.post('/manualPayment/manual-payment', pack)).body;
  expect((await own.post(`/admin/payments/${id}/record`, arrived(9_000))).body.code).toBe('OWN_WALLET');
  await changeSetting(server.deps, 'secondOperatorAboveCoins', 10_000);
});

it('W2a after 7 days without the rest the money goes back, by several servers once; an announced rest has 7 more', async () => {
  const [silent, late, whole] = [await openBuyer(), await openBuyer(), await openBuyer()];
  for (const buyer of [silent, late]) await buyer.record(arrived(9_000));
  await whole.record(arrived(10_000));
  await clock.moveBy(7 * DAY_MS - 60_000);
  const sweep = () => Promise.all([server, other].map(({ deps }) => returnOverdue(deps)));
  await sweep();
  expect((await silent.queued()).status).toBe('underpaid');
  await late.choose('rest');
  await clock.moveBy(60_000);
  await sweep();
  expect([(await silent.queued()).status, (await late.queued()).status]).toEqual(['returning', 'pending']);
  expect((await silent.told()).filter((details) => 'back' in details)).toEqual([
    { status: 'returning', amount: 100, arrived: 9_000, missing: 900, back: 9_000 },
    { status: 'underpaid', amount: 100, arrived: 9_000, missing: 900, back: 0 },
  ]);
  expect((await silent.choose('rest')).body.code).toBe('WRONG_STATUS');
  await clock.moveBy(7 * DAY_MS);
  await sweep();
  // What has the whole price waits for operators.
  expect([(await late.queued()).status, (await whole.queued()).status]).toEqual(['returning', 'pending']);
  for (const buyer of [silent, late]) {
    expect((await buyer.decide('return', reference())).body.status).toBe('returned');
    expect(await buyer.coins()).toBe(0);
  }
});

it('W2a rejecting a payment with money sends it back; the owner of such money is not deleted', async () => {
  const buyer = await openBuyer();
  await buyer.record(arrived(10_000));
  const refused = await buyer.decide('reject', { reason: 'Another person’s account' });
  expect(refused.body).toMatchObject({
    status: 'returning',
    reason: 'Another person’s account',
    next_return: { amount: 10_000 },
  });
  const { body } = await buyer.player.get('/user/deletion-preview');
  expect(JSON.stringify(body)).toContain('payment');
  expect((await buyer.decide('return', reference())).body).toMatchObject({ status: 'returned' });
  expect(await buyer.coins()).toBe(0);
});

it('P2 the database refuses to change what was recorded, and a second credit', async () => {
  const buyer = await openBuyer();
  const given = arrived(9_900);
  await buyer.record(given);
  await buyer.decide('approve', { bank_reference: given.bank_reference });
  const open = 'decided_at = NULL, bank_reference = NULL';
  for (const [tampering, refusal] of [
    ['UPDATE payment_transfers SET amount_kobo = 1', /append-only|never/],
    ['DELETE FROM payment_transfers', /append-only|never/],
    ['TRUNCATE payment_transfers', /append-only|never/],
    [`UPDATE manual_payments SET status = 'pending', ${open} WHERE id = ${buyer.id}`, /decided once/],
    [`UPDATE manual_payments SET status = 'returning', ${open} WHERE id = ${buyer.id}`, /decided once/],
    [`UPDATE manual_payments SET price_kobo = 1 WHERE id = ${buyer.id}`, /never changes/],
  ] as const)
    await expect(server.asOwner(tampering)).rejects.toThrow(refusal);
});
