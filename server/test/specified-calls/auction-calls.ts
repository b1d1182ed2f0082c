import type { SignedInClient } from '@copup/testkit/app.ts';
import type { SpecifiedCall } from './call.ts';
import { type SpecifiedWorld, succeeded } from './world.ts';

const auction = {
  id: 'number',
  name: 'string',
  image: 'string',
  status: 'string',
  category: 'string',
  entry_bid_points: 'number',
  current_bid_amount: 'number',
  highest_bidder: 'string',
  end_date: 'string',
  price: 'number',
  description: 'string',
  target_users: 'number',
  reward_bid_points: 'number',
};

export async function auctionCalls(world: SpecifiedWorld, player: SignedInClient): Promise<SpecifiedCall[]> {
  const promoted = { target_users: 1, reward_bid_points: 8, entry_bid_points: 20 };
  const [open, cash, won, bought, ended] = [
    await world.entered(player, promoted),
    await world.entered(player, { category: 'cash' }),
    await world.entered(player),
    await world.entered(player),
    await world.auction(promoted),
  ];
  for (const id of [open, cash, won, bought]) succeeded(await world.bid(player, id));
  await Promise.all([won, bought].map((id) => world.closeAuction(id)));
  const code = await world.codeOf(player);
  const [friend, buyer, bidder] = [await world.player(), await world.player(), await world.player()];
  succeeded(await friend.post(`/auction/pay-entry/affiliate/${ended}/${code}`));
  succeeded(await world.bid(friend, ended));
  await world.closeAuction(ended);
  succeeded(await world.enter(bidder, open));
  return [
    { call: 'GET /auction', query: { category: 'cash' }, reply: [auction] },
    { call: 'GET /auction/{id}', ids: [open], reply: auction },
    { call: 'POST /auction/pay-entry/{id}', by: buyer, ids: [open], reply: { message: 'string' } },
    {
      call: 'GET /auction/remaining-time/{id}',
      ids: [open],
      reply: {
        serverTime: 'string',
        endTime: 'string',
        currentBidder: 'string',
        currentBidderProfile: 'string',
      },
    },
    { call: 'GET /auction/highest-bidder/{id}', ids: [open], reply: { username: 'string' } },
    { call: 'GET /auction/{id}/highest-bid-points', ids: [open], reply: { highestBidPoints: 'number' } },
    {
      call: 'POST /auction/bid/{id}',
      by: bidder,
      ids: [open],
      reply: {
        currentBidAmount: 'number',
        highestBidder: 'string',
        endDate: 'string',
        currentBidder: 'string',
      },
    },
    {
      call: 'GET /user/wishlist',
      reply: [{ id: 'number', name: 'string', image: 'string', status: 'string' }],
    },
    {
      call: 'GET /auction/affiliate/list',
      reply: [
        {
          id: 'number',
          name: 'string',
          image: 'string',
          target_users: 'number',
          reward_bid_points: 'number',
        },
      ],
    },
    {
      call: 'GET /auction/affiliate/progress/{id}',
      ids: [open],
      reply: { progressDisplay: 'string', remainingReferrals: 'number' },
    },
    { call: 'GET /auction/affiliate/link/{id}', ids: [open], reply: { affiliateLink: 'string' } },
    { call: 'POST /auction/affiliate/check-target/{id}', ids: [ended], reply: {} },
    {
      call: 'POST /auction/pay-entry/affiliate/{auctionId}/{referrerId}',
      by: await world.player(),
      ids: [open, code],
      reply: {},
    },
    { call: 'GET /cart', reply: [{ id: 'number', name: 'string', image: 'string', category: 'string' }] },
    {
      call: 'POST /cart/checkout',
      body: {
        address: '12 Allen Avenue, Ikeja',
        accountName: 'Ada Obi',
        accountNumber: '0123456789',
        contactInfo: '08012345678',
      },
      reply: { message: 'string' },
    },
    {
      call: 'GET /user/user-orders',
      reply: [{ order_id: 'number', auction_name: 'string', auction_category: 'string', status: 'string' }],
    },
  ];
}
