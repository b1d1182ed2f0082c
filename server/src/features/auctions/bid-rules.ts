import type { AuctionStatus } from '@copup/shared/auctions.ts';
import { Refusal } from '../../errors.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import type { BidRow } from './bids.queries.ts';

/** What decides a bid, as it stands after the bids decided before it. Times are epoch milliseconds, amounts coins. */
export interface BidState {
  status: AuctionStatus;
  price: number;
  leaderId: string | null;
  increment: number;
  endMs: number;
  hardEndMs: number;
}

/** What a bidder asks, and what was read of the bidder under the auction's lock. */
export interface Bid {
  /** UUIDv7 of the receipt, should the bid be accepted. */
  readonly id: string;
  readonly viewer: Pick<Viewer, 'userId' | 'username' | 'profile' | 'realm'>;
  /** P6: the Idempotency-Key. */
  readonly key: string | undefined;
  /** A4: refuse above this price. */
  readonly maxBidPoints: number | undefined;
  readonly hasJoined: boolean;
  /** In the database's time. */
  readonly receivedAtMs: number;
  /** Whether its deadline passed before its turn (A11). */
  readonly isTooLate: boolean;
  /** What its key did in an earlier batch. */
  readonly earlier: BidRow | undefined;
}

/** A bid as it waits in the lane, before anything is read. */
export type BidCommand = Pick<Bid, 'id' | 'viewer' | 'key' | 'maxBidPoints'>;

export interface BidRules {
  /** A5: a bid in the last so many milliseconds moves the end to as many from then. */
  lateBidMs: number;
}

/**
 * Decides one bid (A2 to A5, A11): the state after it, or why not. `spendable` are the bidder's available coins, and what is
 * held for this auction if the bidder leads it: that is released by the next bid. `nowMs` is the database's clock, read under
 * the auction's lock; the caller refuses what is past its command's deadline before.
 */
export function judgeBid(
  state: BidState,
  bid: Pick<Bid, 'viewer' | 'hasJoined' | 'maxBidPoints' | 'receivedAtMs'>,
  spendable: number,
  nowMs: number,
  rules: BidRules,
): BidState | Refusal {
  if (state.status === 'pending') {
    return new Refusal('AUCTION_NOT_ACTIVE', 'Auction is not yet active');
  }
  if (state.status !== 'active' || nowMs >= state.endMs) {
    if (bid.receivedAtMs < state.endMs && state.status !== 'cancelled' && state.status !== 'cancelling') {
      return new Refusal(
        'DECIDED_TOO_LATE',
        'Your bid came in time, but the auction ended before its turn.',
        {
          details: {
            receivedAt: new Date(bid.receivedAtMs).toISOString(),
            decidedAt: new Date(nowMs).toISOString(),
            endDate: new Date(state.endMs).toISOString(),
          },
        },
      );
    }
    return new Refusal('AUCTION_ENDED', 'This auction has ended.');
  }
  if (!bid.hasJoined) return new Refusal('NOT_JOINED', 'Pay the entry fee to bid.');
  if (state.leaderId === bid.viewer.userId) {
    return new Refusal('ALREADY_LEADING', 'You are already the highest bidder.');
  }
  const price = state.price + state.increment;
  if (bid.maxBidPoints !== undefined && price > bid.maxBidPoints) {
    return new Refusal('PRICE_MOVED', `The price has moved: the next bid is ${price} coins.`, {
      details: { currentBidAmount: state.price, nextPrice: price },
    });
  }
  if (price > spendable) return new Refusal('NOT_ENOUGH_COINS', 'You do not have enough coins.');
  return { ...state, price, leaderId: bid.viewer.userId, endMs: extendedEnd(state, nowMs, rules) };
}

/** A5: never earlier than before, never beyond the hard end. */
function extendedEnd(state: BidState, nowMs: number, { lateBidMs }: BidRules): number {
  return Math.max(state.endMs, Math.min(nowMs + lateBidMs, state.hardEndMs));
}
