import { MAX_AMOUNT } from '@copup/shared/coins.ts';
import { parseWholeNumber } from '../../../lib/whole-number.ts';

export interface MaximumSituation {
  isLeading: boolean;
  /** The highest bid. */
  price: number;
  nextPrice: number;
  /** The maximum in force; null without one. */
  own: number | null;
  /** Coins that can be bid; null before they are loaded, which never refuses. */
  available: number | null;
}

/** Returns the lowest maximum that the server accepts (A13). It checks everything again. */
export function lowestMaximum({ isLeading, price, nextPrice, own }: MaximumSituation): number {
  if (!isLeading) return nextPrice;
  return own === null ? price + 1 : price;
}

/** Returns the highest maximum that the user can pay: what is held for this auction is included. */
export function highestMaximum({ isLeading, price, own, available }: MaximumSituation): number | null {
  if (available === null) return null;
  return available + (isLeading ? Math.max(price, own ?? 0) : 0);
}

export type Checked = { coins: number } | { error: 'number' | 'low' | 'high'; bound: number };

/** Checks an entered maximum. */
export function checkMaximum(text: string, situation: MaximumSituation): Checked {
  const coins = parseWholeNumber(text);
  const lowest = lowestMaximum(situation);
  if (coins === undefined || coins < 1 || coins > MAX_AMOUNT) return { error: 'number', bound: lowest };
  if (coins < lowest) return { error: 'low', bound: lowest };
  const highest = highestMaximum(situation);
  if (highest !== null && coins > highest) return { error: 'high', bound: highest };
  return { coins };
}
