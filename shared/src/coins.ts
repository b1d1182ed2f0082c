/** The largest amount a request may name, in coins (L4). */
export const MAX_AMOUNT = 1_000_000_000;
/** Naira a coin stands for when bidding. */
export const BIDDING_NAIRA_PER_COIN = 100;
/** Naira paid out for a coin. */
export const PAYOUT_NAIRA_PER_COIN = 90;
/** Kobo in a naira. */
export const KOBO_PER_NAIRA = 100;

/** A whole number: 14820 → "14,820". Written out, since `Intl` costs a slow phone 30 ms before the first price. */
export function formatNumber(value: number): string {
  return String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Naira with sign and thousands commas, no decimals: 1482000 → "₦1,482,000". */
export function formatNaira(naira: number): string {
  return `₦${formatNumber(naira)}`;
}
