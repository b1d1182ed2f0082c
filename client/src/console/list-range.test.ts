import { EXACT_TOTAL } from '@copup/shared/list-totals.ts';
import { expect, it } from 'vitest';
import { rangeInWords } from './list-range.ts';

it('O3 formats the rows of a page, and marks an estimated total', () => {
  const page = { page: 2, perPage: 25, count: 25 };
  expect(rangeInWords({ ...page, total: 319 })).toBe('26–50 of 319');
  expect(rangeInWords({ ...page, total: EXACT_TOTAL })).toBe('26–50 of 1,000');
  expect(rangeInWords({ ...page, total: 100_200 })).toBe('26–50 of about 100,200');
  expect(rangeInWords({ ...page, count: 3, total: 28 })).toBe('26–28 of 28');
  expect(rangeInWords({ ...page, count: 45, total: 45 })).toBe('1–45 of 45');
  expect(rangeInWords({ ...page, count: 25, total: 49 })).toBe('25–49 of 49');
  expect(rangeInWords({ page: 41, perPage: 25, count: 25, total: 1_010 })).toBe('1,001–1,025 of about 1,025');
  expect(rangeInWords({ ...page, count: 0, total: 0 })).toBe('');
});
