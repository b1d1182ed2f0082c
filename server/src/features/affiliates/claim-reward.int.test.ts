import { ClaimReply } from '@copup/shared/affiliates.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AffiliateWorld, openAffiliateWorld, outcome } from '../../../test/affiliate-world.ts';

let world: AffiliateWorld;
beforeAll(async () => {
  world = await openAffiliateWorld();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

/** An auction that ended with its fees kept, and a referrer with this many referrals. */
async function settled(referrals = 2, over: Parameters<AffiliateWorld['create']>[0] = {}) {
  const ada = await world.app.signIn();
  const { id } = await world.create(over);
  const users = await world.refer(id, ada, referrals);
  await world.end(id, users[0]);
  return { id, ada, users };
}
const claimsOf = (id: number) =>
  world.query('SELECT referrer_id, counted, amount FROM affiliate_claims WHERE subject_id = $1', [id]);
const unfundedOf = (id: number) =>
  world.query('SELECT referrer_id, amount FROM affiliate_unfunded_claims WHERE subject_id = $1', [id]);
/** Each test funds what it pays: they are 0 before and after it. */
const readRewards = async () => {
  const [fund] = await world.query<{ balance: number }>(
    "SELECT balance FROM funds WHERE kind = 'rewards' AND realm = 0",
  );
  return fund?.balance ?? 0;
};

describe('T5 POST /auction/affiliate/check-target/{id}', () => {
  it('is recorded for operators while rewards cannot pay it, and can be claimed later', async () => {
    const { id, ada } = await settled();
    expect(await readRewards()).toBe(0);
    for (let nth = 0; nth < 2; nth += 1) {
      expect(outcome(await world.claim(ada, id, 'k'))).toEqual([409, 'REWARD_UNFUNDED']);
    }
    expect(await unfundedOf(id)).toEqual([{ referrer_id: ada.user.id, amount: 8 }]);
    expect([await claimsOf(id), await world.bonusOf(ada)]).toEqual([[], 0]);
    await world.fund(8);
    expect((await world.claim(ada, id, 'k')).status).toBe(200);
    expect([await unfundedOf(id), await world.bonusOf(ada)]).toEqual([[], 8]);
  });

  it('T2, L6 pays the reward in bonus coins from rewards, once, also for 8 claims at two servers, with a notice', async () => {
    const { id, ada } = await settled(3);
    await world.fund(8);
    const before = await readRewards();
    const elsewhere = world.other.client.withToken(ada.token);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, nth) => world.claim(nth % 2 ? ada : elsewhere, id, `key-${nth}`)),
    );
    const first = replies.find(({ status }) => status === 200);
    expect(ClaimReply.parse(first?.body)).toEqual({
      message: 'Reward claimed: 8 coins were added to your wallet.',
      bid_points: 8,
    });
    for (const [nth, reply] of replies.entries()) {
      if (reply !== first) expect(outcome(reply)).toEqual([409, 'ALREADY_CLAIMED']);
      // P6: the same key returns the first reply.
      else expect((await world.claim(ada, id, `key-${nth}`)).body).toEqual(reply.body);
    }
    expect(outcome(await world.claim(ada, id))).toEqual([409, 'ALREADY_CLAIMED']);
    expect([await world.bonusOf(ada), await readRewards()]).toEqual([8, before - 8]);
    expect(await claimsOf(id)).toEqual([{ referrer_id: ada.user.id, counted: 3, amount: 8 }]);
    const { items } = (await ada.get('/user/notifications')).body;
    expect(items[0]).toMatchObject({ kind: 'credited', details: { name: 'Radio', bid_points: 8 } });
    expect((await ada.get(`/auction/affiliate/progress/${id}`)).body.claim).toBe('claimed');
  });

  it('is refused before the target, before settlement, below the target, and without a reward', async () => {
    const ada = await world.app.signIn();
    const { id } = await world.create();
    const [user] = await world.refer(id, ada, 1);
    expect(outcome(await world.claim(ada, id))).toEqual([409, 'TARGET_NOT_REACHED']);
    await world.refer(id, ada, 1);
    expect(outcome(await world.claim(ada, id))).toEqual([409, 'NOT_SETTLED']);
    await world.end(id, user);
    await world.fund(8);
    expect((await world.claim(ada, id)).status).toBe(200);

    const few = await settled(1);
    expect(outcome(await world.claim(few.ada, few.id))).toEqual([409, 'TARGET_NOT_REACHED']);
    const without = await settled(2, { reward_bid_points: 0 });
    expect(outcome(await world.claim(without.ada, without.id))).toEqual([409, 'NO_REWARD']);
    const plain = await world.create({ target_users: 0, reward_bid_points: 0 });
    expect(outcome(await world.claim(ada, plain.id))).toEqual([404, 'NOT_PROMOTED']);
    const tester = await world.app.signIn({ realm: 7 });
    expect(outcome(await world.claim(tester, id))).toEqual([404, 'NOT_PROMOTED']);
  });

  it('has no reward when the auction was cancelled or unsold, or entries were refunded', async () => {
    const ada = await world.app.signIn();
    const [cancelled, unsold] = [await world.create(), await world.create()];
    for (const { id } of [cancelled, unsold]) await world.refer(id, ada, 2);
    await world.cancel(cancelled.id);
    await world.end(unsold.id);
    for (const { id } of [cancelled, unsold]) {
      expect(outcome(await world.claim(ada, id))).toEqual([409, 'NO_REWARD']);
    }
    const { id, ada: bola, users } = await settled();
    await world.query(
      `UPDATE auction_entries SET refunded_by = gen_random_uuid() WHERE auction_id = $1 AND user_id = $2`,
      [id, users[1]?.user.id],
    );
    expect(outcome(await world.claim(bola, id))).toEqual([409, 'TARGET_NOT_REACHED']);
    await world.query('UPDATE auction_entries SET refunded_by = NULL WHERE auction_id = $1', [id]);
  });

  it("L8 a load test's realm issues the missing coins", async () => {
    const [ada, ...users] = await Promise.all(
      Array.from({ length: 3 }, () => world.app.signIn({ realm: 7, coins: 100 })),
    );
    if (!ada) throw new Error('no user');
    const { id } = await world.create({ realm: 7 });
    for (const user of users) await world.joinBy(user, id, ada);
    await world.end(id, users[0]);
    expect(outcome(await world.claim(ada, id))[0]).toBe(200);
    expect(await world.bonusOf(ada)).toBe(8);
  });
});
