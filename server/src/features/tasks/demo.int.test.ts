import type { AdminTaskUpload, ReferralTask, SocialTask } from '@copup/shared/tasks.ts';
import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLedger } from '../../audit.ts';
import { seedDemo } from '../../seed-demo.ts';
import { tasksDemo } from './demo.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ overrides: { limitRules: noLimits } });
});
afterAll(() => app?.close());

it('X11 the demo has social and referral tasks, decided uploads, and a queue', async () => {
  expect(await tasksDemo.exists(app.deps.db)).toBe(false);
  expect(await seedDemo(app.deps, [tasksDemo])).toBe(true);
  for (let step = 0; step < 6; step += 1) {
    await Promise.all([tasksDemo.renew(app.deps), tasksDemo.renew(app.deps)]);
  }
  const player = await app.signIn();
  const tasks = (await player.get('/task/tasks')).body as SocialTask[];
  expect(tasks).toHaveLength(6);
  expect(tasks[0]?.title).toBe('Follow Copup on Instagram');
  const friends = (await player.get('/task/referral-tasks')).body as ReferralTask[];
  expect(friends.map(({ required_referrals }) => required_referrals)).toEqual([3, 10, 25]);
  const operator = await app.signIn({ role: 1 });
  const uploads = (await operator.get('/admin/task-uploads')).body as AdminTaskUpload[];
  expect(uploads.map(({ status }) => status).sort()).toEqual([
    'approved',
    'pending',
    'pending',
    'pending',
    'rejected',
  ]);
  expect(uploads.every(({ same_pictures, screenshot }) => same_pictures === 0 && screenshot)).toBe(true);
  expect((await auditLedger(app.deps.db)).errors).toEqual([]);
});
