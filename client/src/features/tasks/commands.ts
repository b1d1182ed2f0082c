import type { UploadReply } from '@copup/shared/tasks.ts';
import { callOnce } from '../../lib/calls.ts';
import { dataUrlOf, type Picture } from '../../parts/shrink-picture.ts';
import { type OnProgress, sendWithProgress } from './send-with-progress.ts';

/** A lost connection is noticed by `sendWithProgress`; a slow one may take this long. */
const uploadTimeoutMs = 600_000;

/** Sends a screenshot (T1). The chosen file's name, size and time represent it in the stored intent. */
export async function uploadScreenshot(
  taskId: number,
  { name, size, lastModified, blob }: Picture,
  onProgress: OnProgress,
): Promise<UploadReply> {
  return callOnce(`task:${taskId}`, 'POST /task/tasks/:id/upload', {
    params: { id: taskId },
    body: { name, size, lastModified, sent: blob.size },
    sent: { screenshot: await dataUrlOf(blob) },
    timeoutMs: uploadTimeoutMs,
    send: sendWithProgress(onProgress),
  });
}

export const verifyReferralTask = (id: number) =>
  callOnce(`referral-task:${id}`, 'POST /task/referral-tasks/:id/verify', { params: { id } });

/** Converts at the shown rate; the server refuses when it has another one by now. */
export const convertTaskCoins = ({ taskCoins, rate }: { taskCoins: number; rate: number }) =>
  callOnce('task-convert', 'POST /task/convert', { body: { task_coin: taskCoins, rate } });
