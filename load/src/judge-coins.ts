import type { AdminUser } from '@copup/shared/admin.ts';
import type { AdminAuction } from '@copup/shared/auctions.ts';
import { groupByKey, type HistoryEvent } from '@copup/testkit/history.ts';

export interface CoinsVerdict {
  /** What the realm has beyond what was issued; 0 when all is well. */
  unbalanced: number;
  faults: string[];
}

/** Fees of these were given back. */
const refunded = new Set<AdminAuction['status']>(['unsold', 'cancelling', 'cancelled']);

/**
 * Coins of a realm are conserved: what its players have, what they paid for entries and what winners paid is what was
 * issued. Of an entry whose reply was lost nobody knows whether it was paid, so it may be either way. Pure.
 */
export function judgeCoins(
  issuedToEach: number,
  users: readonly Pick<AdminUser, 'username' | 'available' | 'held' | 'bonus'>[],
  auctions: readonly Pick<AdminAuction, 'id' | 'status' | 'entry_bid_points' | 'current_bid_amount'>[],
  history: readonly HistoryEvent[],
): CoinsVerdict {
  const faults: string[] = [];
  const issued = users.length * issuedToEach;
  let has = 0;
  let held = 0;
  for (const { username, available, held: own, bonus } of users) {
    has += available + own + bonus;
    held += own;
    if (Math.min(available, own, bonus) < 0) faults.push(`${username} has a negative balance`);
  }
  let mostUnsure = 0;
  let mustBeHeld = 0;
  const entries = groupByKey(history).filter(({ intent }) => intent.command === 'pay-entry');
  const byAuction = Map.groupBy(entries, ({ intent }) => intent.args.auctionId ?? 0);
  for (const { id, status, entry_bid_points: fee, current_bid_amount: price } of auctions) {
    if (status === 'completed') has += price;
    if (status === 'active') mustBeHeld += price;
    if (refunded.has(status)) continue;
    for (const { verdict } of byAuction.get(id) ?? []) {
      if (verdict === 'ok') has += fee;
      if (verdict === 'unknown') mostUnsure += fee;
    }
  }
  const missing = issued - has;
  const unbalanced = missing >= 0 && missing <= mostUnsure ? 0 : -missing;
  if (unbalanced !== 0) faults.push(`${has} coins are there, ${issued} were issued`);
  if (held !== mustBeHeld) faults.push(`${held} coins are held, leading bids add up to ${mustBeHeld}`);
  return { unbalanced, faults };
}
