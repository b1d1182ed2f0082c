import type { AdminUser } from '@copup/shared/admin.ts';
import type { AdminAuction } from '@copup/shared/auctions.ts';
import { groupByKey, type HistoryEvent } from '@copup/testkit/history.ts';

export interface CoinsVerdict {
  /** Coins in the realm minus coins issued; 0 if they are conserved. */
  unbalanced: number;
  violations: string[];
}

/** Statuses of auctions whose entry fees were refunded. */
const refunded = new Set<AdminAuction['status']>(['unsold', 'cancelling', 'cancelled']);

/**
 * Checks that the coins of a realm are conserved: balances, entry fees paid and prices paid by winners add up to the
 * coins issued. An entry whose reply was lost may or may not have been paid, so both are accepted. Pure.
 */
export function judgeCoins(
  issuedToEach: number,
  users: readonly Pick<AdminUser, 'username' | 'available' | 'held' | 'bonus'>[],
  auctions: readonly Pick<AdminAuction, 'id' | 'status' | 'entry_bid_points' | 'current_bid_amount'>[],
  history: readonly HistoryEvent[],
): CoinsVerdict {
  const violations: string[] = [];
  const issued = users.length * issuedToEach;
  let has = 0;
  let held = 0;
  for (const { username, available, held: own, bonus } of users) {
    has += available + own + bonus;
    held += own;
    if (Math.min(available, own, bonus) < 0) violations.push(`${username} has a negative balance`);
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
  if (unbalanced !== 0) violations.push(`${has} coins exist, ${issued} were issued`);
  if (held !== mustBeHeld) violations.push(`${held} coins are held, leading bids add up to ${mustBeHeld}`);
  return { unbalanced, violations };
}
