import {
  AffiliateLink,
  AffiliateMonth,
  AffiliateOffer,
  AffiliateProgress,
  AffiliateTotal,
  LinkedSubject,
} from '@copup/shared/affiliates.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AffiliateWorld, openAffiliateWorld, outcome } from '../../../test/affiliate-world.ts';

let world: AffiliateWorld;
beforeAll(async () => {
  world = await openAffiliateWorld();
});
afterAll(() => world?.close());

const signIn: AffiliateWorld['app']['signIn'] = (options) => world.app.signIn(options);
const idsOf = ({ body }: { body: unknown }) =>
  AffiliateOffer.array()
    .parse(body)
    .map(({ id }) => id);

describe('T5 GET /auction/affiliate/list', () => {
  it('lists promoted auctions of the realm that are pending or open, with the progress of the caller', async () => {
    const realm = 8;
    const ada = await signIn({ realm });
    const soon = new Date(Date.now() + 60_000).toISOString();
    const live = await world.create({ realm });
    const pending = await world.create({ realm, starts_at: soon });
    await world.create({ realm, target_users: 0, reward_bid_points: 0 });
    await world.create({ realm: 0 });
    await world.cancel((await world.create({ realm })).id);
    await world.joinBy(await signIn({ realm, coins: 100 }), live.id, ada);
    const reply = await ada.get('/auction/affiliate/list');
    expect(idsOf(reply)).toEqual([pending.id, live.id]);
    const offer = { name: 'Radio', category: 'product', price: 10, target_users: 2, reward_bid_points: 8 };
    expect(reply.body[1]).toMatchObject({
      ...offer,
      progressDisplay: '1/2 (50%)',
      currentAffiliates: 1,
      remainingReferrals: 1,
      claim: 'open',
    });
    // Another user promotes the same auction with an own count.
    expect((await (await signIn({ realm })).get('/auction/affiliate/list')).body[1]).toMatchObject({
      currentAffiliates: 0,
    });
  });

  it('keeps ended auctions with referrals of the caller, until the reward is claimed and 30 days', async () => {
    const [ada, bola] = [await signIn(), await signIn()];
    const { id } = await world.create();
    const [user] = await world.refer(id, ada, 2);
    await world.refer(id, bola, 1);
    await world.end(id, user);
    const stateFor = async (client: typeof ada) => {
      const offers = AffiliateOffer.array().parse((await client.get('/auction/affiliate/list')).body);
      return offers.find((offer) => offer.id === id)?.claim;
    };
    expect([await stateFor(ada), await stateFor(bola), await stateFor(await signIn())]).toEqual([
      'ready',
      'lost',
      undefined,
    ]);
    await world.query("UPDATE auctions SET status_at = now() - interval '31 days' WHERE id = $1", [id]);
    expect([await stateFor(ada), await stateFor(bola)]).toEqual(['ready', undefined]);
  });
});

describe('T4 GET /auction/affiliate/progress/{id}', () => {
  it('reads 3/10 (30%) with the remaining referrals, counts no refunded entry, and refuses what is not promoted', async () => {
    const ada = await signIn();
    const { id } = await world.create({ target_users: 10 });
    await world.refer(id, ada, 3);
    const { body } = await ada.get(`/auction/affiliate/progress/${id}`);
    expect(AffiliateProgress.parse(body)).toEqual({
      progressDisplay: '3/10 (30%)',
      currentAffiliates: 3,
      remainingReferrals: 7,
      target_users: 10,
      reward_bid_points: 8,
      claim: 'open',
    });
    await world.cancel(id);
    expect((await ada.get(`/auction/affiliate/progress/${id}`)).body).toMatchObject({
      currentAffiliates: 0,
      claim: 'lost',
    });
    const plain = await world.create({ target_users: 0, reward_bid_points: 0 });
    for (const unknown of [plain.id, 999_999]) {
      expect(outcome(await ada.get(`/auction/affiliate/progress/${unknown}`))).toEqual([404, 'NOT_PROMOTED']);
    }
  });
});

describe('T2 GET /auction/affiliate/link/{id}', () => {
  it('is one link for each user and auction, with the referral code, recorded once, until the auction is over', async () => {
    const ada = await signIn();
    const { id } = await world.create();
    const links = [];
    for (let nth = 0; nth < 2; nth += 1) links.push((await ada.get(`/auction/affiliate/link/${id}`)).body);
    const affiliateLink = `${world.deps.config.publicUrl}/affiliate/${id}/${await world.codeOf(ada)}`;
    expect(links.map((link) => AffiliateLink.parse(link))).toEqual([{ affiliateLink }, { affiliateLink }]);
    const rows = await world.query('SELECT subject_id FROM affiliate_links WHERE user_id = $1', [
      ada.user.id,
    ]);
    expect(rows).toEqual([{ subject_id: id }]);
    await world.cancel(id);
    expect(outcome(await ada.get(`/auction/affiliate/link/${id}`))).toEqual([404, 'NOT_PROMOTED']);
  });
});

describe('T2 GET /affiliate/auction/{auctionId}/{referrerId}', () => {
  it('shows the auction and the referrer without a session', async () => {
    const ada = await signIn();
    const { id } = await world.create();
    const code = await world.codeOf(ada);
    const { body } = await world.app.client.get(`/affiliate/auction/${id}/${code.toLowerCase()}`);
    expect(LinkedSubject.parse(body)).toMatchObject({
      id,
      name: 'Radio',
      price: 10,
      prize: 0,
      open: true,
      referrer: ada.user.username,
    });
    await world.query('UPDATE users SET deleted_at = now() WHERE id = $1', [ada.user.id]);
    await world.cancel(id);
    expect((await world.app.client.get(`/affiliate/auction/${id}/${code}`)).body).toMatchObject({
      open: false,
      referrer: '',
    });
  });
});

describe('T4 the totals of this month', () => {
  it('count referrals that are not refunded, and the targets of the auctions promoted this month', async () => {
    const ada = await signIn();
    const [first, second, gone] = [
      await world.create({ target_users: 4 }),
      await world.create({ target_users: 6 }),
      await world.create({ target_users: 5 }),
    ];
    await world.refer(first.id, ada, 2);
    await ada.get(`/auction/affiliate/link/${second.id}`);
    await world.refer(gone.id, ada, 1);
    await world.cancel(gone.id);
    const read = async () => [
      AffiliateTotal.parse((await ada.get('/affiliate/heist/affiliate/total')).body),
      AffiliateMonth.parse((await ada.get('/affiliate/heist/affiliate/progress')).body),
    ];
    expect(await read()).toEqual([
      { totalAffiliates: 2, auctions: 2, heists: 0 },
      { progress: '2/15 (13%)', currentAffiliates: 2, totalTarget: 15 },
    ]);
    // X3: the month begins at midnight in Lagos.
    await world.query(
      `UPDATE affiliate_referrals SET created_at = date_trunc('month', now(), 'Africa/Lagos') - interval '1 ms'
        WHERE referrer_id = $1 AND no = 1`,
      [ada.user.id],
    );
    await world.query(
      "UPDATE affiliate_links SET created_at = created_at - interval '1 month' WHERE user_id = $1",
      [ada.user.id],
    );
    expect(await read()).toEqual([
      { totalAffiliates: 1, auctions: 1, heists: 0 },
      { progress: '1/4 (25%)', currentAffiliates: 1, totalTarget: 4 },
    ]);
  });
});
