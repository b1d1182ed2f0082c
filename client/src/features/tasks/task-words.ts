import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import type { ReferralTask, SocialTask } from '@copup/shared/tasks.ts';
import { formatDay, formatTime } from '../../lib/format-time.ts';

/** The specification's time for the check of a screenshot. */
export const checkedWithinText = 'We check it within 48 hours.';

/** "Sent today, 7:55 pm. Checked within 48 hours." */
export function sentWords(sentAt: string | null, nowMs: number): string {
  if (!sentAt) return 'Sent. Checked within 48 hours.';
  const atMs = Date.parse(sentAt);
  const day = formatDay(atMs, nowMs);
  const named = day === 'Today' || day === 'Yesterday' ? day.toLowerCase() : day;
  return `Sent ${named}, ${formatTime(atMs)}. Checked within 48 hours.`;
}

const triesWords = (left: number): string =>
  left === 0 ? 'No tries left.' : `${left} ${left === 1 ? 'try' : 'tries'} left.`;

/** Joins the operator's reason and the tries that are left. */
export function rejectedWords({ reason, uploads_left }: Pick<SocialTask, 'reason' | 'uploads_left'>): string {
  const sentence = reason?.trim() ?? '';
  const ended = sentence === '' || /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
  return `${ended} ${triesWords(uploads_left)}`.trim();
}

/** Whether a screenshot can be sent. */
export const canSend = ({ status, uploads_left }: Pick<SocialTask, 'status' | 'uploads_left'>): boolean =>
  status === 'open' || (status === 'rejected' && uploads_left > 0);

/** The hub's line about the social tasks. */
export function socialWords(tasks: readonly SocialTask[]): string {
  const open = tasks.filter(canSend);
  if (open.length === 0) return 'Nothing is open right now. New tasks appear here.';
  const most = Math.max(...open.map(({ task_coin_reward: reward }) => reward));
  return open.length === 1
    ? `1 open, for ${inCoins(most, 'task')}. Send a screenshot.`
    : `${formatNumber(open.length)} open, up to ${inCoins(most, 'task')} each. Send a screenshot.`;
}

export const friendsWords = (count: number): string =>
  `${formatNumber(count)} ${count === 1 ? 'friend' : 'friends'}`;

/** The first task whose count has not been reached. */
export const nextTask = (tasks: readonly ReferralTask[]): ReferralTask | undefined =>
  tasks
    .filter(({ referrals, required_referrals: required }) => referrals < required)
    .sort((a, b) => a.required_referrals - b.required_referrals)[0];

/** The hub's line about the referral tasks. */
export function referralWords(tasks: readonly ReferralTask[]): string {
  const count = tasks[0]?.referrals ?? 0;
  const soFar = count === 0 ? 'No friends yet.' : `${friendsWords(count)} so far.`;
  if (tasks.some(({ status }) => status === 'ready')) return `${soFar} A reward is ready.`;
  const next = nextTask(tasks);
  return next ? `${soFar} Next reward at ${friendsWords(next.required_referrals)}.` : soFar;
}

/** "7/10". */
export const progressWords = (referrals: number, required: number): string =>
  `${formatNumber(referrals)}/${formatNumber(required)}`;
