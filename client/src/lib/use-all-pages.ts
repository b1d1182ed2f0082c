import { useEffect } from 'react';

interface PagedList {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/** Reads the further pages of a list too, one after the other, where a later row may be the most important one. */
export function useAllPages({
  hasNextPage,
  isFetching,
  isFetchNextPageError,
  fetchNextPage,
}: PagedList): void {
  const isDue = hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (isDue) void fetchNextPage();
  }, [isDue, fetchNextPage]);
}
