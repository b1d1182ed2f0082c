import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';

/** A page of a list (X1). */
export interface ListPage<Item> {
  items: Item[];
  /** The cursor of the next page. */
  next: string | null;
}

type ReadPage<Item> = (before: string | undefined, signal: AbortSignal) => Promise<ListPage<Item>>;

/** The query of a list whose pages are read on demand. Its data are the items of all pages that were read. */
export const listQuery = <Item>(
  queryKey: readonly unknown[],
  read: ReadPage<Item>,
  options: { staleTime?: number } = {},
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: itemsOf,
    ...options,
  });

/** Returns the items of all pages. */
export const itemsOf = <Item>({ pages }: InfiniteData<ListPage<Item>>): Item[] =>
  pages.flatMap(({ items }) => items);

/** Changes items in all cached lists whose keys begin with this one. */
export function changeItems<Item>(
  queries: QueryClient,
  queryKey: readonly unknown[],
  change: (item: Item) => Item,
): void {
  queries.setQueriesData<InfiniteData<ListPage<Item>>>(
    { queryKey },
    (lists) =>
      lists && {
        ...lists,
        pages: lists.pages.map((page) => ({ ...page, items: page.items.map(change) })),
      },
  );
}
