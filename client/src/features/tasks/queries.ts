import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call, callPage } from '../../lib/calls.ts';
import { listQuery } from '../../lib/list-page.ts';
import { readQuery } from '../../lib/read-query.ts';
import { useSignedInUser } from '../../lib/session.ts';

const listTasks = (before: string | undefined, signal: AbortSignal) =>
  callPage('GET /task/tasks', { query: { before }, signal });
const readTask = (id: number, signal: AbortSignal) => call('GET /task/tasks/:id', { params: { id }, signal });
const listReferralTasks = (before: string | undefined, signal: AbortSignal) =>
  callPage('GET /task/referral-tasks', { query: { before }, signal });

/** What a conversion would do now (T7). */
const readTerms = (signal: AbortSignal) => call('GET /task/convert', { signal });

/** First part of the keys of everything that a decision or a reward changes. */
export const tasksKey = 'tasks';

export const tasksQuery = (userId: string) =>
  listQuery([tasksKey, userId, 'social'], listTasks, { staleTime: 1_000 });

export const referralTasksQuery = (userId: string) =>
  listQuery([tasksKey, userId, 'referral'], listReferralTasks, { staleTime: 1_000 });

const termsQuery = (userId: string) =>
  readQuery([tasksKey, userId, 'terms'], readTerms, { staleTime: 60_000 });

/** One social task, for an address of a task that is not among the listed ones. */
export function useTask(id: number, isNeeded: boolean) {
  const user = useSignedInUser();
  return useQuery(
    readQuery([tasksKey, user.id, 'social', id], (signal) => readTask(id, signal), {
      enabled: isNeeded,
      staleTime: 1_000,
    }),
  );
}

/** The social tasks, newest first. */
export function useTasks() {
  const query = useInfiniteQuery(tasksQuery(useSignedInUser().id));
  return { ...query, tasks: query.data };
}

/** The referral tasks, by the number of friends. */
export function useReferralTasks() {
  const query = useInfiniteQuery(referralTasksQuery(useSignedInUser().id));
  const tasks =
    query.data && [...query.data].sort((one, other) => one.required_referrals - other.required_referrals);
  return { ...query, tasks };
}

/** The rate of the conversion. */
export const useTerms = () => useQuery(termsQuery(useSignedInUser().id));
