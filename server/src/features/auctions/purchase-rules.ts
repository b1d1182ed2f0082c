import { inCoins } from '@copup/shared/coins.ts';
import { Refusal } from '../../errors.ts';
import { refuseAboveLimit, refuseInBreak } from '../../responsible-play/restrictions.ts';
import { type BidderMeans, type BidState, type Purchase, refuseClosed } from './bid-rules.ts';

/**
 * Decides a purchase at the buy-now price (A13): returns the state after it, which has ended, or the refusal. Until the
 * first bid only. The price that the buyer saw must be the auction's. `nowMs` is the database's clock, read under the
 * auction's lock; the caller refuses commands past their deadline first.
 */
export function judgePurchase(
  state: BidState,
  order: Pick<Purchase, 'viewer' | 'hasJoined' | 'buyNowPoints' | 'receivedAtMs'>,
  { spendable, restrictions }: BidderMeans,
  nowMs: number,
): BidState | Refusal {
  const closed = refuseClosed(state, order.receivedAtMs, nowMs, 'order');
  if (closed) return closed;
  const price = state.buyNowPoints;
  if (price === undefined) return new Refusal('BUY_NOW_UNAVAILABLE', 'This auction has no buy-now price.');
  if (state.leaderId !== null) {
    return new Refusal(
      'BUY_NOW_UNAVAILABLE',
      'The first bid was placed, so buy now is over. Your coins stay with you.',
      { details: { currentBidAmount: state.price } },
    );
  }
  const inBreak = refuseInBreak(restrictions);
  if (inBreak) return inBreak;
  if (!order.hasJoined) return new Refusal('NOT_JOINED', 'Pay the entry fee to buy.');
  if (order.buyNowPoints !== price) {
    return new Refusal('PRICE_MOVED', `The buy-now price is ${inCoins(price)}.`, {
      details: { currentBidAmount: state.price, nextPrice: price },
    });
  }
  const aboveLimit = refuseAboveLimit(restrictions, price);
  if (aboveLimit) return aboveLimit;
  if (price > spendable) return new Refusal('NOT_ENOUGH_COINS', 'You do not have enough coins.');
  return { ...state, status: 'completed', price, leaderId: order.viewer.userId, endMs: nowMs };
}
