import type { ConvertTerms, ReferralTask, SocialTask } from '@copup/shared/tasks.ts';
import { longName } from './staged-page.ts';

export const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

export const task = (id: number, facts: Partial<SocialTask> = {}): SocialTask => ({
  id,
  title: `Task ${id}`,
  description: 'Watch the two-minute video to the end and like it.',
  task_coin_reward: 60,
  urlLink: 'https://copup.test/task',
  status: 'open',
  reason: null,
  uploads_left: 4,
  uploaded_at: null,
  decided_at: null,
  screenshot: null,
  ...facts,
});
export const socialTasks = [
  task(1, { title: 'Watch the heist explainer' }),
  task(2, {
    title: 'Share our derby post',
    task_coin_reward: 120,
    status: 'pending',
    uploads_left: 0,
    uploaded_at: ago(5),
    screenshot: '/api/task/uploads/2/screenshot',
  }),
  task(3, { title: 'Join our Telegram', task_coin_reward: 40, status: 'approved', uploads_left: 0 }),
  task(4, {
    title: 'Rate the app',
    task_coin_reward: 100_000,
    status: 'rejected',
    uploads_left: 2,
    reason: 'The screenshot doesn’t show your name.',
  }),
  task(5, { title: longName, status: 'rejected', uploads_left: 0, reason: 'The same picture again.' }),
];
export const friends = (required: number, facts: Partial<ReferralTask> = {}): ReferralTask => ({
  id: required,
  required_referrals: required,
  task_coin_reward: 400,
  referrals: 7,
  status: 'open',
  rewarded_at: null,
  ...facts,
});
export const referralTasks = [
  friends(10_000, { task_coin_reward: 100_000 }),
  friends(10),
  friends(5, { task_coin_reward: 150, status: 'ready' }),
  friends(1, { task_coin_reward: 20, status: 'rewarded', rewarded_at: ago(999) }),
];
export const terms: ConvertTerms = { rate: 10, task_coin: 347, convertible: 340, bid_points: 34 };
