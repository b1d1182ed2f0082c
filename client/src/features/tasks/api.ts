import type {
  ConvertReply,
  ConvertTerms,
  ReferralTask,
  SocialTask,
  UploadReply,
  VerifyReply,
} from '@copup/shared/tasks.ts';
import { request, requestWithHeaders } from '../../lib/api.ts';
import { postIntent } from '../../lib/intents.ts';
import { type OnProgress, sendWithProgress } from './send-with-progress.ts';
import { dataUrlOf, type Picture } from './shrink-picture.ts';

interface Page<Item> {
  items: Item[];
  next: string | null;
}

async function listPage<Item>(path: string, before: string | null, signal: AbortSignal): Promise<Page<Item>> {
  const query = before === null ? '' : `?before=${encodeURIComponent(before)}`;
  const { reply, headers } = await requestWithHeaders<Item[]>(`${path}${query}`, { signal });
  return { items: reply, next: headers.get('x-next-cursor') };
}

export const listTasks = (before: string | null, signal: AbortSignal) =>
  listPage<SocialTask>('/task/tasks', before, signal);
export const listReferralTasks = (before: string | null, signal: AbortSignal) =>
  listPage<ReferralTask>('/task/referral-tasks', before, signal);

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

export const readTerms = (signal: AbortSignal) => request<ConvertTerms>('/task/convert', { signal });
export const convertTaskCoins = (taskCoins: number) =>
  postIntent<ConvertReply>('task-convert', '/task/convert', { task_coin: taskCoins });
