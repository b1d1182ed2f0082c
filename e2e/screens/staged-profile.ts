import type { StagedUser } from './staged-page.ts';

export const profileOf = (user: StagedUser, over: object = {}) => ({
  json: {
    ...user,
    bid_points: 9_955,
    available_points: 9_900,
    bonus_points: 55,
    held_points: 960,
    task_coin: 0,
    wallet_address: 'cp1qqq',
    email_pending: null,
    username_changes_from: null,
    joined_at: '2024-03-04T08:00:00.000Z',
    referral_code: 'ADA7K2MQ',
    unread: 0,
    version: 1,
    ...over,
  },
});
