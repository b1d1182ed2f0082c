import { expect, it } from 'vitest';
import { monthRange, monthsSince } from './months.ts';

it('X3 months begin at midnight in Lagos, also at the turn of a year', () => {
  expect(monthRange('2026-11')).toEqual({ from: '2026-10-31T23:00:00.000Z', to: '2026-11-30T23:00:00.000Z' });
  expect(monthRange('2026-12')).toEqual({ from: '2026-11-30T23:00:00.000Z', to: '2026-12-31T23:00:00.000Z' });
});

it('O1 a month filter offers the months since the first entry, the latest first', () => {
  const months = monthsSince('2026-10-31T23:30:00.000Z', Date.parse('2026-12-31T23:30:00.000Z'));
  expect(months.map(([value]) => value)).toEqual(['2027-01', '2026-12', '2026-11']);
  expect(months.map(([, name]) => name)).toEqual(['Jan 2027', 'Dec 2026', 'Nov 2026']);
  expect(monthsSince('1970-01-01T00:00:00.000Z', Date.parse('2026-11-23T00:00:00.000Z'))).toHaveLength(36);
});
