import { AdminReferral, AdminReferrer, UnfundedClaimsReply } from '@copup/shared/affiliates.ts';
import type { SignedInClient } from '@copup/testkit/app.ts';
import { withoutAudit } from '@copup/testkit/without-audit.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AffiliateWorld, openAffiliateWorld, outcome } from '../../../test/affiliate-world.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { keepKnownDevice } from '../../sessions/known-devices.ts';
import { readUnfundedQueue } from './affiliates.admin.queries.ts';
import { flagReferrals } from './flag-referrals.ts';

withoutAudit();

let world: AffiliateWorld;
let operator: SignedInClient;
beforeAll(async () => {
  world = await openAffiliateWorld();
  operator = await world.app.signIn({ role: 1 });
});
afterAll(() => world?.close());

const referrals = async (query = ''): Promise<AdminReferral[]> => {
  const { body } = await operator.get(`/admin/affiliates?perPage=100${query}`);
  return AdminReferral.array().parse(body);
};
/** Signs in a user whose account is old, from a network of their own. */
async function old(): Promise<SignedInClient> {
  const client = await world.app.signIn({ coins: 100 });
  const ids = [client.user.id];
  await world.query("UPDATE users SET created_at = now() - interval '30 days' WHERE id = $1", ids);
  await world.query("UPDATE sessions SET network = '203.0.113.0/24' WHERE user_id = $1", ids);
  return client;
}
/** Makes the referral due and returns its flags. The column rounds to milliseconds: now() may be stored as later. */
const flagsOf = async (user: SignedInClient, subjectId: number) => {
  await world.query(
    "UPDATE affiliate_referrals SET check_at = now() - interval '1 minute' WHERE user_id = $1 AND subject_id = $2",
    [user.user.id, subjectId],
  );
  await flagReferrals(world.deps.db);
  const rows = await referrals();
  return rows.find((row) => row.user_id === user.user.id && row.subject_id === subjectId)?.flags;
};
const sharePayoutAccount = async (users: SignedInClient[]) => {
  for (const { user } of users) {
    await world.query(
      `INSERT INTO payouts (user_id, bid_points, rate_kobo, bank_id, account_name, account_number, name_differs)
        VALUES ($1, 10, 100, 1, 'Ada Obi', '0123456789', false)`,
      [user.id],
    );
  }
};

describe('signs of fraud of referrals', () => {
  it('T2 self-referral through a second account: the same device, payout account and network; none between unrelated accounts', async () => {
    const { id } = await world.create();
    const [ada, second, third, fourth, fifth] = await Promise.all([old(), old(), old(), old(), old()]);
    await world.joinBy(fifth, id, ada);
    expect(await flagsOf(fifth, id)).toEqual([]);
    await inTransaction(world.deps.db, async (tx) => {
      for (const { user } of [ada, second])
        await keepKnownDevice(tx, { userId: user.id, deviceToken: 'a device', network: '192.0.2.0/24' });
    });
    await sharePayoutAccount([ada, third]);
    await world.joinBy(second, id, ada);
    await world.joinBy(third, id, ada);
    expect([await flagsOf(second, id), await flagsOf(third, id)]).toEqual([
      ['same_device'],
      ['same_bank_account'],
    ]);
    await world.query("UPDATE sessions SET network = '127.0.0.0/24' WHERE user_id = $1", [ada.user.id]);
    await world.joinBy(fourth, id, ada);
    expect(await flagsOf(fourth, id)).toEqual(['same_network']);
  });

  it('T2 users who refer each other, and chains within an auction', async () => {
    const [first, second] = [await world.create(), await world.create()];
    const [ada, bola, chidi, dayo] = await Promise.all([old(), old(), old(), old()]);
    await world.joinBy(bola, first.id, ada);
    await world.joinBy(chidi, first.id, bola);
    expect([await flagsOf(bola, first.id), await flagsOf(chidi, first.id)]).toEqual([[], []]);
    await world.joinBy(dayo, first.id, chidi);
    expect(await flagsOf(dayo, first.id)).toEqual(['chain']);
    await world.joinBy(ada, second.id, bola);
    expect(await flagsOf(ada, second.id)).toEqual(['chain']);
    // The earlier referral is checked again the next day.
    expect(await flagsOf(bola, first.id)).toEqual(['chain']);
  });

  it('T2 an account younger than a day: checked once, then after 1, 8 and 38 days; a flag remains; two servers count once', async () => {
    const { id } = await world.create();
    const ada = await old();
    const [user] = (await world.refer(id, ada, 1)) as [SignedInClient];
    const read = async () =>
      (
        await world.query<{ checks: number; days: number | null; flags: string[] }>(
          `SELECT checks, extract(epoch FROM check_at - now())::int / 86000 AS days, flags
            FROM affiliate_referrals WHERE user_id = $1`,
          [user.user.id],
        )
      )[0];
    for (const days of [1, 7, 30, null]) {
      await world.query(
        "UPDATE affiliate_referrals SET check_at = now() - interval '1 minute' WHERE user_id = $1",
        [user.user.id],
      );
      await Promise.all([flagReferrals(world.deps.db), flagReferrals(world.other.deps.db)]);
      expect(await read()).toMatchObject({ days, flags: ['new_account'] });
      await world.query("UPDATE users SET created_at = now() - interval '9 days' WHERE id = $1", [
        user.user.id,
      ]);
    }
    expect((await read())?.checks).toBe(4);
    expect(
      await world.query('SELECT referrals, flagged FROM affiliate_referrers WHERE referrer_id = $1', [
        ada.user.id,
      ]),
    ).toEqual([{ referrals: 1, flagged: 1 }]);
  });
});

describe('O3 GET /admin/affiliates', () => {
  it('lists who referred whom, filtered', async () => {
    const [ada, bola] = await Promise.all([old(), old()]);
    const { id } = await world.create();
    const [cheat] = (await world.refer(id, ada, 1)) as [SignedInClient];
    await world.joinBy(bola, id, ada);
    await flagReferrals(world.deps.db);
    const own = await referrals(`&referrer_id=${ada.user.id}`);
    expect(own).toMatchObject([
      { kind: 'auction', subject_id: id, subject_name: 'Radio', username: bola.user.username, paid: 10 },
      { referrer: ada.user.username, username: cheat.user.username, refunded: false, claimed_at: null },
    ]);
    const idsOf = (rows: AdminReferral[]) => rows.map(({ user_id }) => user_id);
    expect(idsOf(await referrals(`&referrer_id=${ada.user.id}&flagged=true`))).toEqual([cheat.user.id]);
    expect(idsOf(await referrals(`&q=${bola.user.username}`))).toEqual([bola.user.id]);
    expect(await referrals('&kind=heist')).toEqual([]);
    await world.cancel(id);
    expect((await referrals(`&referrer_id=${ada.user.id}`)).map(({ refunded }) => refunded)).toEqual([
      true,
      true,
    ]);
  });

  it('O5 leaves out load tests', async () => {
    const [ada, user] = await Promise.all([1, 2].map(() => world.app.signIn({ realm: 7, coins: 100 })));
    if (!ada || !user) throw new Error('no users');
    const { id } = await world.create({ realm: 7 });
    await world.joinBy(user, id, ada);
    await flagReferrals(world.deps.db);
    expect((await ada.get(`/auction/affiliate/progress/${id}`)).body.currentAffiliates).toBe(1);
    expect(await referrals(`&referrer_id=${ada.user.id}`)).toEqual([]);
    const { body } = await operator.get('/admin/affiliate-referrers?perPage=100');
    expect(body.map((row: AdminReferrer) => row.id)).not.toContain(ada.user.id);
  });

  it('puts the referrers with the most flagged referrals first', async () => {
    const [ada, bola] = await Promise.all([old(), old()]);
    const { id } = await world.create();
    await world.refer(id, ada, 9);
    await world.refer(id, bola, 8);
    await flagReferrals(world.deps.db);
    const { body, headers } = await operator.get('/admin/affiliate-referrers?perPage=2');
    expect(AdminReferrer.array().parse(body)).toMatchObject([
      { id: ada.user.id, username: ada.user.username, referrals: 9, flagged: 9, claimed: 0 },
      { id: bola.user.id, referrals: 8, flagged: 8 },
    ]);
    expect(headers.get('content-range')).toMatch(/^affiliate-referrers 0-1\/\d+$/);
  });
});

describe('T5 claims that wait for funds', () => {
  it('are shown to operators until rewards can pay all of them', async () => {
    const ada = await old();
    const { id } = await world.create();
    const [bidder] = await world.refer(id, ada, 2);
    await world.end(id, bidder);
    const queue = readUnfundedQueue(world.deps);
    expect((await queue()).waiting).toBe(0);
    expect(outcome(await world.claim(ada, id))[1]).toBe('REWARD_UNFUNDED');
    expect(await queue()).toMatchObject({ waiting: 1, oldestAt: expect.any(Date) });
    const { body } = await operator.get('/admin/affiliates/unfunded');
    expect(UnfundedClaimsReply.parse(body)).toMatchObject({
      items: [{ kind: 'auction', subject_id: id, referrer: ada.user.username, bid_points: 8 }],
      rewards: 0,
      owed: 8,
    });
    await world.fund(8);
    expect((await queue()).waiting).toBe(0);
    expect((await world.claim(ada, id)).status).toBe(200);
    expect((await operator.get('/admin/affiliates/unfunded')).body).toEqual({
      items: [],
      rewards: 0,
      owed: 0,
    });
  });
});
