import { Refusal } from '../../errors.ts';
import { deadlinePassed } from '../../lanes/deadline.ts';
import { auctionNotFound } from './auctions.errors.ts';
import { type BidRules, type BidState, judgeBid } from './bid-rules.ts';
import type { BidRow } from './bids.queries.ts';

/** One bid of a batch, with all that deciding it needs. */
export interface AskedBid {
  /** Of the receipt, should it be accepted. */
  id: string;
  userId: string;
  username: string;
  profile: string | null;
  key: string | undefined;
  maxBidPoints: number | undefined;
  /** Else there is no such auction for them (L8). */
  isOfRealm: boolean;
  hasJoined: boolean;
  /** In the database's time. */
  receivedAtMs: number;
  isTooLate: boolean;
  /** What its key did in an earlier batch. */
  earlier: BidRow | undefined;
}

/** Accepted, not yet written. */
export interface AcceptedBid extends Omit<BidRow, 'hash' | 'endDateAfter'> {
  profile: string | null;
}

export interface Decision {
  /** One for each bid asked: accepted now (by its place among the accepted), accepted before, or refused. */
  answers: (number | BidRow | Refusal)[];
  accepted: AcceptedBid[];
  state: BidState;
}

/**
 * Decides a batch in order of arrival (A6). `spendable` holds each bidder's coins for this auction, the leader's including
 * what is held for the present price. Only the last leader's coins will be held: whoever leads within the batch is free
 * again before anyone sees it. Pure, so that it can be done again when a balance turns out to have changed.
 */
export function decideBids(
  auction: { id: number; seq: number; state: BidState },
  asked: readonly AskedBid[],
  spendable: ReadonlyMap<string, number>,
  nowMs: number,
  rules: BidRules,
): Decision {
  const at = new Date(nowMs);
  const accepted: AcceptedBid[] = [];
  const acceptedByKey = new Map<string, number>();
  let { state } = auction;

  const answers = asked.map((bid): number | BidRow | Refusal => {
    if (!bid.isOfRealm) return auctionNotFound();
    if (bid.isTooLate) return deadlinePassed();
    if (bid.key !== undefined) {
      // P6: the first reply again. A refusal is not a reply to repeat: that bid is judged anew.
      const place = acceptedByKey.get(keyOf(bid));
      const same = bid.earlier ?? (place === undefined ? undefined : accepted[place]);
      if (same) {
        if (same.maxBidPoints !== (bid.maxBidPoints ?? null)) return keyReused();
        return bid.earlier ?? (place as number);
      }
    }
    const next = judgeBid(
      state,
      {
        userId: bid.userId,
        hasJoined: bid.hasJoined,
        spendable: spendable.get(bid.userId) ?? 0,
        maxBidPoints: bid.maxBidPoints,
        receivedAtMs: bid.receivedAtMs,
      },
      nowMs,
      rules,
    );
    if (next instanceof Refusal) return next;
    const place = accepted.length;
    accepted.push({
      auctionId: auction.id,
      seq: auction.seq + place + 1,
      id: bid.id,
      userId: bid.userId,
      username: bid.username,
      profile: bid.profile,
      priceBefore: state.price,
      price: next.price,
      at,
      key: bid.key ?? null,
      maxBidPoints: bid.maxBidPoints ?? null,
    });
    if (bid.key !== undefined) acceptedByKey.set(keyOf(bid), place);
    state = next;
    return place;
  });
  return { answers, accepted, state };
}

const keyOf = ({ userId, key }: AskedBid) => `${userId} ${key}`;

function keyReused(): Refusal {
  return new Refusal('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another bid.');
}
