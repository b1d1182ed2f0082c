import type { ReactNode } from 'react';
import { ErrorState, Skeletons, useSteadyLoading } from './states.tsx';

export interface LoadedListProps<Item> {
  /** The state of the request, as react-query returns it. */
  query: {
    data: readonly Item[] | undefined;
    isPending: boolean;
    isError: boolean;
    refetch: () => unknown;
  };
  /** The texts while the list is loading and after an error. */
  loading: string;
  failed: string;
  skeleton: { count: number; className: string };
  /** In place of an empty list. */
  empty: ReactNode;
  /** The content for a list that is not empty. */
  children: (items: readonly Item[]) => ReactNode;
}

/** Shows one of the states of a requested list. After an error an earlier list stays visible. */
export function LoadedList<Item>({
  query: { data, isPending, isError, refetch },
  loading,
  failed,
  skeleton,
  empty,
  children,
}: LoadedListProps<Item>) {
  if (isPending) return <Skeletons text={loading} {...skeleton} />;
  return (
    <>
      {isError ? <ErrorState message={failed} onRetry={() => void refetch()} /> : null}
      {data?.length === 0 ? empty : null}
      {data && data.length > 0 ? children(data) : null}
    </>
  );
}

interface SteadyListProps<Item> extends LoadedListProps<Item> {
  query: LoadedListProps<Item>['query'] & { isPaused?: boolean };
  /** In place of a list that was never read and waits for a network. */
  paused?: ReactNode;
  /** Class name of the skeletons' frame. */
  frame?: string;
}

/** The list of a screen: once visible, the skeletons stay for a moment, so that nothing flickers. */
export function SteadyList<Item>({ query, paused, frame, ...texts }: SteadyListProps<Item>) {
  const { data, isPending, isPaused, isError, refetch } = query;
  const isWaiting = isPending && isPaused === true && paused !== undefined;
  const isLoading = useSteadyLoading(isPending && !isWaiting);
  const items = isLoading ? undefined : data;
  const skeletons = <Skeletons text={texts.loading} {...texts.skeleton} />;
  return (
    <>
      {isError ? <ErrorState isWhole={!items} message={texts.failed} onRetry={() => void refetch()} /> : null}
      {isLoading ? frame ? <div className={frame}>{skeletons}</div> : skeletons : null}
      {isWaiting ? paused : null}
      {items?.length === 0 ? texts.empty : null}
      {items && items.length > 0 ? texts.children(items) : null}
    </>
  );
}
