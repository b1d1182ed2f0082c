import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import type { ApiReply } from '@copup/testkit/client.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditLedger } from '../audit.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { fundDemoRewards } from '../demo-content.ts';
import { assertOpenRealm } from './write-subject.ts';

let app: TestApp;
let by: SignedInClient;
let second: SignedInClient;

beforeAll(async () => {
  app = await startApp();
  second = await app.signIn({ role: 1 });
  await fundDemoRewards(app.deps, 60_000);
});
beforeEach(async () => {
  by = await app.signIn({ role: 1 });
});
afterAll(async () => {
  expect((await auditLedger(app.deps.db)).ok).toBe(true);
  await app.close();
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const auction = (price: number) => ({
  name: 'Cash by card',
  description: 'x',
  category: 'cash',
  price,
  entry_bid_points: 1,
  starts_at: inHours(1),
  end_date: inHours(2),
});
const contest = (prize: number) => ({
  kind: 'tap',
  title: 'Free taps',
  description: 'x',
  entry_fee: 0,
  prize,
  minimum_users: 2,
  starts_at: inHours(1),
  end_date: inHours(2),
});
const heist = (category: string, prize: number) => ({
  name: 'Free vault',
  story: 'x',
  prize,
  prize_name: 'A prize',
  ticket_price: 1,
  category,
  question: 'What opens it?',
  answers: ['The golden key'],
  capacity: 10,
  minimum_users: 1,
  starts_at: inHours(1),
  end_date: inHours(2),
});
const outcome = ({ status, body }: ApiReply) => [status, body.code ?? body.status];
const approve = ({ body }: ApiReply, operator = second) =>
  operator.post(`/admin/approvals/${body.approval_id}/approve`);
const subjectOf = async ({ body }: ApiReply) =>
  (await second.get(`/admin/approvals/${body.approval_id}`)).body as { subject_id: string; why: string };
const rewards = async () => (await second.get('/admin/rewards')).body.balance as number;

describe('O3a publications of one operator', () => {
  it('A10a count a prize in naira at the rate of payouts, so a friend buys no ₦1,000,000 for a few coins', async () => {
    expect((await by.post('/admin/auctions', auction(900_000))).status).toBe(201);
    const large = await by.post('/admin/auctions', auction(1_000_000));
    expect(outcome(large)).toEqual([202, 'pending']);
    const { subject_id: id, why } = await subjectOf(large);
    expect([why, (await by.get(`/admin/auctions/${id}`)).status]).toEqual(['amount', 404]);
    expect((await approve(large, by)).body.code).toBe('OWN_REQUEST');
    expect(outcome(await approve(large))).toEqual([200, 'approved']);
    expect((await by.get(`/admin/auctions/${id}`)).body).toMatchObject({
      price: 1_000_000,
      status: 'pending',
    });
  });

  it('A10a count what an edit raises, and ask a second operator for the rest', async () => {
    const { body } = await by.post('/admin/auctions', auction(450_000));
    const raise = (price: number) => by.put(`/admin/auctions/${body.id}`, { price });
    expect((await raise(900_000)).status).toBe(200);
    expect((await raise(100_000)).status).toBe(200);
    const requested = await raise(900_000);
    expect([requested.status, (await subjectOf(requested)).why]).toEqual([202, 'operator_sum']);
    expect((await by.get(`/admin/auctions/${body.id}`)).body.price).toBe(100_000);
    expect(outcome(await approve(requested))).toEqual([200, 'approved']);
    expect((await by.get(`/admin/auctions/${body.id}`)).body.price).toBe(900_000);
  });

  it('count the coins that rewards adds to contests and heists, and goods of heists; load tests are exempt', async () => {
    const before = await rewards();
    expect((await by.post('/admin/contests', contest(6_000))).status).toBe(201);
    const requests = [
      await by.post('/admin/contests', contest(6_000)),
      await by.post('/admin/heists', heist('cash', 6_000)),
      await by.post('/admin/heists', heist('product', 6_000)),
    ];
    expect(requests.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(await rewards()).toBe(before - 6_000);
    for (const requested of requests) expect(outcome(await approve(requested))).toEqual([200, 'approved']);
    expect(await rewards()).toBe(before - 17_999);
    const { realm } = (await app.signIn({ realm: 91 })).user;
    expect((await by.post('/admin/auctions', { ...auction(9_000_000), realm })).status).toBe(201);
  });
});

it('a subject is created while the creation of another in its realm takes long', async () => {
  const { db } = app.deps;
  await inTransaction(db, async (tx) => {
    await tx.client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    await assertOpenRealm(tx, 0);
    expect((await by.post('/admin/auctions', auction(1_000))).status).toBe(201);
  });
});
