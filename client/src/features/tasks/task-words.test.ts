import type { ReferralTask, SocialTask } from '@copup/shared/tasks.ts';
import { describe, expect, it } from 'vitest';
import { formatFileSize } from '../../lib/format-bytes.ts';
import { fitSize } from '../../parts/shrink-picture.ts';
import {
  canSend,
  nextTask,
  progressWords,
  referralWords,
  rejectedWords,
  sentWords,
  socialWords,
} from './task-words.ts';

const task = (facts: Partial<SocialTask> = {}): SocialTask => ({
  id: 1,
  title: 'Follow our page',
  description: 'Follow it.',
  task_coin_reward: 40,
  urlLink: 'https://copup.test/page',
  status: 'open',
  reason: null,
  uploads_left: 4,
  uploaded_at: null,
  decided_at: null,
  screenshot: null,
  ...facts,
});
const referral = (required: number, facts: Partial<ReferralTask> = {}): ReferralTask => ({
  id: required,
  required_referrals: required,
  task_coin_reward: 20,
  referrals: 7,
  status: required <= 7 ? 'ready' : 'open',
  rewarded_at: null,
  ...facts,
});

describe('T7 the words of a social task', () => {
  it('a rejection has its reason and the tries that are left, and while there are any, an upload is possible', () => {
    expect(rejectedWords({ reason: 'Your name is not visible', uploads_left: 2 })).toBe(
      'Your name is not visible. 2 tries left.',
    );
    expect(rejectedWords({ reason: 'Why so dark?', uploads_left: 1 })).toBe('Why so dark? 1 try left.');
    expect(rejectedWords({ reason: null, uploads_left: 0 })).toBe('No tries left.');
    expect(canSend(task())).toBe(true);
    expect(canSend(task({ status: 'pending', uploads_left: 0 }))).toBe(false);
    expect(canSend(task({ status: 'rejected', uploads_left: 1 }))).toBe(true);
    expect(canSend(task({ status: 'rejected', uploads_left: 0 }))).toBe(false);
    expect(canSend(task({ status: 'approved', uploads_left: 0 }))).toBe(false);
  });

  it('the hub counts what is open', () => {
    expect(socialWords([])).toBe('Nothing is open right now. New tasks appear here.');
    expect(socialWords([task()])).toBe('1 open, for 40 task coins. Send a screenshot.');
    expect(socialWords([task(), task({ task_coin_reward: 120 }), task({ status: 'approved' })])).toBe(
      '2 open, up to 120 task coins each. Send a screenshot.',
    );
  });

  it('a screenshot that was sent today says when', () => {
    const nowMs = new Date(2026, 10, 23, 20, 0).getTime();
    const sent = new Date(2026, 10, 23, 19, 55).toISOString();
    expect(sentWords(sent, nowMs)).toBe('Sent today, 7:55 pm. Checked within 48 hours.');
    expect(sentWords(sent, nowMs + 86_400_000)).toContain('Sent yesterday');
  });
});

it('T1 the words of the referral tasks name the friends, and the next count', () => {
  const rewarded = referral(5, { status: 'rewarded' });
  expect(referralWords([rewarded, referral(25), referral(10)])).toBe(
    '7 friends so far. Next reward at 10 friends.',
  );
  expect(referralWords([referral(1)])).toBe('7 friends so far. A reward is ready.');
  expect(referralWords([])).toBe('No friends yet.');
  expect(nextTask([referral(25), referral(10), referral(5)])?.required_referrals).toBe(10);
  expect(progressWords(7, 1_200)).toBe('7/1,200');
});

it('T1 pictures are shrunk by their number of pixels before they are sent, and their size is shown', () => {
  expect(fitSize(1080, 2160, 2_400_000)).toEqual({ width: 1080, height: 2160 });
  const long = fitSize(1080, 10_800, 2_400_000);
  expect(long.width).toBeGreaterThan(480);
  expect(long.width * long.height).toBeLessThan(2_410_000);
  expect([formatFileSize(10), formatFileSize(640 * 1024), formatFileSize(2.5 * 2 ** 20)]).toEqual([
    '1 KB',
    '640 KB',
    '2.5 MB',
  ]);
});
