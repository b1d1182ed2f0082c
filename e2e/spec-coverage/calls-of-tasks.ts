import type { Call } from './call.ts';

/** Tasks and the blog. */
export const taskCalls: readonly Call[] = [
  {
    method: 'GET',
    path: '/task/tasks',
    capability: 'tasks',
    reply: ['id', 'title', 'description', 'task_coin_reward', 'urlLink'],
  },
  {
    method: 'GET',
    path: '/task/tasks/{id}',
    capability: 'tasks',
    reply: ['id', 'title', 'description', 'task_coin_reward', 'urlLink'],
  },
  { method: 'POST', path: '/task/tasks/{id}/upload', capability: 'tasks', body: ['screenshot'] },
  {
    method: 'GET',
    path: '/task/referral-tasks',
    capability: 'tasks',
    reply: ['id', 'required_referrals', 'task_coin_reward'],
  },
  { method: 'POST', path: '/task/referral-tasks/{id}/verify', capability: 'tasks' },
  {
    method: 'GET',
    path: '/blog/blogs',
    capability: 'content',
    reply: ['id', 'image', 'category', 'title', 'description', 'date'],
  },
  {
    method: 'GET',
    path: '/blog/instagram',
    capability: 'content',
    reply: ['id', 'instagram_url'],
  },
];
