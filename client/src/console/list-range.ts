import { formatNumber } from '@copup/shared/coins.ts';
import { EXACT_TOTAL } from '@copup/shared/list-totals.ts';

interface Range {
  page: number;
  perPage: number;
  /** Rows of this page. */
  count: number;
  total: number;
}

/** O3: the server estimates totals above a bound. */
export const isEstimate = (total: number): boolean => total > EXACT_TOTAL;

/** "26–50 of 319", "26–50 of about 100,200". */
export function rangeInWords({ page, perPage, count, total }: Range): string {
  if (count === 0) return '';
  const first = (page - 1) * perPage + 1;
  const of = isEstimate(total) ? 'of about' : 'of';
  return `${formatNumber(first)}–${formatNumber(first + count - 1)} ${of} ${formatNumber(total)}`;
}
