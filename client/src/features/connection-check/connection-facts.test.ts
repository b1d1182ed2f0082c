import { describe, expect, it } from 'vitest';
import { describeOffset, formatMs, offsetOfDate, summariseRoundTrips } from './connection-facts.ts';

it('round trips are summarised by the median, so that one slow reply does not count', () => {
  expect(summariseRoundTrips([])).toBeUndefined();
  expect(summariseRoundTrips([40])).toEqual({ medianMs: 40, bestMs: 40, worstMs: 40 });
  expect(summariseRoundTrips([42, 40, 900, 41, 44])).toEqual({ medianMs: 42, bestMs: 40, worstMs: 900 });
  expect(summariseRoundTrips([40, 44, 10, 90])).toEqual({ medianMs: 42, bestMs: 10, worstMs: 90 });
});

it.each([
  [0.4, 'under 1 ms'],
  [84.4, '84 ms'],
  [1_240, '1.2 s'],
])('formats %f ms as %s', (ms, text) => expect(formatMs(ms)).toBe(text));

it.each([
  [0, 'In step'],
  [-999, 'In step'],
  [3_240, '3.2 s behind'],
  [-3_240, '3.2 s ahead'],
  [180_000, '3 min behind'],
])('describes an offset of %i ms as %s', (offsetMs, text) => expect(describeOffset(offsetMs)).toBe(text));

describe('the clock by a reply’s date', () => {
  it('counts from the middle of its second and of the round trip', () => {
    const sentAtMs = Date.parse('2025-11-20T10:00:00.000Z');
    expect(offsetOfDate('Thu, 20 Nov 2025 10:00:05 GMT', sentAtMs, sentAtMs + 200)).toBe(5_400);
  });

  it.each([null, 'soon'])('is unknown from %j', (date) => {
    expect(offsetOfDate(date, 0, 1)).toBeUndefined();
  });
});
