import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { callPage, type ListOptions, type ListPage, type Route } from './calls.ts';

/** The query of a list whose pages are read on demand. Its data are the items of all pages that were read. */
export const pagesQuery = <One>(
  queryKey: readonly unknown[],
  read: (before: string | undefined, signal: AbortSignal) => Promise<ListPage<One>>,
  options: { staleTime?: number } = {},
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: itemsOf<One>,
    ...options,
  });

/** The same for a route whose reply is the items of a page. */
export const listQuery = <Of extends Route>(
  queryKey: readonly unknown[],
  route: Of,
  { query, ...options }: Omit<ListOptions<Of>, 'signal'> & { staleTime?: number } = {},
) => pagesQuery(queryKey, (before, signal) => callPage(route, before, { query, signal }), options);

/** Returns the items of all pages. */
export const itemsOf = <One>({ pages }: InfiniteData<ListPage<One>>): One[] =>
  pages.flatMap(({ items }) => items);

/** Changes items in all cached lists whose keys begin with this one. */
export function changeItems<One>(
  queries: QueryClient,
  queryKey: readonly unknown[],
  change: (item: One) => One,
): void {
  queries.setQueriesData<InfiniteData<ListPage<One>>>(
    { queryKey },
    (lists) =>
      lists && {
        ...lists,
        pages: lists.pages.map((page) => ({ ...page, items: page.items.map(change) })),
      },
  );
}
