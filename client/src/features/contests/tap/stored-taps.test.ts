import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storeTaps, takeAbandonedTaps } from './stored-taps.ts';

const taps = { stream: 42, unacknowledged: [{ stream: 42, batch: 1, count: 3 }], waiting: 2 };

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  // Removes the data of earlier tests.
  storeTaps('ada', 7, { ...taps, unacknowledged: [], waiting: 0 });
  return () => vi.useRealTimers();
});

describe('C2 unsent taps of a page', () => {
  it('are taken by the next page of the user, once', () => {
    storeTaps('ada', 7, taps, true);
    expect(takeAbandonedTaps('bisi', 7, 43)).toEqual([]);
    expect(takeAbandonedTaps('ada', 8, 43)).toEqual([]);
    expect(takeAbandonedTaps('ada', 7, 43)).toMatchObject([taps]);
    expect(takeAbandonedTaps('ada', 7, 43)).toEqual([]);
  });

  it('stay with an open page, also in another tab', () => {
    storeTaps('ada', 7, taps);
    expect(takeAbandonedTaps('ada', 7, 43)).toEqual([]);
    vi.advanceTimersByTime(15_000);
    expect(takeAbandonedTaps('ada', 7, 42)).toEqual([]);
    expect(takeAbandonedTaps('ada', 7, 43)).toHaveLength(1);
  });

  it('are deleted after a day', () => {
    storeTaps('ada', 7, taps, true);
    vi.advanceTimersByTime(24 * 3_600_000);
    expect(takeAbandonedTaps('ada', 7, 43)).toEqual([]);
  });
});
