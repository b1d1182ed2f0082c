import { expect, it } from 'vitest';
import { shortDay, shortRemaining } from './short-times.ts';

it('formats the time left, and names a past day as short as it can', () => {
  expect([0, 42, 849, 3_600, 8_040, 90_000].map(shortRemaining)).toEqual([
    '0:00',
    '0:42',
    '14:09',
    '1h 00m',
    '2h 14m',
    '1d 1h',
  ]);
  const now = new Date(2026, 10, 20, 12).getTime();
  const days = (count: number) => shortDay(now - count * 86_400_000, now);
  expect([days(0), days(1), days(10)]).toEqual(['Today', 'Thu', '10 Nov']);
});
