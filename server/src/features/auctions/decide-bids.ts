import { deadlinePassed } from '../../db/command-deadline.ts';
import { Refusal } from '../../errors.ts';
import type { Restrictions } from '../../responsible-play/restrictions.ts';
import { auctionNotFound } from './auctions.errors.ts';
import {
  type Bid,
  type BidRules,
  type BidState,
  isMaximum,
  isPurchase,
  type Judged,
  judgeBid,
  type MaximumChange,
  type Purchase,
} from './bid-rules.ts';
import type { BidRow } from './bids.queries.ts';
import { contest, heldOf, judgeLeadersMaximum, judgeMaximum, noMaximum } from './maximum-rules.ts';
import type { MaximumEnd, MaximumRow } from './maximums.queries.ts';
import { judgePurchase } from './purchase-rules.ts';
import type { PurchaseRow } from './purchases.queries.ts';

export type Leader = Pick<Bid['viewer'], 'userId' | 'username' | 'profile'>;

/** An accepted bid before it is chained and written; an automatic one has no id yet. */
export type AcceptedBid = Omit<BidRow, 'id' | 'hash' | 'endDateAfter'> & { id: string | undefined };
/** An accepted change of a maximum before it is written. */
export type AcceptedMaximum = Omit<MaximumRow, 'endDateAfter' | 'hashAfter'>;

/**
 * One for each command: the index of its bid, what its key made before, its change of a maximum, its purchase, or a
 * refusal.
 */
export type Answer = number | 'bought' | BidRow | MaximumRow | PurchaseRow | AcceptedMaximum | Refusal;

export interface Decision {
  answers: Answer[];
  accepted: AcceptedBid[];
  maximums: AcceptedMaximum[];
  /** The end of the maximum that was live before the batch, if it ended. */
  ended: MaximumEnd | undefined;
  /** The purchase that ends the auction (A13). No bid and no maximum is accepted with it. */
  purchase: Purchase | undefined;
  /** The bidder of the last bid, or the buyer. */
  leader: Leader | undefined;
  state: BidState;
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
  const at = new Date(nowMs);
  const accepted: AcceptedBid[] = [];
  const maximums: AcceptedMaximum[] = [];
  const acceptedByKey = new Map<string, number>();
  let { state, leader } = auction;
  let ended: MaximumEnd | undefined;
  let purchase: Purchase | undefined;
  /** The live maximum, if the batch set it. */
  let live: AcceptedMaximum | undefined;

  const seqNow = () => auction.seq + accepted.length;
  const meansOf = (userId: string) => ({
    spendable: bidders.spendable.get(userId) ?? 0,
    restrictions: bidders.restrictions.get(userId),
  });

  function endLive(how: MaximumEnd['ended'], untilSeq: number): void {
    if (live) Object.assign(live, { untilSeq, ended: how });
    else if (auction.state.maximum !== null && !ended) ended = { untilSeq, ended: how };
    live = undefined;
  }

  function accept(
    by: Leader,
    price: number,
    own: Pick<AcceptedBid, 'id' | 'key' | 'maxBidPoints'> | undefined,
  ): number {
    const { userId, username } = by;
    accepted.push({
      auctionId: auction.id,
      seq: seqNow() + 1,
      userId,
      username,
      priceBefore: state.price,
      price,
      at,
      ...(own ?? { id: undefined, key: null, maxBidPoints: null }),
      reason: own ? null : 'own_maximum',
    });
    return accepted.length - 1;
  }

  /**
   * Lets a challenger bid against the leader's maximum until the challenger has bid or is refused. Returns the index of
   * the challenger's bid.
   */
  function challenge(
    { viewer }: Bid | MaximumChange,
    limit: number | undefined,
    own: Pick<AcceptedBid, 'id' | 'key' | 'maxBidPoints'> | undefined,
    judge: () => BidState | Refusal,
  ): number | Refusal {
    for (;;) {
      const next = judge();
      if (next instanceof Refusal) return next;
      const moves = contest(state, limit ?? next.price);
      let place: number | undefined;
      for (const { by, price } of moves) {
        if (by === 'challenger') place = accept(viewer, price, own);
        else accept(leader as Leader, price, undefined);
        state = { ...state, price, endMs: next.endMs };
      }
      if (moves.at(-1)?.by === 'challenger') {
        if (state.maximum !== null) endLive('passed', seqNow() - 1);
        state = { ...state, leaderId: viewer.userId, maximum: null };
        leader = viewer;
      }
      if (place !== undefined) return place;
    }
  }

  function decideBid(bid: Bid): Answer {
    if (bid.key !== undefined) {
      // Returns the first reply again (P6). A refusal is not repeated: that bid is decided again.
      const place = acceptedByKey.get(keyOf(bid));
      const same = bid.earlier ?? (place === undefined ? undefined : accepted[place]);
      if (same) {
        if (same.maxBidPoints !== (bid.maxBidPoints ?? null)) return keyReused('bid');
        return bid.earlier ?? (place as number);
      }
    }
    const own = { id: bid.id, key: bid.key ?? null, maxBidPoints: bid.maxBidPoints ?? null };
    const means = meansOf(bid.viewer.userId);
    const answer = challenge(bid, undefined, own, () => judgeBid(state, bid, means, nowMs, rules));
    if (bid.key !== undefined && typeof answer === 'number') acceptedByKey.set(keyOf(bid), answer);
    return answer;
  }

  function decideMaximum(change: MaximumChange): Answer {
    const { viewer, key, maximum } = change;
    const same =
      change.earlier ?? (key === undefined ? undefined : maximums.find((one) => isSame(one, change)));
    if (same) return same.maximum === maximum ? same : keyReused('maximum');
    const afterSeq = seqNow();
    const means = meansOf(viewer.userId);
    let bidSeq: number | null = null;
    if (state.leaderId === viewer.userId) {
      const next = judgeLeadersMaximum(state, change, maximum, means, nowMs);
      if (next instanceof Refusal) return next;
      if (state.maximum !== null) endLive(maximum === null ? 'withdrawn' : 'changed', afterSeq);
      state = next;
    } else {
      if (maximum === null) return noMaximum();
      const place = challenge(change, maximum, undefined, () =>
        judgeMaximum(state, change, maximum, means, nowMs, rules),
      );
      if (place instanceof Refusal) return place;
      bidSeq = auction.seq + place + 1;
      if (state.leaderId === viewer.userId) state = { ...state, maximum };
    }
    const leads = state.leaderId === viewer.userId;
    const isLive = leads && maximum !== null;
    const row: AcceptedMaximum = {
      id: change.id,
      auctionId: auction.id,
      userId: viewer.userId,
      maximum,
      afterSeq,
      untilSeq: isLive ? null : (bidSeq ?? afterSeq),
      ended: isLive ? null : maximum === null ? 'withdrawn' : 'passed',
      at,
      key: key ?? null,
      bidSeq,
      seqAfter: seqNow(),
      priceAfter: state.price,
      heldAfter: leads ? heldOf(state) : 0,
      leaderUsername: (leader as Leader).username,
    };
    maximums.push(row);
    if (isLive) live = row;
    return row;
  }

  function decidePurchase(order: Purchase): Answer {
    const { viewer, earlier } = order;
    const same = earlier ?? (purchase && isSamePurchase(purchase, order) ? purchase : undefined);
    if (same) {
      const price = 'price' in same ? same.price : same.buyNowPoints;
      return price === order.buyNowPoints ? (earlier ?? 'bought') : keyReused('purchase');
    }
    const sold = judgePurchase(state, order, meansOf(viewer.userId), nowMs);
    if (sold instanceof Refusal) return sold;
    state = sold;
    leader = viewer;
    purchase = order;
    return 'bought';
  }

  const answers = commands.map((command): Answer => {
    // An auction of another realm does not exist for this user (L8).
    if (command.viewer.realm !== auction.realm) return auctionNotFound();
    if (command.isTooLate) return deadlinePassed();
    if (isMaximum(command)) return decideMaximum(command);
    return isPurchase(command) ? decidePurchase(command) : decideBid(command);
  });
  return { answers, accepted, maximums, ended, purchase, leader, state };
}

const keyOf = ({ viewer, key }: Bid) => `${viewer.userId} ${key}`;

/** A key is unique within its call, and a withdrawal is another call. */
const isSame = (row: AcceptedMaximum, { viewer, key, maximum }: MaximumChange) =>
  row.userId === viewer.userId && row.key === key && (row.maximum === null) === (maximum === null);

const isSamePurchase = (made: Purchase, { viewer, key }: Purchase) =>
  key !== undefined && made.key === key && made.viewer.userId === viewer.userId;

function keyReused(what: 'bid' | 'maximum' | 'purchase'): Refusal {
  return new Refusal('IDEMPOTENCY_KEY_REUSED', `This Idempotency-Key was used for another ${what}.`);
}
