import type { TimelineEntry } from '@copup/shared/timeline.ts';
import { expect, it } from 'vitest';
import { daysOf } from './days.ts';

const at = (year: number, month: number, day: number, hour: number) =>
  ({ seq: hour, at: new Date(year, month, day, hour).toISOString() }) as TimelineEntry;

it('W11 groups entries by day, with today and other years named', () => {
  const now = new Date(2026, 10, 22, 12).getTime();
  const days = daysOf(
    [at(2026, 10, 22, 11), at(2026, 10, 22, 9), at(2026, 10, 20, 8), at(2025, 10, 20, 7)],
    now,
  );
  expect(days.map(({ day, items }) => [day, items.length])).toEqual([
    ['Today', 2],
    [expect.stringContaining('Friday'), 1],
    [expect.stringContaining('2025'), 1],
  ]);
});
