import { Refusal } from '../../errors.ts';
import { deadlinePassed } from '../../lanes/deadline.ts';
import type { Restrictions } from '../../responsible-play/restrictions.ts';
import { auctionNotFound } from './auctions.errors.ts';
import { type Bid, type BidRules, type BidState, judgeBid } from './bid-rules.ts';
import type { BidRow } from './bids.queries.ts';

export interface Decision {
  /** One for each bid: its index among the accepted ones, the bid that was accepted earlier, or a refusal. */
  answers: (number | BidRow | Refusal)[];
  /** Accepted bids before they are chained and written. */
  accepted: Omit<BidRow, 'hash' | 'endDateAfter'>[];
  /** The bidder of the last accepted bid. */
  leader: Bid['viewer'] | undefined;
  state: BidState;
}

/** What limits the bidders' prices. */
export interface Bidders {
  /** Each bidder's coins for this auction, the leader's including the hold for the current price. */
  readonly spendable: ReadonlyMap<string, number>;
  /** Of those who have set a limit or a break (G1, G2), without the hold on this auction. */
  readonly restrictions: ReadonlyMap<string, Restrictions>;
}

/**
 * Decides a batch in order of arrival (A6). Only the last leader's coins will be held: bidders who led within the batch
 * are never charged. Pure, so that it can run again when a balance turns out to have changed.
 */
export function decideBids(
  auction: { id: number; realm: number; seq: number; state: BidState },
  bids: readonly Bid[],
  { spendable, restrictions }: Bidders,
  nowMs: number,
  rules: BidRules,
): Decision {
  const at = new Date(nowMs);
  const accepted: Decision['accepted'] = [];
  const acceptedByKey = new Map<string, number>();
  let { state } = auction;
  let leader: Decision['leader'];

  const answers = bids.map((bid): number | BidRow | Refusal => {
    const { viewer } = bid;
    // An auction of another realm does not exist for this user (L8).
    if (viewer.realm !== auction.realm) return auctionNotFound();
    if (bid.isTooLate) return deadlinePassed();
    if (bid.key !== undefined) {
      // Returns the first reply again (P6). A refusal is not repeated: that bid is decided again.
      const place = acceptedByKey.get(keyOf(bid));
      const same = bid.earlier ?? (place === undefined ? undefined : accepted[place]);
      if (same) {
        if (same.maxBidPoints !== (bid.maxBidPoints ?? null)) return keyReused();
        return bid.earlier ?? (place as number);
      }
    }
    const next = judgeBid(
      state,
      bid,
      { spendable: spendable.get(viewer.userId) ?? 0, restrictions: restrictions.get(viewer.userId) },
      nowMs,
      rules,
    );
    if (next instanceof Refusal) return next;
    const place = accepted.length;
    accepted.push({
      auctionId: auction.id,
      seq: auction.seq + place + 1,
      id: bid.id,
      userId: viewer.userId,
      username: viewer.username,
      priceBefore: state.price,
      price: next.price,
      at,
      key: bid.key ?? null,
      maxBidPoints: bid.maxBidPoints ?? null,
    });
    if (bid.key !== undefined) acceptedByKey.set(keyOf(bid), place);
    state = next;
    leader = viewer;
    return place;
  });
  return { answers, accepted, leader, state };
}

const keyOf = ({ viewer, key }: Bid) => `${viewer.userId} ${key}`;

function keyReused(): Refusal {
  return new Refusal('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another bid.');
}
