import type { ConvertReply, UploadReply, VerifyReply } from '@copup/shared/tasks.ts';
import { postIntent } from '../../lib/intents.ts';
import { type OnProgress, sendWithProgress } from './send-with-progress.ts';
import { dataUrlOf, type Picture } from './shrink-picture.ts';

/** A lost connection is noticed by `sendWithProgress`; a slow one may take this long. */
const uploadTimeoutMs = 600_000;

/** Sends a screenshot (T1). The chosen file's name, size and time represent it in the stored intent. */
export async function uploadScreenshot(
  taskId: number,
  { name, size, lastModified, blob }: Picture,
  onProgress: OnProgress,
): Promise<UploadReply> {
  return postIntent<UploadReply>(
    `task:${taskId}`,
    `/task/tasks/${taskId}/upload`,
    { name, size, lastModified, sent: blob.size },
    {
      sent: { screenshot: await dataUrlOf(blob) },
      timeoutMs: uploadTimeoutMs,
      send: sendWithProgress(onProgress),
    },
  );
}

export const verifyReferralTask = (id: number) =>
  postIntent<VerifyReply>(`referral-task:${id}`, `/task/referral-tasks/${id}/verify`);

/** Converts at the shown rate; the server refuses when it has another one by now. */
export const convertTaskCoins = ({ taskCoins, rate }: { taskCoins: number; rate: number }) =>
  postIntent<ConvertReply>('task-convert', '/task/convert', { task_coin: taskCoins, rate });
