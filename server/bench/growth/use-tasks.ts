import type { ApiClient } from '@copup/testkit/client.ts';
import sharp from 'sharp';
import type { GrownServer } from './grown-server.ts';

/** A task with an upload of the measured player. */
export interface TaskIds {
  taskId: string;
  uploadId: string;
  referralTaskId: string;
}

/** Creates a task and uploads a screenshot for it. */
export async function useTasks({ operator, deps }: GrownServer, player: ApiClient): Promise<TaskIds> {
  const terms = { title: 'Measured task', description: 'Send a screenshot.', task_coin_reward: 10 };
  const created = await operator.post('/admin/tasks', { ...terms, urlLink: 'https://x.com/copup' });
  if (created.status !== 201) throw new Error(created.text);
  const taskId: number = created.body.id;
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#357' } })
    .png()
    .toBuffer();
  const screenshot = `data:image/png;base64,${picture.toString('base64')}`;
  const uploaded = await player.post(`/task/tasks/${taskId}/upload`, { screenshot });
  if (uploaded.status !== 200) throw new Error(uploaded.text);
  const { rows } = await deps.db.pool.query<{ upload: string; referral: string }>(
    `SELECT (SELECT max(id)::text FROM task_uploads) AS upload, (SELECT max(id)::text FROM referral_tasks) AS referral`,
  );
  return { taskId: String(taskId), uploadId: rows[0]?.upload ?? '', referralTaskId: rows[0]?.referral ?? '' };
}
