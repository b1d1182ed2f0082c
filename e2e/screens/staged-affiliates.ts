import type {
  AffiliateMonth,
  AffiliateOffer,
  AffiliateTotal,
  LinkedSubject,
} from '@copup/shared/affiliates.ts';
import { longName } from './staged-page.ts';

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

export function offer(id: number, name: string, facts: Partial<AffiliateOffer> = {}): AffiliateOffer {
  const target = facts.target_users ?? 10;
  const current = facts.currentAffiliates ?? 7;
  return {
    id,
    name,
    description: '',
    image: '',
    category: 'product',
    price: 300,
    target_users: target,
    reward_bid_points: 1_500,
    end_date: inHours(2),
    progressDisplay: `${current}/${target} (${Math.floor((current * 100) / target)}%)`,
    currentAffiliates: current,
    remainingReferrals: Math.max(0, target - current),
    claim: 'open',
    ...facts,
  };
}
export const television = offer(1, '55-inch 4K TV', { currentAffiliates: 10, claim: 'ready' });
export const phoneOffer = offer(2, 'Tecno Phantom V Fold', { reward_bid_points: 2_000 });
const generator = offer(3, '2.5 kVA generator', {
  target_users: 5,
  currentAffiliates: 5,
  reward_bid_points: 600,
  claim: 'waiting',
});
const longOffer = offer(4, longName, { target_users: 400, currentAffiliates: 123, claim: 'lost' });
const claimed = offer(5, '₦20,000 food coupon', { currentAffiliates: 10, claim: 'claimed' });
export const auctions = [phoneOffer, television, generator, longOffer, claimed];
export const heists = ['The Balogun Market Blackout', 'The Lagoon Vault', 'The Third Mainland Bridge'].map(
  (name, at) =>
    offer(21 + at, name, {
      description: 'Answer one question before 50 others do and leave with a game console.',
    }),
);
export const total: AffiliateTotal = { totalAffiliates: 14, auctions: 9, heists: 5 };
export const month: AffiliateMonth = { progress: '14/30 (46%)', currentAffiliates: 14, totalTarget: 30 };

export const calls = {
  auctions: '/auction/affiliate/list',
  heists: '/hurt/heist/affiliate/list',
  total: '/affiliate/heist/affiliate/total',
  month: '/affiliate/heist/affiliate/progress',
};

export const linked: LinkedSubject = {
  id: 7,
  name: 'Tecno Phantom V Fold, 512GB',
  image: '',
  category: 'product',
  price: 10,
  prize: 0,
  end_date: inHours(5),
  open: true,
  referrer: 'zainab.m',
};
