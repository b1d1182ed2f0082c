import type { ReactNode } from 'react';
import { ErrorState, Skeletons } from './states.tsx';

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
