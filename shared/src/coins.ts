/** The largest amount a request may name, in coins (L4). */
export const MAX_AMOUNT = 1_000_000_000;
/** Value of a coin in naira when bidding. */
export const BIDDING_NAIRA_PER_COIN = 100;
/** Naira paid for a coin at payout. */
export const PAYOUT_NAIRA_PER_COIN = 90;
/** Kobo in a naira. */
export const KOBO_PER_NAIRA = 100;

/** Converts naira with at most 2 decimals to kobo, the unit of all stored prices (L4). */
export const toKobo = (naira: number): number => Math.round(naira * KOBO_PER_NAIRA);
export const toNaira = (kobo: number): number => kobo / KOBO_PER_NAIRA;

/** Formats a whole number: 14820 → "14,820". `Intl` would cost a slow phone 30 ms before the first price. */
export function formatNumber(value: number): string {
  return String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

export const coinWord = (count: number): string => (Math.abs(count) === 1 ? 'coin' : 'coins');

/** Returns an amount in words: "1 coin", "1,200 coins"; with `kind` "3 more coins", "1 task coin". */
export function inCoins(count: number, kind?: 'more' | 'task' | 'bonus'): string {
  return `${formatNumber(count)} ${kind === undefined ? '' : `${kind} `}${coinWord(count)}`;
}

/** Returns "1 coin is", "1,200 coins are". */
export function coinsAre(count: number, kind?: 'task'): string {
  return `${inCoins(count, kind)} ${count === 1 ? 'is' : 'are'}`;
}

/** Formats naira with sign and thousands commas, without decimals: 1482000 → "₦1,482,000". */
export function formatNaira(naira: number): string {
  return `₦${formatNumber(naira)}`;
}

/** Formats a price with kobo where it has some: 9900 → "₦9,900", 99.5 → "₦99.50". */
export function formatPrice(naira: number): string {
  const kobo = toKobo(naira) % KOBO_PER_NAIRA;
  const whole = formatNaira(Math.trunc(naira));
  return kobo === 0 ? whole : `${whole}.${String(kobo).padStart(2, '0')}`;
}
