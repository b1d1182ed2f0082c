import { formatNumber } from '@copup/shared/coins.ts';

/** What happens to this number of entry fees or tickets when their subjects are cancelled. */
export function returnedFees(count: number, noun = 'entry fee'): string {
  if (count === 0) return `there are no ${noun}s to refund`;
  return count === 1 ? `one ${noun} is refunded` : `${formatNumber(count)} ${noun}s are refunded`;
}
