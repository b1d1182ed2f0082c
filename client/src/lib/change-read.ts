import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Changes what was read, after a command or a room told of it. A read in flight may be older than the change, so it is
 * started again and cannot undo it.
 */
export function changeRead<Reply>(
  queries: QueryClient,
  queryKey: QueryKey,
  change: (known: Reply) => Reply,
): void {
  const filter = { queryKey, exact: true };
  queries.setQueryData<Reply>(queryKey, (known) => known && change(known));
  if (queries.isFetching(filter) > 0) void queries.invalidateQueries(filter);
}
