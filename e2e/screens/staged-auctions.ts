import { auctionOf, longName } from './staged-page.ts';

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

/** A list with an auction of each status, one with the longest name and seven figures. */
export const auctionsOfEachStatus = () => [
  auctionOf({
    name: longName,
    current_bid_amount: 1_284_550,
    highest_bidder: 'w'.repeat(20),
    seq: 41,
    end_date: inMs(41_000),
  }),
  auctionOf({ id: 1002, name: 'Toyota Corolla 2021, Lagos cleared', joined: false, entry_bid_points: 1400 }),
  auctionOf({ id: 1003, name: '₦50,000 shopping coupon', category: 'coupon', end_date: inMs(8_040_000) }),
  auctionOf({
    id: 1004,
    name: 'Coin Auction',
    category: 'cash',
    status: 'pending',
    joined: false,
    starts_at: inMs(5_400_000),
    end_date: inMs(9_000_000),
  }),
  auctionOf({
    id: 1005,
    name: '3.5kVA petrol generator',
    status: 'completed',
    current_bid_amount: 960,
    highest_bidder: 'zainab.m',
    seq: 9,
    end_date: inMs(-60_000),
  }),
  auctionOf({ id: 1006, name: '55-inch 4K smart TV', status: 'cancelled', end_date: inMs(60_000) }),
];
