import type { ClaimState } from '@copup/shared/affiliates.ts';
import { describe, expect, it } from 'vitest';
import { claimText, isRunning, percentOf, shareOf, stepTo } from './offer-words.ts';

describe('T5 each claim has its reason', () => {
  const text = (claim: ClaimState, remainingReferrals = 0) =>
    claimText('auction', { claim, remainingReferrals });

  it.each([
    ['open', 3, '3 remaining referrals until you can claim'],
    ['open', 1, '1 remaining referral until you can claim'],
    ['waiting', 0, 'Opens when the auction is settled'],
    ['ready', 0, 'Ready to claim'],
    ['claimed', 0, 'Reward claimed'],
    ['lost', 2, 'The auction ended without a reward'],
  ] as const)('%s with %i remaining: %s', (claim, remaining, expected) =>
    expect(text(claim, remaining)).toBe(expected),
  );

  it('offers a link only while friends can join', () => {
    expect((['open', 'waiting', 'ready', 'claimed', 'lost'] as const).filter(isRunning)).toEqual([
      'open',
      'waiting',
    ]);
  });
});

it('T4 progress is rounded down, so that only a reached target shows 100, and fills a ring at most once', () => {
  expect([percentOf(14, 30), percentOf(29, 30), percentOf(199, 200), percentOf(30, 30)]).toEqual([
    46, 96, 99, 100,
  ]);
  expect([percentOf(0, 0), percentOf(45, 30)]).toEqual([0, 150]);
  expect([shareOf(0, 10), shareOf(7, 10), shareOf(12, 10), shareOf(1, 0)]).toEqual([0, 0.7, 1, 0]);
});

it('T6 the carousel wraps at both ends', () => {
  expect([stepTo(3, 1, 4), stepTo(0, -1, 4), stepTo(1, 1, 4), stepTo(0, 1, 1), stepTo(0, -1, 0)]).toEqual([
    0, 3, 2, 0, 0,
  ]);
});
