import { describe, expect, it } from 'vitest';
import { claimStateOf, formatProgress, toProgress } from './progress.ts';

const facts = {
  isUndecided: true,
  isCompleted: false,
  counted: 3,
  targetUsers: 10,
  rewardBidPoints: 5,
  isClaimed: false,
};
const ended = { ...facts, isUndecided: false, isCompleted: true };

describe('T4 progress', () => {
  it.each([
    [3, 10, '3/10 (30%)'],
    [0, 10, '0/10 (0%)'],
    [2, 3, '2/3 (66%)'],
    [12, 10, '12/10 (120%)'],
    [0, 0, '0/0 (0%)'],
  ])('%i of %i reads %s', (counted, target, text) => expect(formatProgress(counted, target)).toBe(text));

  it('never has fewer than 0 remaining referrals', () => {
    expect(toProgress(facts)).toMatchObject({ remainingReferrals: 7, claim: 'open' });
    expect(toProgress({ ...facts, counted: 11 })).toMatchObject({ remainingReferrals: 0, claim: 'waiting' });
  });
});

describe('T5 the state of a claim', () => {
  it.each([
    ['open', facts],
    ['waiting', { ...facts, counted: 10 }],
    ['ready', { ...ended, counted: 10 }],
    ['lost', ended],
    ['lost', { ...ended, counted: 10, isCompleted: false }],
    ['lost', { ...ended, counted: 10, rewardBidPoints: 0 }],
    ['claimed', { ...ended, counted: 10, isClaimed: true }],
  ] as const)('is %s', (state, given) => expect(claimStateOf(given)).toBe(state));
});
