import { expect, it } from 'vitest';
import { showMoment, showTime } from './local-time.ts';

const spaces = (text: string) => text.replace(/\s/g, ' ');

it('X3 lists show times in Lagos without the year, except those of another year', () => {
  const now = Date.parse('2026-11-20T20:00:00Z');
  expect(spaces(showTime('2026-11-20T18:52:07.000Z', now))).toBe('20 Nov, 7:52 pm WAT');
  expect(spaces(showTime('2025-12-31T23:30:00.000Z', now))).toBe('1 Jan, 12:30 am WAT');
  expect(spaces(showTime('2025-12-31T22:30:00.000Z', now))).toBe('31 Dec 2025, 11:30:00 pm WAT');
  expect(spaces(showMoment('2026-11-20T18:52:07.000Z'))).toBe('20 Nov 2026, 7:52:07 pm WAT');
});
