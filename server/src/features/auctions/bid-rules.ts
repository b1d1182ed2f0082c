import type { AuctionStatus } from '@copup/shared/auctions.ts';
import { inCoins } from '@copup/shared/coins.ts';
import { Refusal } from '../../errors.ts';
import { type Restrictions, refuseAboveLimit, refuseInBreak } from '../../responsible-play/restrictions.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import type { BidRow } from './bids.queries.ts';
import type { MaximumRow } from './maximums.queries.ts';
import type { PurchaseRow } from './purchases.queries.ts';

/** The state that decides a bid, after all bids decided before it. Times are epoch milliseconds, amounts coins. */
export interface BidState {
  status: AuctionStatus;
  price: number;
  leaderId: string | null;
  /** The leader's own maximum (A13). */
  maximum: number | null;
  increment: number;
  /** The price of a purchase until the first bid (A13); absent without an offer. */
  buyNowPoints?: number | undefined;
  endMs: number;
  hardEndMs: number;
}

/** What waits in an auction's lane, before any fact is read. */
interface Waiting {
  /** UUIDv7 of the receipt if it is accepted. */
  readonly id: string;
  readonly viewer: Pick<Viewer, 'userId' | 'username' | 'profile' | 'realm'>;
  /** The Idempotency-Key (P6). */
  readonly key: string | undefined;
}

export interface BidCommand extends Waiting {
  /** Refuse above this price (A4). */
  readonly maxBidPoints: number | undefined;
}

/** Sets or withdraws the caller's own maximum (A13). */
export interface MaximumCommand extends Waiting {
  /** Null withdraws. */
  readonly maximum: number | null;
}

/** Buys the item at once (A13). */
export interface PurchaseCommand extends Waiting {
  /** The price that the buyer saw. */
  readonly buyNowPoints: number;
}

export type LaneCommand = BidCommand | MaximumCommand | PurchaseCommand;

/** The facts about the bidder, read under the auction's lock. */
interface Facts {
  readonly hasJoined: boolean;
  /** In the database's time. */
  readonly receivedAtMs: number;
  /** Whether its deadline passed before it was decided (A11). */
  readonly isTooLate: boolean;
}

export interface Bid extends BidCommand, Facts {
  /** The bid that its key made in an earlier batch. */
  readonly earlier: BidRow | undefined;
}

export interface MaximumChange extends MaximumCommand, Facts {
  /** The change that its key made in an earlier batch. */
  readonly earlier: MaximumRow | undefined;
}

export interface Purchase extends PurchaseCommand, Facts {
  /** The purchase that its key made in an earlier batch. */
  readonly earlier: PurchaseRow | undefined;
}

/** A command with the facts that decide it. */
export type Judged = Bid | MaximumChange | Purchase;

export const isMaximum = <Given extends LaneCommand>(
  command: Given,
): command is Extract<Given, MaximumCommand> => 'maximum' in command;
export const isPurchase = <Given extends LaneCommand>(
  command: Given,
): command is Extract<Given, PurchaseCommand> => 'buyNowPoints' in command;

export interface BidRules {
  /** A bid within this time before the end moves the end to this time after the bid (A5). */
  lateBidMs: number;
}

/** What limits a bidder's price. */
export interface BidderMeans {
  /** Available coins, plus the hold on this auction if the bidder leads it, since the next bid releases it. */
  spendable: number;
  /** Of a bidder who has set a limit or a break (G1, G2). The hold on this auction does not count. */
  restrictions?: Restrictions | undefined;
}

/**
 * Decides one bid (A2 to A5, A11, G1, G2): returns the state after it, or the refusal. `nowMs` is the
 * database's clock, read under the auction's lock; the caller refuses commands past their deadline first.
 */
export function judgeBid(
  state: BidState,
  bid: Pick<Bid, 'viewer' | 'hasJoined' | 'maxBidPoints' | 'receivedAtMs'>,
  { spendable, restrictions }: BidderMeans,
  nowMs: number,
  rules: BidRules,
): BidState | Refusal {
  const closed = refuseClosed(state, bid.receivedAtMs, nowMs);
  if (closed) return closed;
  const inBreak = refuseInBreak(restrictions);
  if (inBreak) return inBreak;
  if (!bid.hasJoined) return new Refusal('NOT_JOINED', 'Pay the entry fee to bid.');
  if (state.leaderId === bid.viewer.userId) {
    return new Refusal('ALREADY_LEADING', 'You are already the highest bidder.');
  }
  const price = state.price + state.increment;
  if (bid.maxBidPoints !== undefined && price > bid.maxBidPoints) return priceMoved(state, price);
  const aboveLimit = refuseAboveLimit(restrictions, price);
  if (aboveLimit) return aboveLimit;
  if (price > spendable) return new Refusal('NOT_ENOUGH_COINS', 'You do not have enough coins.');
  const endMs = extendedEnd(state, nowMs, rules);
  return { ...state, price, leaderId: bid.viewer.userId, maximum: null, endMs };
}

/** Refuses a command on an auction that is not active, or not any more (A5, A11). */
export function refuseClosed(
  state: BidState,
  receivedAtMs: number,
  nowMs: number,
  what: 'bid' | 'order' = 'bid',
): Refusal | undefined {
  if (state.status === 'pending') {
    return new Refusal('AUCTION_NOT_ACTIVE', 'Auction is not yet active');
  }
  if (state.status === 'active' && nowMs < state.endMs) return undefined;
  if (receivedAtMs < state.endMs && state.status !== 'cancelled' && state.status !== 'cancelling') {
    return new Refusal(
      'DECIDED_TOO_LATE',
      `Your ${what} arrived in time, but the auction ended before it was processed.`,
      {
        details: {
          receivedAt: new Date(receivedAtMs).toISOString(),
          decidedAt: new Date(nowMs).toISOString(),
          endDate: new Date(state.endMs).toISOString(),
        },
      },
    );
  }
  return new Refusal('AUCTION_ENDED', 'This auction has ended.');
}

/** Refuses an amount below the next price, or below the current one for the leader (A4). */
export function priceMoved(state: BidState, nextPrice: number): Refusal {
  return new Refusal('PRICE_MOVED', `The price has risen: the next bid is ${inCoins(nextPrice)}.`, {
    details: { currentBidAmount: state.price, nextPrice },
  });
}

/** Returns the extended end: never earlier than before, never after the hard end (A5). */
export function extendedEnd(state: BidState, nowMs: number, { lateBidMs }: BidRules): number {
  return Math.max(state.endMs, Math.min(nowMs + lateBidMs, state.hardEndMs));
}
