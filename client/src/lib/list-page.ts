import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { requestWithHeaders } from './api.ts';

/** A page of a list (X1). */
export interface ListPage<Item> {
  items: Item[];
  /** The cursor of the next page. */
  next: string | null;
}

/** Reads a page of a list that is an array. Values that are missing or empty are left out of the query. */
export async function requestPage<Item>(
  path: string,
  query: Readonly<Record<string, string | undefined>>,
  signal?: AbortSignal,
): Promise<ListPage<Item>> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value);
  const { reply, headers } = await requestWithHeaders<Item[]>(search.size > 0 ? `${path}?${search}` : path, {
    signal,
  });
  return { items: reply, next: headers.get('x-next-cursor') };
}

/** Reads all pages of a short list that is needed as a whole, such as the choices of a form. */
export async function requestAll<Item>(path: string, signal?: AbortSignal): Promise<Item[]> {
  const all: Item[] = [];
  for (let before: string | null | undefined; before !== null; ) {
    const { items, next }: ListPage<Item> = await requestPage(path, { before }, signal);
    all.push(...items);
    before = next;
  }
  return all;
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
