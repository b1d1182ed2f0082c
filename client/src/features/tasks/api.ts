import type { ConvertTerms, ReferralTask, SocialTask } from '@copup/shared/tasks.ts';
import { request } from '../../lib/api.ts';
import { requestPage } from '../../lib/list-page.ts';

export const listTasks = (before: string | undefined, signal: AbortSignal) =>
  requestPage<SocialTask>('/task/tasks', { before }, signal);
export const readTask = (id: number, signal: AbortSignal) =>
  request<SocialTask>(`/task/tasks/${id}`, { signal });
export const listReferralTasks = (before: string | undefined, signal: AbortSignal) =>
  requestPage<ReferralTask>('/task/referral-tasks', { before }, signal);

/** What a conversion would do now (T7). */
export const readTerms = (signal: AbortSignal) => request<ConvertTerms>('/task/convert', { signal });
