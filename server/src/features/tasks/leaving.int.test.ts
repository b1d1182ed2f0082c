import type { LoadTest } from '@copup/shared/admin.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTaskWorld, type TaskWorld } from '../../../test/task-world.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { taskDeletion } from './task-deletion.ts';

let world: TaskWorld;
beforeAll(async () => {
  world = await openTaskWorld({ LOAD_TESTS: 'allow' });
});
afterAll(async () => expect(await world.close()).toEqual([]));

const pictures = async (userId: string) =>
  (
    await world.query(
      'SELECT FROM task_screenshots s JOIN task_uploads u ON u.id = s.upload_id WHERE u.user_id = $1',
      [userId],
    )
  ).length;

describe('S7 the deletion of an account', () => {
  it('waits for pending uploads and for rewards that can be received', async () => {
    const player = await world.app.signIn();
    const id = await world.uploaded(player, await world.task({ title: 'Open task' }));
    await world.befriend(player, 1);
    const referralTaskId = await world.referralTask({ required_referrals: 1 });
    const blocks = async () => (await player.get('/user/deletion-preview')).body.blocks;
    expect(await blocks()).toEqual([
      { kind: 'task', details: 'Open task', bid_points: null, path: '/socialTask' },
      { kind: 'reward', details: '1 invited friend', bid_points: null, path: '/referTask' },
    ]);
    await world.reject(world.operator, id);
    await player.post(`/task/referral-tasks/${referralTaskId}/verify`);
    expect(await blocks()).toEqual([]);
    await world.operator.put(`/admin/referral-tasks/${referralTaskId}`, { is_active: false });
  });

  it('erases the pictures; the uploads remain', async () => {
    const player = await world.app.signIn();
    const taskId = await world.task();
    await world.reject(world.operator, await world.uploaded(player, taskId));
    const id = await world.uploaded(player, taskId);
    await world.approve(world.operator, id);
    expect(await pictures(player.user.id)).toBe(2);
    await inTransaction(world.app.deps.db, async (tx) => taskDeletion.erase?.(tx, player.user.id));
    expect(await pictures(player.user.id)).toBe(0);
    expect((await world.queue(`q=${id}`))[0]).toMatchObject({ status: 'approved', screenshot: null });
    expect((await world.operator.get(`/admin/task-uploads/${id}/screenshot`)).status).toBe(404);
  });
});

it('L8 O5 a load test has its own tasks, and its end closes them and erases their pictures', async () => {
  const { id: realm, users }: LoadTest = (
    await world.operator.post('/admin/load-tests', { users: 2, bid_points: 10 })
  ).body;
  const [one, two] = users.map(({ token }) => world.app.client.withToken(token));
  if (!one || !two) throw new Error('two users');
  const real = await world.app.signIn();
  const [ownTask, realTask] = [await world.task({ realm, task_coin_reward: 100 }), await world.task()];
  const ids = async (who: typeof one) =>
    (await who.get('/task/tasks')).body.map(({ id }: { id: number }) => id);
  expect(await ids(one)).toEqual([ownTask]);
  expect(await ids(real)).not.toContain(ownTask);
  expect((await world.upload(one, realTask)).body.code).toBe('TASK_NOT_FOUND');
  expect((await world.upload(real, ownTask)).body.code).toBe('TASK_NOT_FOUND');
  expect((await real.get(`/task/tasks/${ownTask}`)).status).toBe(404);

  expect((await world.upload(one, ownTask)).status).toBe(200);
  expect((await world.upload(two, ownTask)).status).toBe(200);
  const queue = await world.queue(`realm=${realm}`);
  expect(queue).toHaveLength(2);
  expect((await world.queue()).map((row) => row.realm)).not.toContain(realm);
  const [approved, left] = queue;
  await world.approve(world.operator, approved?.id ?? 0);
  const rewarded = world.app.client.withToken(
    users.find((user) => user.id === approved?.user_id)?.token ?? '',
  );
  // The rewards of its realm issue what they lack; those of real players are not used.
  expect((await rewarded.post('/task/convert', { task_coin: 100 })).body).toMatchObject({ bid_points: 10 });

  expect((await world.operator.delete(`/admin/load-tests/${realm}`)).status).toBeLessThan(300);
  expect((await world.operator.get(`/admin/task-uploads/${left?.id}`)).body).toMatchObject({
    status: 'rejected',
    reason: 'The load test ended.',
    screenshot: null,
  });
  expect((await world.operator.get(`/admin/tasks/${ownTask}`)).body).toMatchObject({
    is_active: false,
    pending: 0,
  });
});
