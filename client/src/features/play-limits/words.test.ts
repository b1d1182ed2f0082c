import { expect, it } from 'vitest';
import { breakTitle, signed, signedNaira, spellMoment, spellMonth, spellPlayed } from './words.ts';

it('amounts of a result have a minus sign and groups', () => {
  expect([signed(-1280), signed(0), signed(960)]).toEqual(['−1,280', '0', '960']);
  expect([signedNaira(-280), signedNaira(5)]).toEqual(['−₦28,000', '₦500']);
});

it('G3 times name day and year, hours and minutes of play, and the days of a month', () => {
  const nowMs = new Date(2026, 10, 21).getTime();
  expect(spellMoment(new Date(2026, 10, 28, 14, 16).getTime(), nowMs)).toBe('Saturday 28 November, 2:16 pm');
  expect(spellMoment(new Date(2027, 4, 21, 9, 5).getTime(), nowMs)).toBe('21 May 2027, 9:05 am');
  expect([30, 61, 3_600, 7_380].map(spellPlayed)).toEqual([
    'less than a minute',
    '1 minute',
    '1 hour',
    '2 hours 3 minutes',
  ]);
  const month = { from: '2026-11-01', spent: 0, won: 0, net: 0 };
  expect(spellMonth({ ...month, to: '2026-11-21' })).toBe('1 to 21 Nov');
  expect(spellMonth({ ...month, to: '2026-11-01' })).toBe('1 Nov');
});

it('G2 the title of a break names its kind', () => {
  expect(breakTitle({ kind: 'time_out', until: '2026-11-28T13:16:00.000Z' })).toBe(
    'You are taking a time-out',
  );
  expect(breakTitle({ kind: 'self_exclusion', until: '2027-05-28T13:16:00.000Z' })).toBe('Play is closed');
  expect(breakTitle({ kind: 'self_exclusion', until: null })).toBe('Play is closed for good');
});
