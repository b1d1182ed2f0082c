import { formatNumber, inCoins, KOBO_PER_NAIRA, PAYOUT_NAIRA_PER_COIN } from '@copup/shared/coins.ts';
import { Refusal } from '../../errors.ts';
import type { TradeRow, TraderRow } from './trades.tables.ts';

/** Decided trades below which a trader has no rating (W16). */
const RATED_FROM = 5;
const STARS = 5;

/** Returns the share of approved trades among the decided ones, on a scale of 5 with one decimal; null for a new trader. */
export function ratingOf({
  approvedTrades,
  decidedTrades,
}: Pick<TraderRow, 'approvedTrades' | 'decidedTrades'>): number | null {
  if (decidedTrades < RATED_FROM) return null;
  return Math.round((approvedTrades / decidedTrades) * STARS * 10) / 10;
}

/** Returns the lowest price of a coin, so that buying and cashing out earns nothing (W3). */
export const lowestPriceKobo = (ratioPercent: number): number =>
  Math.ceil((PAYOUT_NAIRA_PER_COIN * KOBO_PER_NAIRA * ratioPercent) / 100);

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Within which a dispute has to be decided. */
export const DECIDED_WITHIN_MS = 48 * HOUR_MS;
/** How long an approved dispute waits for coins of the trader. */
export const STOCK_WAIT_MS = 3 * DAY_MS;

/** Returns until when a trade can be disputed; null when it cannot, as it is open or was disputed. */
export function disputeUntil(
  { status, decidedAt, disputedAt }: Pick<TradeRow, 'status' | 'decidedAt' | 'disputedAt'>,
  days: number,
): Date | null {
  if (!decidedAt || disputedAt || (status !== 'rejected' && status !== 'expired')) return null;
  return new Date(decidedAt.getTime() + days * DAY_MS);
}

/** Returns until when operators have to decide a dispute of this time. */
export const dueAt = (disputedAt: Date): Date => new Date(disputedAt.getTime() + DECIDED_WITHIN_MS);

/** A purchase as a player requests it. The total is what they were shown. */
export interface Purchase {
  points: number;
  totalKobo: number;
}

/** Refuses a purchase that does not match the trader's price, limits or stock (W4, P8). */
export function assertAllowed(
  { points, totalKobo }: Purchase,
  trader: Pick<TraderRow, 'priceKobo' | 'minPoints' | 'maxPoints'>,
  stock: number,
): void {
  if (totalKobo !== points * trader.priceKobo) {
    throw new Refusal('PRICE_DIFFERS', 'The price of this trader has changed. Check the total.', {
      details: { price: trader.priceKobo / KOBO_PER_NAIRA },
    });
  }
  const { minPoints: min, maxPoints: max } = trader;
  if (points < min || points > max) {
    throw new Refusal('TRADE_LIMIT', `This trader sells ${formatNumber(min)} to ${inCoins(max)} at a time.`, {
      details: { min, max, available: stock },
    });
  }
  if (points > stock) {
    throw new Refusal('TRADE_LIMIT', `This trader has ${inCoins(stock)} left.`, {
      details: { min, max, available: stock },
    });
  }
}
