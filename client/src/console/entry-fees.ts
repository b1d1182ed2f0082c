import { formatNumber } from '@copup/shared/coins.ts';

/** What happens to this number of entry fees when their subjects are cancelled. */
export function returnedFees(count: number): string {
  if (count === 0) return 'there are no entry fees to refund';
  return count === 1 ? 'one entry fee is refunded' : `${formatNumber(count)} entry fees are refunded`;
}
