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

/** "26–50 of 319", "26–50 of about 100,200"; never beyond the total, also of a list that the server replies whole. */
export function rangeInWords({ page, perPage, count, total }: Range): string {
  if (count === 0) return '';
  const start = (page - 1) * perPage + 1;
  const first = isEstimate(total) ? start : Math.min(start, Math.max(1, total - count + 1));
  const last = first + count - 1;
  const of = isEstimate(total) ? 'of about' : 'of';
  return `${formatNumber(first)}–${formatNumber(last)} ${of} ${formatNumber(Math.max(total, last))}`;
}
