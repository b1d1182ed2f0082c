import { describe, expect, it } from 'vitest';
import { type BidSituation, blockOf, guardPrice, parseCeiling } from './bid-guard.ts';

const ready: BidSituation = {
  phase: 'live',
  isLive: true,
  hasJoined: true,
  isLeading: false,
  nextPrice: 12,
  ceiling: null,
  available: 100,
};

describe('A4 the reason why a bid is blocked', () => {
  it.each([
    [{}, 'none'],
    [{ available: 12 }, 'none'],
    [{ available: 11 }, 'too-few-coins'],
    [{ available: null }, 'none'],
    [{ ceiling: 12 }, 'none'],
    [{ ceiling: 11 }, 'above-ceiling'],
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

  it('sends the displayed price, or the ceiling above it', () => {
    expect(guardPrice(12, null)).toBe(12);
    expect(guardPrice(12, 20)).toBe(20);
    expect(guardPrice(12, 10)).toBe(12);
  });

  it.each([
    ['', null],
    ['14,830', 14_830],
    [' 15 000 ', 15_000],
    ['0', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    ['1000000000', 1_000_000_000],
    ['1000000001', undefined],
  ])('parses the ceiling %j as %s', (text, coins) => {
    expect(parseCeiling(text)).toBe(coins);
  });
});
