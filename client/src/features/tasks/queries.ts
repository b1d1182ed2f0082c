import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSignedInUser } from '../../lib/session.ts';
import { listReferralTasks, listTasks, readTask, readTerms } from './api.ts';

/** First part of the keys of everything that a decision or a reward changes. */
export const tasksKey = 'tasks';

const firstPage = null as string | null;

export const tasksQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [tasksKey, userId, 'social'],
    queryFn: ({ pageParam, signal }) => listTasks(pageParam, signal),
    initialPageParam: firstPage,
    getNextPageParam: ({ next }) => next,
    staleTime: 1_000,
  });

export const referralTasksQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [tasksKey, userId, 'referral'],
    queryFn: ({ pageParam, signal }) => listReferralTasks(pageParam, signal),
    initialPageParam: firstPage,
    getNextPageParam: ({ next }) => next,
    staleTime: 1_000,
  });

const termsQuery = (userId: string) =>
  queryOptions({
    queryKey: [tasksKey, userId, 'terms'],
    queryFn: ({ signal }) => readTerms(signal),
    staleTime: 60_000,
  });

/** One social task, for an address of a task that is not among the listed ones. */
export function useTask(id: number, isNeeded: boolean) {
  const user = useSignedInUser();
  return useQuery({
    queryKey: [tasksKey, user.id, 'social', id],
    queryFn: ({ signal }) => readTask(id, signal),
    enabled: isNeeded,
    staleTime: 1_000,
  });
}

/** The social tasks, newest first. */
export function useTasks() {
  const query = useInfiniteQuery(tasksQuery(useSignedInUser().id));
  return { ...query, tasks: query.data?.pages.flatMap(({ items }) => items) };
}

/** The referral tasks, by the number of friends. */
export function useReferralTasks() {
  const query = useInfiniteQuery(referralTasksQuery(useSignedInUser().id));
  const tasks = query.data?.pages
    .flatMap(({ items }) => items)
    .sort((one, other) => one.required_referrals - other.required_referrals);
  return { ...query, tasks };
}

/** The rate of the conversion. */
export const useTerms = () => useQuery(termsQuery(useSignedInUser().id));
