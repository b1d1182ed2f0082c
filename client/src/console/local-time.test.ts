import { expect, it } from 'vitest';
import { showLagos, showMoment, showTime } from './local-time.ts';

const spaces = (text: string) => text.replace(/\s/g, ' ');

it('X3 lists show times in Lagos without the year, except those of another year', () => {
  const now = Date.parse('2026-11-20T20:00:00Z');
  expect(spaces(showTime('2026-11-20T18:52:07.000Z', now))).toBe('20 Nov, 7:52 pm WAT');
  expect(spaces(showTime('2025-12-31T23:30:00.000Z', now))).toBe('1 Jan, 12:30 am WAT');
  expect(spaces(showTime('2025-12-31T22:30:00.000Z', now))).toBe('31 Dec 2025, 11:30:00 pm WAT');
  expect(spaces(showMoment('2026-11-20T18:52:07.000Z'))).toBe('20 Nov 2026, 7:52:07 pm WAT');
});

it('X3 shows times in Lagos with their zone, wherever the browser is; a day begins at midnight there', () => {
  const now = Date.parse('2026-11-20T20:00:00Z');
  expect(spaces(showLagos('2026-11-20T19:34:58.000Z', now))).toBe('8:34:58 pm WAT');
  expect(spaces(showLagos('2026-11-19T14:12:00.000Z', now))).toBe('19 Nov 2026, 3:12 pm WAT');
  const midnight = Date.parse('2026-11-20T23:30:00Z');
  expect(spaces(showLagos('2026-11-20T22:30:00.000Z', midnight))).toBe('20 Nov 2026, 11:30 pm WAT');
  expect(spaces(showLagos('2026-11-20T23:10:00.000Z', midnight))).toBe('12:10:00 am WAT');
});
