import { expect, it } from 'vitest';
import { statementPeriods } from './statement-periods.ts';

it('X3 statement periods are days of Africa/Lagos', () => {
  // Already 1 March in Lagos.
  const periods = statementPeriods(Date.parse('2028-02-29T23:30:00Z'));
  expect(periods.map(({ from, to }) => [from, to])).toEqual([
    ['2028-03-01', '2028-03-01'],
    ['2028-02-01', '2028-02-29'],
    ['2028-01-01', '2028-03-01'],
    ['2027-04-01', '2028-03-01'],
  ]);
  expect(periods[1]?.name).toBe('February 2028');
});
