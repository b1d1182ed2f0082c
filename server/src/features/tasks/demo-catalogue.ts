import type { NewRecord } from '@copup/shared/calls/records.ts';

/** The social tasks of the demo; the last one is listed first. */
export const demoTasks: readonly NewRecord<'task'>[] = [
  {
    title: 'Review Copup on Nairaland',
    description:
      'Write an honest review of at least three sentences in the thread “Copup: who don win?”. Your screenshot must show the review and your Nairaland name.',
    task_coin_reward: 400,
    urlLink: 'https://www.nairaland.com/webmasters',
  },
  {
    title: 'Join the WhatsApp channel Copup Naija',
    description:
      'Open the channel, tap Follow and keep notifications on. Your screenshot must show the channel’s name and the tick beside Following.',
    task_coin_reward: 100,
    urlLink: 'https://www.whatsapp.com/channel',
  },
  {
    title: 'Repost the Super Eagles giveaway on X',
    description:
      'Repost our pinned post about the Super Eagles jersey and tag two friends in a reply. Your screenshot must show the repost and your X name.',
    task_coin_reward: 150,
    urlLink: 'https://x.com/search?q=%23CopupEagles',
  },
  {
    title: 'Watch “How a live auction works” on YouTube',
    description:
      'Watch the video of two minutes to the end, like it and subscribe. Your screenshot must show the like and the word Subscribed.',
    task_coin_reward: 120,
    urlLink: 'https://www.youtube.com/hashtag/copup',
  },
  {
    title: 'Post your first win on TikTok',
    description:
      'Post a video of your win or your best game with #CopupWin, open to all viewers for at least 48 hours. Your screenshot must show the post and its date.',
    task_coin_reward: 600,
    urlLink: 'https://www.tiktok.com/tag/copupwin',
  },
  {
    title: 'Follow Copup on Instagram',
    description:
      'Follow our page and like the last three posts. Your screenshot must show the page with the word Following and your Instagram name.',
    task_coin_reward: 100,
    urlLink: 'https://www.instagram.com/explore/tags/copup/',
  },
];

/** The referral tasks of the demo; the last one is listed first. */
export const demoReferralTasks: readonly NewRecord<'referral-task'>[] = [
  { required_referrals: 25, task_coin_reward: 6_000 },
  { required_referrals: 10, task_coin_reward: 2_000 },
  { required_referrals: 3, task_coin_reward: 500 },
];

/** Players who cannot sign in; their uploads keep the operators' queue filled. */
export const demoUploaders = [
  { username: 'kemi_enugu', fullName: 'Oluwakemi Adeleke' },
  { username: 'sani_jos', fullName: 'Sani Danladi' },
  { username: 'ebere_owerri', fullName: 'Ebere Nwachukwu' },
] as const;

/** What the demo's first player did, by the title of the task. */
export const demoHistory = {
  approved: 'Follow Copup on Instagram',
  rejected: 'Repost the Super Eagles giveaway on X',
  reason: 'The screenshot does not show your X name. Please upload one with the name at the top.',
} as const;

/** The uploads of the queue, one for each of `demoUploaders`. */
export const demoQueue = [
  'Follow Copup on Instagram',
  'Join the WhatsApp channel Copup Naija',
  'Post your first win on TikTok',
] as const;
