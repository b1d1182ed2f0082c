import type { Auction } from '@copup/shared/auctions.ts';
import { auctionsOfEachStatus } from '../screens/staged-auctions.ts';
import { type Answer, auctionOf, bidsOf, joinedOf, ngozi, type StagedPage } from '../screens/staged-page.ts';
import { fillAddress } from '../support/fill-address.ts';
import { failed, press, type Scene, scenesAt } from './scene.ts';

const coins = { available: 5_000 };
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const later = () => ({ starts_at: inMs(5_400_000), end_date: inMs(9_000_000), hard_end: inMs(9_600_000) });

/** An auction at its address. */
const auction = (facts: Partial<Auction> = {}) => ({
  wallet: coins,
  stage: (staged: StagedPage) => {
    const auction = auctionOf(facts);
    staged.stageAuction(auction, auction.seq > 0 ? bidsOf(auction, ['zainab_m']) : []);
  },
});
const over = { status: 'completed', end_date: inMs(-3_600_000), hard_end: inMs(-3_000_000) } as const;

const item = {
  ...{ id: 1, auction_id: 1001, name: 'Tokunbo generator', image: '', category: 'product' },
  ...{ price: 45_000, price_paid: 310, won_at: inMs(0) },
};
const order = {
  ...{ order_id: 100_001, auction_id: 1001, auction_name: 'Tokunbo generator', auction_category: 'product' },
  ...{ status: 'processing', created_at: inMs(0), updated_at: inMs(0), won_at: inMs(0), image: '' },
  ...{ carrier: null, tracking: null, shipped_at: null, delivered_at: null, price: 45_000, price_paid: 310 },
  ...{ bank_reference: null, sendable_from: null, on_hold: null },
};
const placeOrder: Scene['steps'] = async (page) => {
  await fillAddress(page);
  await press('Place Order')(page);
};

const listed = (...auctions: Auction[]) => ({
  wallet: coins,
  stage: (staged: StagedPage) => staged.stageList(auctions),
});
const pending = () => auctionOf({ status: 'pending', ...later() });
const placed = {
  ...{ message: '', currentBidAmount: 1, highestBidder: ngozi.username, currentBidder: ngozi.username },
  ...{ endDate: inMs(840_000), seq: 1, price: 1, current_seq: 1, version: 2 },
};
const payEntry = (reply: Answer) => ({
  ...auction({ joined: false }),
  replies: { '/auction/pay-entry/1001': reply },
  steps: press('Pay Entry Fee (50 coin)'),
});

/** Auctions, won items and orders. */
export const auctionScenes: readonly Scene[] = [
  ...scenesAt('/auction', {}, [
    {
      ...listed(...auctionsOfEachStatus()),
      texts: [
        ...[
          'All',
          'Cash',
          'Product',
          'Coupon',
          'Featured Auctions',
          'Pay Entry Fee (1,400 coin)',
          'Place Bid',
        ],
      ],
    },
    {
      steps: press('Pay Entry Fee (1,400 coin)', 'Place Bid'),
      texts: [
        ...['Car Auction', 'Phone Auction', 'Coin Auction', 'This is a demo auction. call back later.'],
        'This is a demo auction. No real actions are allowed.',
      ],
    },
    { replies: { '/auction': failed }, texts: ['Failed to fetch auctions. Please try again later.'] },
  ]),
  ...scenesAt('/auction/1001', {}, [
    { ...payEntry(failed), texts: ['Error paying entry fee.'] },
    { ...payEntry({ json: { message: 'Pay entry fee successful!' } }), texts: ['Pay entry fee successful!'] },
    { ...auction(), texts: ['No users yet', 'Place Bid'] },
    { ...auction({ status: 'pending', ...later() }), texts: ['Auction is not yet active'] },
    {
      ...auction(),
      replies: { '/auction/bid/1001': { json: placed } },
      steps: press(/Place Bid/),
      texts: ['Bid placed successfully!'],
    },
    {
      ...auction({ ...over, current_bid_amount: 0, highest_bidder: null }),
      texts: ['Auction Completed', 'No bids', 'Return to Dashboard'],
    },
    { texts: ['Auction not found'] },
    { replies: { '/auction/1001': failed }, texts: ['Error fetching auction details.'] },
  ]),
  ...scenesAt('/waitList', {}, [
    {
      replies: { '/user/wishlist': { json: [joinedOf(pending())] } },
      steps: press('Place Bid'),
      texts: ['Your Auctions', 'Place Bid', 'This auction is not currently active.'],
    },
    { replies: { '/user/wishlist': 'never' }, texts: ['Loading auctions...'] },
    { texts: ["You haven't joined any auctions yet."] },
  ]),
  { at: '/cart-home', texts: ['Auction Cart', 'Heist Cart'] },
  { at: '/cart', texts: ['Your cart is empty'] },
  { at: '/cart', replies: { '/cart': { json: [item] } }, texts: ['Proceed to Checkout'] },
  ...scenesAt('/checkout', { replies: { '/cart': { json: [item] } }, steps: placeOrder }, [
    { replies: { '/cart/checkout': failed }, texts: ['Place Order', 'Error during checkout'] },
    {
      replies: { '/cart/checkout': { json: { message: '', order_ids: [100_001] } } },
      texts: ['Order placed successfully'],
    },
  ]),
  ...scenesAt('/orders', {}, [
    {
      replies: { '/user/user-orders': { json: [order] } },
      texts: ['Recent Orders', 'Below are your most recent orders'],
    },
    { replies: { '/user/user-orders': { json: [] } }, texts: ['No orders found'] },
    { replies: { '/user/user-orders': failed }, texts: ['Error fetching orders'] },
  ]),
];
