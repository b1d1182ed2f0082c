import type { AffiliateProgress, ClaimState } from '@copup/shared/affiliates.ts';

/** The facts of a subject that decide about the reward of a referrer. */
export interface RewardFacts {
  /** Whether the subject's outcome is not known yet. */
  isUndecided: boolean;
  /** Whether it ended with its fees kept. */
  isCompleted: boolean;
  /** Referrals whose entry is not refunded. */
  counted: number;
  targetUsers: number;
  rewardBidPoints: number;
  isClaimed: boolean;
}

/** Pure (T5). */
export function claimStateOf(facts: RewardFacts): ClaimState {
  const { isUndecided, isCompleted, counted, targetUsers, rewardBidPoints, isClaimed } = facts;
  if (isClaimed) return 'claimed';
  const isReached = counted >= targetUsers;
  if (isUndecided) return isReached ? 'waiting' : 'open';
  return isCompleted && isReached && rewardBidPoints > 0 ? 'ready' : 'lost';
}

/** Returns `3/10 (30%)` (T4). The percentage is rounded down, so that only a reached target shows 100. */
export const formatProgress = (counted: number, target: number): string =>
  `${counted}/${target} (${target === 0 ? 0 : Math.floor((counted * 100) / target)}%)`;

export const toProgress = (facts: RewardFacts): AffiliateProgress => ({
  progressDisplay: formatProgress(facts.counted, facts.targetUsers),
  currentAffiliates: facts.counted,
  remainingReferrals: Math.max(0, facts.targetUsers - facts.counted),
  target_users: facts.targetUsers,
  reward_bid_points: facts.rewardBidPoints,
  claim: claimStateOf(facts),
});
