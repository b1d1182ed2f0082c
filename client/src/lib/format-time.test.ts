import { describe, expect, it } from 'vitest';
import {
  formatAge,
  formatClock,
  formatMoment,
  formatRemaining,
  formatTime,
  greetingAt,
  secondsLeft,
  spellDuration,
} from './format-time.ts';

describe('remaining time', () => {
  it.each([
    [10_000, 0, 10],
    [10_000, 1, 10],
    [10_000, 9_001, 1],
    [10_000, 10_000, 0],
    [10_000, 99_000, 0],
  ])('returns for the end %i at %i the seconds %i', (end, now, left) => {
    expect(secondsLeft(end, now)).toBe(left);
  });

  it.each([
    [0, '0', '0 seconds'],
    [42, '42', '42 seconds'],
    [61, '1:01', '1 minute 1 second'],
    [849, '14:09', '14 minutes 9 seconds'],
    [8_040, '2h 14m', '2 hours 14 minutes'],
    [3_600, '1h 00m', '1 hour'],
    [266_400, '3d 2h', '3 days 2 hours'],
  ])('formats %i seconds as %s and %s', (seconds, shown, read) => {
    expect(formatRemaining(seconds)).toBe(shown);
    expect(spellDuration(seconds)).toBe(read);
  });
});

it.each([
  [0, 5, 7, '12:05 am', '12:05:07 am'],
  [8, 0, 5, '8:00 am', '8:00:05 am'],
  [12, 30, 0, '12:30 pm', '12:30:00 pm'],
  [23, 59, 59, '11:59 pm', '11:59:59 pm'],
])('time of day at %i:%i:%i is %s and %s', (hour, minute, second, time, clock) => {
  const at = new Date(2026, 10, 23, hour, minute, second).getTime();
  expect(formatTime(at)).toBe(time);
  expect(formatClock(at)).toBe(clock);
  expect(formatMoment(at, at)).toBe(time);
  // With the day: the same time, as the locale formats it.
  expect(formatMoment(at, at + 172_800_000)).toMatch(new RegExp(`23 Nov.* ${time.replace(' ', '\\s')}$`));
});

it.each([
  [-50, 'now'],
  [999, 'now'],
  [8_400, '8s'],
  [300_000, '5m'],
  [7_200_000, '2h'],
  [260_000_000, '3d'],
])('age %i ms is %s', (ms, text) => {
  expect(formatAge(ms)).toBe(text);
});

it('returns the greeting of the hour', () => {
  expect([0, 11, 12, 15, 16, 23].map(greetingAt)).toEqual([
    'Good morning',
    'Good morning',
    'Good afternoon',
    'Good afternoon',
    'Good evening',
    'Good evening',
  ]);
});
