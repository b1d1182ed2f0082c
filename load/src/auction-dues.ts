import type { AdminAuction } from '@copup/shared/auctions.ts';
import { groupByKey, type HistoryEvent } from '@copup/testkit/history.ts';
import type { Coins, Dues } from './dues.ts';

/** Statuses of auctions whose entry fees were refunded. */
const refunded = new Set<AdminAuction['status']>(['unsold', 'cancelling', 'cancelled']);

/**
 * Adds what auctions cost their players: the fees of acknowledged entries, the prices of won auctions, and the coins
 * held for leading bids. An entry without a reply may have been paid or not. Pure.
 */
export function addAuctions(
  dues: Dues,
  auctions: readonly Pick<
    AdminAuction,
    'id' | 'status' | 'entry_bid_points' | 'current_bid_amount' | 'highest_bidder'
  >[],
  users: readonly Pick<Coins, 'id' | 'username'>[],
  history: readonly HistoryEvent[],
): void {
  const idOf = new Map(users.map(({ id, username }) => [username, id]));
  const entries = groupByKey(history).filter(({ intent }) => intent.command === 'pay-entry');
  const byAuction = Map.groupBy(entries, ({ intent }) => intent.args.auctionId ?? 0);
  for (const auction of auctions) {
    const { id, status, entry_bid_points: fee, current_bid_amount: price } = auction;
    const leader = idOf.get(auction.highest_bidder ?? '');
    if (leader !== undefined && status === 'completed') dues.add(leader, -price);
    if (leader !== undefined && status === 'active') dues.hold(leader, price);
    if (!refunded.has(status)) dues.pay(byAuction.get(id) ?? [], fee);
  }
}
