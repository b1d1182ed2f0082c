import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/calls.ts';
import { listQuery } from '../../lib/list-page.ts';
import { readQuery } from '../../lib/read-query.ts';
import { useSignedInUser } from '../../lib/session.ts';

/** First part of the keys of everything that a decision or a reward changes. */
export const tasksKey = 'tasks';

export const tasksQuery = (userId: string) =>
  listQuery([tasksKey, userId, 'social'], 'GET /task/tasks', { staleTime: 1_000 });

export const referralTasksQuery = (userId: string) =>
  listQuery([tasksKey, userId, 'referral'], 'GET /task/referral-tasks', { staleTime: 1_000 });

/** One social task, for an address of a task that is not among the listed ones. */
export function useTask(id: number, isNeeded: boolean) {
  const user = useSignedInUser();
  return useQuery(
    readQuery(
      [tasksKey, user.id, 'social', id],
      (signal) => call('GET /task/tasks/:id', { params: { id }, signal }),
      { enabled: isNeeded, staleTime: 1_000 },
    ),
  );
}

/** The social tasks, newest first. */
export const useTasks = () => useInfiniteQuery(tasksQuery(useSignedInUser().id));

/** The referral tasks, by the number of friends. */
export function useReferralTasks() {
  const query = useInfiniteQuery(referralTasksQuery(useSignedInUser().id));
  const data =
    query.data && [...query.data].sort((one, other) => one.required_referrals - other.required_referrals);
  return { ...query, data };
}

/** T7: what a conversion would do now. */
export const useTerms = () =>
  useQuery(
    readQuery([tasksKey, useSignedInUser().id, 'terms'], (signal) => call('GET /task/convert', { signal }), {
      staleTime: 60_000,
    }),
  );
