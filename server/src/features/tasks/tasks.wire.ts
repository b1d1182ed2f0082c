import type { ReferralTask, SocialTask } from '@copup/shared/tasks.ts';
import type { CountedReferralTask } from './referral-tasks.queries.ts';
import { standingOf } from './task-rules.ts';
import type { OwnTask } from './tasks.queries.ts';

export const toSocialTask = (row: OwnTask): SocialTask => {
  const { status, attempt } = row;
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    // After a rejection the task pays what it pays now.
    task_coin_reward: status === 'rejected' ? row.taskCoinReward : (row.taskCoins ?? row.taskCoinReward),
    urlLink: row.urlLink,
    ...standingOf(status !== null && attempt !== null ? { status, attempt } : undefined),
    reason: row.reason,
    uploaded_at: row.uploadedAt?.toISOString() ?? null,
    decided_at: row.decidedAt?.toISOString() ?? null,
    screenshot: row.hasPicture ? `/api/task/tasks/${row.id}/screenshot` : null,
  };
};

export const toReferralTask = (row: CountedReferralTask, referrals: number): ReferralTask => ({
  id: row.id,
  required_referrals: row.requiredReferrals,
  task_coin_reward: row.taskCoins ?? row.taskCoinReward,
  referrals,
  status: row.rewardedAt ? 'rewarded' : referrals >= row.requiredReferrals ? 'ready' : 'open',
  rewarded_at: row.rewardedAt?.toISOString() ?? null,
});
