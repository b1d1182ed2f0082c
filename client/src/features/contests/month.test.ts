import { expect, it } from 'vitest';
import { lagosDay, monthEnd, partsOf } from './month.ts';

it('X3 C6 days and months end at midnight in Lagos', () => {
  const { month, next, endMs } = monthEnd(Date.parse('2026-11-30T22:59:59Z'));
  expect([month, next, new Date(endMs).toISOString()]).toEqual([
    'November',
    'December',
    '2026-11-30T23:00:00.000Z',
  ]);
  expect(monthEnd(endMs).month).toBe('December');
  expect(new Date(monthEnd(endMs).endMs).toISOString()).toBe('2026-12-31T23:00:00.000Z');
  expect(lagosDay(Date.parse('2026-11-20T23:00:00Z')) - lagosDay(Date.parse('2026-11-20T22:59:59Z'))).toBe(1);
});

it('counts down in days, hours, minutes and seconds', () => {
  expect(partsOf(9 * 86_400_000 + 14 * 3_600_000 + 6 * 60_000 + 41_500)).toEqual({
    days: 9,
    hours: 14,
    minutes: 6,
    seconds: 42,
  });
  expect(partsOf(-5)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
});
