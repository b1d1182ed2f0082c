import type { SignedInClient } from '@copup/testkit/app.ts';
import { accepted } from '@copup/testkit/client.ts';
import { newTask, toDataUrl } from '../task-world.ts';
import { newPicture } from '../trade-world.ts';
import { of, type SpecifiedCall } from './call.ts';
import type { SpecifiedWorld } from './world.ts';

const task = of('title description urlLink', 'id task_coin_reward');

export async function taskCalls(world: SpecifiedWorld, player: SignedInClient): Promise<SpecifiedCall[]> {
  const { operator } = world;
  const create = async (path: string, body: object) => accepted(await operator.post(path, body)).id;
  const social = await create('/admin/tasks', newTask());
  const referral = await create('/admin/referral-tasks', { required_referrals: 1, task_coin_reward: 300 });
  const post = { category: 'News', title: 'A heist', description: 'How it ended.', is_published: true };
  await create('/admin/posts', post);
  await create('/admin/instagram-posts', {
    instagram_url: 'https://instagram.com/p/Ccccc3/',
    title: 'A post',
  });
  await world.registered(await world.codeOf(player));
  return [
    { call: 'GET /task/tasks', reply: [task] },
    { call: 'GET /task/tasks/{id}', ids: [social], reply: task },
    {
      call: 'POST /task/tasks/{id}/upload',
      ids: [social],
      body: { screenshot: toDataUrl(await newPicture()) },
      reply: {},
    },
    { call: 'GET /task/referral-tasks', reply: [of('', 'id required_referrals task_coin_reward')] },
    { call: 'POST /task/referral-tasks/{id}/verify', ids: [referral], reply: {} },
    { call: 'GET /blog/blogs', reply: [of('image category title description date', 'id')] },
    { call: 'GET /blog/instagram', reply: [of('instagram_url', 'id')] },
  ];
}
