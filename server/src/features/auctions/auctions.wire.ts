import type { AdminAuction, Auction, JoinedAuction } from '@copup/shared/auctions.ts';
import { KOBO_PER_NAIRA } from '@copup/shared/coins.ts';
import { imageUrl } from '@copup/shared/images.ts';
import type { JoinedRow, ViewedAuction } from './auction-views.queries.ts';
import type { AuctionRow } from './auctions.tables.ts';

const describe = (row: AuctionRow) => ({
  id: row.id,
  name: row.name,
  image: imageUrl(row.image),
  description: row.description,
  category: row.category,
  status: row.status,
  price: row.priceKobo / KOBO_PER_NAIRA,
  entry_bid_points: row.entryBidPoints,
  current_bid_amount: row.currentBidAmount,
  highest_bidder: row.leaderUsername,
  bid_increment: row.bidIncrement,
  buy_now_points: row.buyNowPoints,
  starts_at: row.startsAt.toISOString(),
  end_date: row.endDate.toISOString(),
  hard_end: row.hardEnd.toISOString(),
  target_users: row.targetUsers,
  reward_bid_points: row.rewardBidPoints,
  is_starter: row.isStarter,
  seq: row.seq,
  version: row.version,
});

export const toAuction = (row: ViewedAuction): Auction => ({
  ...describe(row),
  joined: row.joined,
  watchlisted: row.watchlisted,
  own_bid: row.ownBid,
  server_time: row.serverTime.toISOString(),
});

export const toAdminAuction = (row: AuctionRow): AdminAuction => ({
  ...describe(row),
  realm: row.realm,
  reserve_points: row.reservePoints,
  minimum_entries: row.minimumEntries,
  entries_count: row.entriesCount,
  created_at: row.createdAt.toISOString(),
  settled_at: row.settledAt?.toISOString() ?? null,
  cancel_reason: row.cancelReason,
  leader_maximum: row.settledAt === null ? null : row.leaderMax,
});

export const toJoinedAuction = (row: JoinedRow): JoinedAuction => ({
  id: row.id,
  name: row.name,
  image: imageUrl(row.image),
  status: row.status,
  category: row.category,
  end_date: row.endDate.toISOString(),
  starts_at: row.startsAt.toISOString(),
  hard_end: row.hardEnd.toISOString(),
  price: row.priceKobo / KOBO_PER_NAIRA,
  current_bid_amount: row.currentBidAmount,
  highest_bidder: row.leaderUsername,
  bid_increment: row.bidIncrement,
  seq: row.seq,
  own_bid: row.ownBid,
  is_leader: row.isLeader,
  in_cart: row.inCart,
  status_at: row.statusAt.toISOString(),
});
