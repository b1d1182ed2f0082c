import type { SignedInClient } from '@copup/testkit/app.ts';
import { accepted } from '@copup/testkit/client.ts';
import { of, type SpecifiedCall } from './call.ts';
import type { SpecifiedWorld } from './world.ts';

const auction = of(
  'name image status category highest_bidder end_date description',
  'id entry_bid_points current_bid_amount price target_users reward_bid_points',
);

export async function auctionCalls(world: SpecifiedWorld, player: SignedInClient): Promise<SpecifiedCall[]> {
  const promoted = { target_users: 1, reward_bid_points: 8, entry_bid_points: 20 };
  const [open, cash, won, bought, ended] = [
    await world.entered(player, promoted),
    await world.entered(player, { category: 'cash' }),
    await world.entered(player),
    await world.entered(player),
    await world.auction(promoted),
  ];
  for (const id of [open, cash, won, bought]) accepted(await world.bid(player, id));
  await Promise.all([won, bought].map((id) => world.closeAuction(id)));
  const code = await world.codeOf(player);
  const [friend, buyer, bidder] = [await world.player(), await world.player(), await world.player()];
  accepted(await friend.post(`/auction/pay-entry/affiliate/${ended}/${code}`));
  accepted(await world.bid(friend, ended));
  await world.closeAuction(ended);
  accepted(await world.enter(bidder, open));
  return [
    { call: 'GET /auction', query: { category: 'cash' }, reply: [auction] },
    { call: 'GET /auction/{id}', ids: [open], reply: auction },
    { call: 'POST /auction/pay-entry/{id}', by: buyer, ids: [open], reply: of('message') },
    {
      call: 'GET /auction/remaining-time/{id}',
      ids: [open],
      reply: of('serverTime endTime currentBidder currentBidderProfile'),
    },
    { call: 'GET /auction/highest-bidder/{id}', ids: [open], reply: of('username') },
    { call: 'GET /auction/{id}/highest-bid-points', ids: [open], reply: of('', 'highestBidPoints') },
    {
      call: 'POST /auction/bid/{id}',
      by: bidder,
      ids: [open],
      reply: of('highestBidder endDate currentBidder', 'currentBidAmount'),
    },
    { call: 'GET /user/wishlist', reply: [of('name image status', 'id')] },
    { call: 'GET /auction/affiliate/list', reply: [of('name image', 'id target_users reward_bid_points')] },
    {
      call: 'GET /auction/affiliate/progress/{id}',
      ids: [open],
      reply: of('progressDisplay', 'remainingReferrals'),
    },
    { call: 'GET /auction/affiliate/link/{id}', ids: [open], reply: of('affiliateLink') },
    { call: 'POST /auction/affiliate/check-target/{id}', ids: [ended], reply: {} },
    {
      call: 'POST /auction/pay-entry/affiliate/{auctionId}/{referrerId}',
      by: await world.player(),
      ids: [open, code],
      reply: {},
    },
    { call: 'GET /cart', reply: [of('name image category', 'id')] },
    {
      call: 'POST /cart/checkout',
      body: {
        address: '12 Allen Avenue, Ikeja',
        accountName: 'Ada Obi',
        accountNumber: '0123456789',
        contactInfo: '08012345678',
      },
      reply: of('message'),
    },
    { call: 'GET /user/user-orders', reply: [of('auction_name auction_category status', 'order_id')] },
  ];
}
