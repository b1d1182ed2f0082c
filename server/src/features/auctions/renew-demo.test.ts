import { NewAuctionBody } from '@copup/shared/auctions.ts';
import { BIDDING_NAIRA_PER_COIN } from '@copup/shared/coins.ts';
import { describe, expect, it } from 'vitest';
import { settingDefinitions } from '../../settings/definitions.ts';
import { assertReward } from '../../subjects/affiliate-reward.ts';
import { demoCatalogue } from './demo-catalogue.ts';
import { auctionOf } from './renew-demo.ts';

const now = new Date('2026-01-01T12:00:00.000Z');

describe('the demo catalogue', () => {
  it('has valid auctions of different names and every category, one that ends soon and one that has yet to start', () => {
    for (const item of demoCatalogue) {
      const auction = NewAuctionBody.parse(auctionOf(item, now));
      const startMs = auction.starts_at ? Date.parse(auction.starts_at) : now.getTime();
      expect(Date.parse(auction.end_date) - startMs, auction.name).toBe(item.lastsMin * 60_000);
    }
    expect(new Set(demoCatalogue.map((item) => item.auction.name)).size).toBe(demoCatalogue.length);
    expect(new Set(demoCatalogue.map((item) => item.auction.category))).toEqual(
      new Set(['product', 'cash', 'coupon']),
    );
    expect(demoCatalogue.some((item) => item.startsInMin === 0 && item.lastsMin <= 5)).toBe(true);
    expect(demoCatalogue.some((item) => item.startsInMin > 0)).toBe(true);
  });

  it('A13 has an item that a new player can buy now, for less than its worth', () => {
    const offered = demoCatalogue.filter(({ auction }) => auction.buy_now_points);
    expect(offered.length).toBeGreaterThan(0);
    // The coins of a new player of the demo (X15).
    const affordable = offered.filter(({ auction }) => (auction.buy_now_points ?? 0) <= 100);
    expect(affordable.length).toBeGreaterThan(0);
    for (const { auction } of offered)
      expect((auction.buy_now_points ?? 0) * BIDDING_NAIRA_PER_COIN).toBeLessThan(auction.price ?? 0);
  });

  it('T5 has auctions to promote, with rewards within the cap', () => {
    const promoted = demoCatalogue.flatMap(({ auction }) => (auction.target_users ? [auction] : []));
    expect(promoted.length).toBeGreaterThan(2);
    for (const { target_users = 0, reward_bid_points = 0, entry_bid_points } of promoted) {
      const terms = {
        targetUsers: target_users,
        rewardBidPoints: reward_bid_points,
        price: entry_bid_points,
      };
      assertReward(terms, settingDefinitions.affiliateRewardPercent.defaultValue);
    }
  });
});
