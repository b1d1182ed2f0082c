import type { ConvertTerms, ReferralTask, SocialTask } from '@copup/shared/tasks.ts';
import { request, requestWithHeaders } from '../../lib/api.ts';

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
export const readTask = (id: number, signal: AbortSignal) =>
  request<SocialTask>(`/task/tasks/${id}`, { signal });
export const listReferralTasks = (before: string | null, signal: AbortSignal) =>
  listPage<ReferralTask>('/task/referral-tasks', before, signal);

/** What a conversion would do now (T7). */
export const readTerms = (signal: AbortSignal) => request<ConvertTerms>('/task/convert', { signal });
