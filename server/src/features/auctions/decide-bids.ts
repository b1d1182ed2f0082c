import type { Transaction } from '../../db/in-transaction.ts';
import { deadlinePassed } from '../../deadline.ts';
import type { Deps } from '../../deps.ts';
import type { Refusal } from '../../errors.ts';
import { lockWallets } from '../../ledger/wallets.ts';
import {
  type Restrictions,
  refuseAboveLimit,
  refuseInBreak,
  restrictionsOf,
} from '../../responsible-play/restrictions.ts';
import { auctionNotFound } from './auctions.errors.ts';
import type { AuctionRow } from './auctions.tables.ts';
import { type AcceptedBid, type Bid, type BidCommand, decideBid } from './bid-command.ts';
import { type AuctionBefore, type Bidders, BidRound, type BidRules, heldOf } from './bid-round.ts';
import type { BidRow } from './bids.queries.ts';
import {
  type AcceptedMaximum,
  decideMaximum,
  type MaximumChange,
  type MaximumCommand,
} from './maximum-command.ts';
import type { MaximumRow } from './maximums.queries.ts';
import {
  type AcceptedPurchase,
  decidePurchase,
  type Purchase,
  type PurchaseCommand,
} from './purchase-command.ts';
import type { PurchaseRow } from './purchases.queries.ts';

export type LaneCommand = BidCommand | MaximumCommand | PurchaseCommand;
/** A command with the facts that decide it. */
export type Judged = Bid | MaximumChange | Purchase;

/** What a command makes, or what its key made before. */
export type Answer =
  | { kind: 'bid'; made: AcceptedBid | BidRow }
  | { kind: 'maximum'; made: AcceptedMaximum | MaximumRow }
  | { kind: 'purchase'; made: AcceptedPurchase | PurchaseRow };

export interface Decision
  extends Pick<BidRound, 'accepted' | 'maximums' | 'ended' | 'purchase' | 'leader' | 'state'> {
  /** One for each command. */
  answers: (Answer | Refusal)[];
}

/**
 * Decides a batch in order of arrival (A6, A13). Only the last leader's coins will be held: bidders who led within the
 * batch are never charged. Pure, so that it can run again when a balance turns out to have changed.
 */
export function decideBids(
  auction: AuctionBefore,
  commands: readonly Judged[],
  bidders: Bidders,
  nowMs: number,
  rules: BidRules,
): Decision {
  const round = new BidRound(auction, bidders, nowMs, rules);
  const answers = commands.map((command): Answer | Refusal => {
    // An auction of another realm does not exist for this user (L8).
    if (command.viewer.realm !== auction.realm) return auctionNotFound();
    if (command.isTooLate) return deadlinePassed();
    return decide(round, command);
  });
  const { accepted, maximums, ended, purchase, leader, state } = round;
  return { answers, accepted, maximums, ended, purchase, leader, state };
}

function decide(round: BidRound, command: Judged): Answer | Refusal {
  switch (command.kind) {
    case 'bid':
      return decideBid(round, command);
    case 'maximum':
      return decideMaximum(round, command);
    case 'purchase':
      return decidePurchase(round, command);
  }
}

/** What is known of the bidders; certain for those whose wallets are locked. */
export interface KnownBidders extends Bidders {
  spendable: Map<string, number>;
  restrictions: Map<string, Restrictions>;
}

/**
 * Locks the wallets of the old and the final leader, unless they are locked or the leader's hold covers the decision. If
 * the final leader cannot pay or has reached a limit, decides again with that knowledge.
 */
export async function decideUnderLocks(
  tx: Transaction,
  { settings }: Pick<Deps, 'settings'>,
  auction: AuctionRow,
  now: Date,
  commands: readonly Judged[],
  { bidders, locked }: { bidders: KnownBidders; locked: Set<string> },
): Promise<Decision> {
  const before = beforeOf(auction);
  const rules = { lateBidMs: settings.get('lateBidSeconds') * 1000 };
  // Each round reads one more balance under its lock, so there are at most as many rounds as bidders. Only the first
  // locks in the order of ids; a deadlock caused by a later one is detected by the database and retried by
  // inTransaction.
  for (;;) {
    const decision = decideBids(before, commands, bidders, now.getTime(), rules);
    const leaderId = decision.state.leaderId;
    if (leaderId === null || locked.has(leaderId)) return decision;
    const held = heldOf(decision.state);
    if (held <= heldFor(auction, leaderId)) return decision;
    const ids = [leaderId, auction.leaderId].filter((id) => id !== null && !locked.has(id)) as string[];
    const wallets = [...(await lockWallets(tx, ids)).values()];
    for (const wallet of wallets) {
      locked.add(wallet.userId);
      bidders.spendable.set(wallet.userId, wallet.available + heldFor(auction, wallet.userId));
    }
    const restrictions = await restrictionsOf(tx, wallets);
    for (const [userId, found] of restrictions) {
      bidders.restrictions.set(userId, withoutHold(auction, userId, found));
    }
    if (mayPay(bidders, leaderId, held)) return decision;
    locked.add(leaderId);
  }
}

function beforeOf(auction: AuctionRow): AuctionBefore {
  const { leaderId, leaderUsername, leaderProfile: profile } = auction;
  return {
    id: auction.id,
    realm: auction.realm,
    seq: auction.seq,
    leader: leaderId === null ? undefined : { userId: leaderId, username: leaderUsername as string, profile },
    state: {
      status: auction.status,
      price: auction.currentBidAmount,
      leaderId,
      maximum: auction.leaderMax,
      increment: auction.bidIncrement,
      buyNowPoints: auction.buyNowPoints ?? undefined,
      endMs: auction.endDate.getTime(),
      hardEndMs: auction.hardEnd.getTime(),
    },
  };
}

function mayPay({ spendable, restrictions }: Bidders, userId: string, coins: number): boolean {
  if ((spendable.get(userId) ?? 0) < coins) return false;
  const known = restrictions.get(userId);
  return !refuseInBreak(known) && !refuseAboveLimit(known, coins);
}

/** Returns the coins that the release of the leader's hold on this auction frees (A3, A13). */
export function heldFor({ leaderId, currentBidAmount, leaderMax }: AuctionRow, userId: string): number {
  return leaderId === userId ? heldOf({ price: currentBidAmount, maximum: leaderMax }) : 0;
}

/** The hold of the leader on this auction does not count: it is released or replaced (A3, A13). */
export function withoutHold(auction: AuctionRow, userId: string, restrictions: Restrictions): Restrictions {
  return { ...restrictions, held: restrictions.held - heldFor(auction, userId) };
}
