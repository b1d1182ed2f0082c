import { Refusal } from '../../errors.ts';
import { refuseAboveLimit, refuseInBreak } from '../../responsible-play/restrictions.ts';
import {
  type BidderMeans,
  type BidRules,
  type BidState,
  extendedEnd,
  type MaximumChange,
  priceMoved,
  refuseClosed,
} from './bid-rules.ts';

/** A bid that follows from the maximums of a challenger and the leader. */
export interface Move {
  by: 'challenger' | 'leader';
  price: number;
}

/** Returns the coins that the leader's hold must have: the maximum, at least the price (A13). */
export const heldOf = ({ price, maximum }: Pick<BidState, 'price' | 'maximum'>): number =>
  Math.max(price, maximum ?? 0);

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

type Judged = Pick<MaximumChange, 'viewer' | 'hasJoined' | 'receivedAtMs'>;

/**
 * Decides a maximum of a player who does not lead: returns the state in which it bids the next price, or the refusal.
 * The whole maximum must be affordable, since it is held.
 */
export function judgeMaximum(
  state: BidState,
  { viewer, hasJoined, receivedAtMs }: Judged,
  maximum: number,
  { spendable, restrictions }: BidderMeans,
  nowMs: number,
  rules: BidRules,
): BidState | Refusal {
  const closed = refuseClosed(state, receivedAtMs, nowMs) ?? refuseInBreak(restrictions);
  if (closed) return closed;
  if (!hasJoined) return new Refusal('NOT_JOINED', 'Pay the entry fee to bid.');
  const price = state.price + state.increment;
  if (maximum < price) return priceMoved(state, price);
  const refusal = refuseAmount({ spendable, restrictions }, maximum);
  if (refusal) return refusal;
  return { ...state, price, leaderId: viewer.userId, maximum, endMs: extendedEnd(state, nowMs, rules) };
}

/**
 * Decides a change of the leader's maximum, which makes no bid: returns the state, or the refusal. During a break it may
 * only be lowered or withdrawn (G2).
 */
export function judgeLeadersMaximum(
  state: BidState,
  { receivedAtMs }: Pick<Judged, 'receivedAtMs'>,
  maximum: number | null,
  means: BidderMeans,
  nowMs: number,
): BidState | Refusal {
  const closed = refuseClosed(state, receivedAtMs, nowMs);
  if (closed) return closed;
  if (maximum === null) {
    return state.maximum === null ? noMaximum() : { ...state, maximum: null };
  }
  // A first maximum at the price would never bid.
  const lowest = state.maximum === null ? state.price + 1 : state.price;
  if (maximum < lowest) return priceMoved(state, lowest);
  const next = { ...state, maximum };
  const raises = heldOf(next) > heldOf(state);
  const refusal = raises ? (refuseInBreak(means.restrictions) ?? refuseAmount(means, maximum)) : undefined;
  return refusal ?? next;
}

function refuseAmount({ spendable, restrictions }: BidderMeans, amount: number): Refusal | undefined {
  const aboveLimit = refuseAboveLimit(restrictions, amount);
  if (aboveLimit) return aboveLimit;
  return amount > spendable ? new Refusal('NOT_ENOUGH_COINS', 'You do not have enough coins.') : undefined;
}

export const noMaximum = () => new Refusal('NO_MAXIMUM', 'You have no maximum in this auction.');
