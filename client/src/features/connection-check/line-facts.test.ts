import { describe, expect, it } from 'vitest';
import { describeOffset, formatBytes, formatMs, offsetOfDate, summariseRoundTrips } from './line-facts.ts';

describe('round trips', () => {
  it('are nothing without a measurement', () => {
    expect(summariseRoundTrips([])).toBeUndefined();
  });

  it('stand for themselves when there is one', () => {
    expect(summariseRoundTrips([40])).toEqual({ medianMs: 40, bestMs: 40, worstMs: 40 });
  });

  it('are told by their middle, so that one slow answer does not', () => {
    expect(summariseRoundTrips([42, 40, 900, 41, 44])).toEqual({ medianMs: 42, bestMs: 40, worstMs: 900 });
    expect(summariseRoundTrips([40, 44, 10, 90])).toEqual({ medianMs: 42, bestMs: 10, worstMs: 90 });
  });
});

it.each([
  [0.4, 'under 1 ms'],
  [84.4, '84 ms'],
  [1_240, '1.2 s'],
])('%f ms reads %s', (ms, text) => expect(formatMs(ms)).toBe(text));

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [39_400, '39 KB'],
  [999_499, '999 KB'],
  [999_500, '1.0 MB'],
  [1_240_000, '1.2 MB'],
])('%i bytes read %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

it.each([
  [0, 'In step'],
  [-999, 'In step'],
  [3_240, '3.2 s behind'],
  [-3_240, '3.2 s ahead'],
  [180_000, '3 min behind'],
])('the server %i ms ahead is a clock that is: %s', (offsetMs, text) =>
  expect(describeOffset(offsetMs)).toBe(text),
);

describe('the clock by a reply’s date', () => {
  it('counts from the middle of its second and of the way', () => {
    const sentAtMs = Date.parse('2025-11-20T10:00:00.000Z');
    expect(offsetOfDate('Thu, 20 Nov 2025 10:00:05 GMT', sentAtMs, sentAtMs + 200)).toBe(5_400);
  });

  it.each([null, 'soon'])('is unknown from %j', (date) => {
    expect(offsetOfDate(date, 0, 1)).toBeUndefined();
  });
});
