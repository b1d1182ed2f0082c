import { describe, expect, it } from 'vitest';
import { type BidSituation, blockOf } from './bid-guard.ts';

const ready: BidSituation = {
  phase: 'live',
  isLive: true,
  hasJoined: true,
  isLeading: false,
  nextPrice: 12,
  available: 100,
};

describe('A4 the reason why a bid is blocked', () => {
  it.each([
    [{}, 'none'],
    [{ available: 12 }, 'none'],
    [{ available: 11 }, 'too-few-coins'],
    [{ available: null }, 'none'],
    [{ isLeading: true }, 'leading'],
    [{ isLive: false, isLeading: true }, 'stale'],
    [{ hasJoined: false, isLive: false }, 'not-joined'],
    [{ phase: 'pending' }, 'not-active'],
    [{ phase: 'pending', hasJoined: false }, 'not-joined'],
    [{ phase: 'closing' }, 'closing'],
    [{ phase: 'completed', hasJoined: false }, 'over'],
    [{ phase: 'cancelled' }, 'over'],
  ] as const)('%j → %s', (change, block) => {
    expect(blockOf({ ...ready, ...change })).toBe(block);
  });
});
