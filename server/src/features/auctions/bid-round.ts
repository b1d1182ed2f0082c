import type { AuctionStatus } from '@copup/shared/auctions.ts';
import { inCoins } from '@copup/shared/coins.ts';
import { Refusal } from '../../errors.ts';
import { type Restrictions, refuseAboveLimit } from '../../responsible-play/restrictions.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import type { AcceptedBid } from './bid-command.ts';
import type { AcceptedMaximum } from './maximum-command.ts';
import type { MaximumEnd } from './maximums.queries.ts';
import type { AcceptedPurchase } from './purchase-command.ts';

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
export interface Waiting {
  /** UUIDv7 of the receipt if it is accepted. */
  readonly id: string;
  readonly viewer: Pick<Viewer, 'userId' | 'username' | 'profile' | 'realm'>;
  /** The Idempotency-Key (P6). */
  readonly key: string | undefined;
}

/** A command with the facts about the bidder, read under the auction's lock. */
export type WithFacts<Command, Row> = Command & {
  readonly hasJoined: boolean;
  /** In the database's time. */
  readonly receivedAtMs: number;
  /** Whether its deadline passed before it was decided (A11). */
  readonly isTooLate: boolean;
  /** What its key made in an earlier batch. */
  readonly earlier: Row | undefined;
};

export type Leader = Pick<Waiting['viewer'], 'userId' | 'username' | 'profile'>;

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

/** What limits the bidders' prices. */
export interface Bidders {
  /** Each bidder's coins for this auction, the leader's including the hold on it. */
  readonly spendable: ReadonlyMap<string, number>;
  /** Of those who have set a limit or a break (G1, G2), without the hold on this auction. */
  readonly restrictions: ReadonlyMap<string, Restrictions>;
}

export interface AuctionBefore {
  id: number;
  realm: number;
  seq: number;
  state: BidState;
  leader: Leader | undefined;
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

/** Refuses a key that was used with another amount (P6). */
export const keyReused = (what: 'bid' | 'maximum' | 'purchase') =>
  new Refusal('IDEMPOTENCY_KEY_REUSED', `This Idempotency-Key was used for another ${what}.`);

/** Refuses an amount that the bidder may not or cannot pay (A3, G1). */
export const refuseAmount = ({ spendable, restrictions }: BidderMeans, amount: number): Refusal | undefined =>
  refuseAboveLimit(restrictions, amount) ??
  (amount > spendable ? new Refusal('NOT_ENOUGH_COINS', 'You do not have enough coins.') : undefined);

/** Returns the extended end: never earlier than before, never after the hard end (A5). */
export function extendedEnd(state: BidState, nowMs: number, { lateBidMs }: BidRules): number {
  return Math.max(state.endMs, Math.min(nowMs + lateBidMs, state.hardEndMs));
}

/** Returns the coins that the leader's hold must have: the maximum, at least the price (A13). */
export const heldOf = ({ price, maximum }: Pick<BidState, 'price' | 'maximum'>): number =>
  Math.max(price, maximum ?? 0);

/** A bid that follows from the maximums of a challenger and the leader. */
interface Move {
  by: 'challenger' | 'leader';
  price: number;
}

/**
 * Decides between a challenger who pays up to `limit`, at least the next price, and the leader's own maximum (A13). The
 * lower one bids all of it; the higher one bids an increment more, or all of it if that is less. Between equals the
 * earlier one, which is the leader's, takes the price, and the challenger makes no move. The last move leads. Pure.
 */
export function contest(
  { price, maximum, increment }: Pick<BidState, 'price' | 'maximum' | 'increment'>,
  limit: number,
): [Move, ...Move[]] {
  if (maximum === null || maximum <= price) return [{ by: 'challenger', price: price + increment }];
  if (maximum < limit) {
    return [
      { by: 'leader', price: maximum },
      { by: 'challenger', price: Math.min(maximum + increment, limit) },
    ];
  }
  if (maximum === limit) return [{ by: 'leader', price: maximum }];
  return [
    { by: 'challenger', price: limit },
    { by: 'leader', price: Math.min(limit + increment, maximum) },
  ];
}

/** What a bid has of its command; an automatic one has none. */
type OwnPart = Pick<AcceptedBid, 'id' | 'key' | 'maxBidPoints'>;

/** An auction while a batch is decided in order of arrival (A6), with what the decisions so far have made. */
export class BidRound {
  readonly auction: AuctionBefore;
  readonly nowMs: number;
  readonly rules: BidRules;
  state: BidState;
  /** The bidder of the last bid, or the buyer. */
  leader: Leader | undefined;
  readonly accepted: AcceptedBid[] = [];
  readonly maximums: AcceptedMaximum[] = [];
  /** The end of the maximum that was live before the batch, if it ended. */
  ended: MaximumEnd | undefined;
  /** The purchase that ends the auction (A13). No bid and no maximum is accepted with it. */
  purchase: AcceptedPurchase | undefined;
  readonly #bidders: Bidders;
  /** The live maximum, if the batch set it. */
  #live: AcceptedMaximum | undefined;

  constructor(auction: AuctionBefore, bidders: Bidders, nowMs: number, rules: BidRules) {
    this.auction = auction;
    this.nowMs = nowMs;
    this.rules = rules;
    this.state = auction.state;
    this.leader = auction.leader;
    this.#bidders = bidders;
  }

  /** The number of the last bid. */
  get seq(): number {
    return this.auction.seq + this.accepted.length;
  }

  meansOf(userId: string): BidderMeans {
    const { spendable, restrictions } = this.#bidders;
    return { spendable: spendable.get(userId) ?? 0, restrictions: restrictions.get(userId) };
  }

  /**
   * Lets a challenger bid against the leader's maximum until the challenger has bid or is refused. `judge` returns the
   * state in which the challenger bids the next price. Returns the challenger's bid.
   */
  challenge(
    viewer: Leader,
    limit: number | undefined,
    own: OwnPart | undefined,
    judge: (state: BidState) => BidState | Refusal,
  ): AcceptedBid | Refusal {
    for (;;) {
      const next = judge(this.state);
      if (next instanceof Refusal) return next;
      const moves = contest(this.state, limit ?? next.price);
      let made: AcceptedBid | undefined;
      for (const { by, price } of moves) {
        if (by === 'challenger') made = this.#accept(viewer, price, own);
        else this.#accept(this.leader as Leader, price, undefined);
        this.state = { ...this.state, price, endMs: next.endMs };
      }
      if (moves.at(-1)?.by === 'challenger') {
        if (this.state.maximum !== null) this.endMaximum('passed', this.seq - 1);
        this.state = { ...this.state, leaderId: viewer.userId, maximum: null };
        this.leader = viewer;
      }
      if (made) return made;
    }
  }

  #accept({ userId, username }: Leader, price: number, own: OwnPart | undefined): AcceptedBid {
    const bid: AcceptedBid = {
      auctionId: this.auction.id,
      seq: this.seq + 1,
      userId,
      username,
      priceBefore: this.state.price,
      price,
      at: new Date(this.nowMs),
      ...(own ?? { id: undefined, key: null, maxBidPoints: null }),
      reason: own ? null : 'own_maximum',
    };
    this.accepted.push(bid);
    return bid;
  }

  addMaximum(row: AcceptedMaximum): void {
    this.maximums.push(row);
    if (row.untilSeq === null) this.#live = row;
  }

  /** Ends the live maximum. */
  endMaximum(how: MaximumEnd['ended'], untilSeq: number): void {
    if (this.#live) Object.assign(this.#live, { untilSeq, ended: how });
    else if (this.auction.state.maximum !== null && !this.ended) this.ended = { untilSeq, ended: how };
    this.#live = undefined;
  }
}
