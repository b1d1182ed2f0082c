import { formatNumber, inCoins, KOBO_PER_NAIRA } from '@copup/shared/coins.ts';
import type { Trade, Trader } from '@copup/shared/trades.ts';

export const tradeSteps = ['Reserve', 'Pay', 'Proof', 'Coins'] as const;

/** Returns the total in naira with 2 decimals, computed in kobo as the server does. */
export function totalOf({ price }: Pick<Trader, 'price'>, coins: number): string {
  const kobo = Math.round(price * KOBO_PER_NAIRA) * coins;
  return `${Math.floor(kobo / KOBO_PER_NAIRA)}.${String(kobo % KOBO_PER_NAIRA).padStart(2, '0')}`;
}

/** The largest amount that the trader sells now; 0 when nothing is left to buy. */
export function mostOf({ min, max, available }: Pick<Trader, 'min' | 'max' | 'available'>): number {
  const most = Math.min(max, available);
  return most < min ? 0 : most;
}

/** Returns why the trader does not sell this amount. */
export function errorOfAmount(trader: Trader, coins: number | undefined): string | undefined {
  if (coins === undefined || coins < 1) return 'Enter a whole number of coins';
  const most = mostOf(trader);
  if (coins < trader.min || coins > most) {
    return `Enter ${formatNumber(trader.min)} to ${inCoins(most)}`;
  }
  return undefined;
}

export type Order = 'price' | 'rating' | 'bank';

/** Lists the traders who sell the amount, or all without one, in the chosen order. The server sorts by price. */
export function arrange(traders: readonly Trader[], order: Order, coins: number | undefined): Trader[] {
  const selling = traders.filter(
    (trader) => coins === undefined || (coins >= trader.min && coins <= mostOf(trader)),
  );
  if (order === 'bank') return selling.filter(({ paymentMethod }) => /bank/i.test(paymentMethod));
  if (order === 'rating') return selling.sort((one, other) => (other.rating ?? -1) - (one.rating ?? -1));
  return selling;
}

/** The seconds at which the time left is announced. */
const announcedAtS = [60, 300] as const;

/** Returns the announcement for screen readers: it changes at 5 minutes, at 1 minute and at the end. */
export function announcementOf(leftS: number): string {
  if (leftS <= 0) return 'This reservation has expired.';
  const next = announcedAtS.find((seconds) => leftS <= seconds);
  if (next === undefined) return '';
  return next === 60 ? '1 minute left' : '5 minutes left';
}

/** The share of the reservation that is left, from 0 to 1. */
export function shareLeft({ created_at, expires_at }: Trade, nowMs: number): number {
  const endMs = Date.parse(expires_at);
  return (endMs - nowMs) / (endMs - Date.parse(created_at));
}
