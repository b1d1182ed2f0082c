import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { request, requestWithHeaders } from '../../lib/api.ts';
import { totalOf } from '../data-provider.ts';
import { overviewKey } from '../use-overview.ts';
import type { Queued, QueueListKind } from './decision.ts';

export const perPage = 25;
/** Decisions of other operators appear when the operator returns to the page, and after each own decision. */
const whenShown = { staleTime: 0, refetchOnWindowFocus: 'always' } as const;

interface QueueList<Item> {
  items: readonly Item[];
  total: number;
}

/** Reads one page of a list: what is due first; without a status the newest first. */
export function useQueueList<Item extends Queued>(
  resource: string,
  { status, filter, sort = 'id' }: QueueListKind,
  page: number,
) {
  const order = status === '' ? 'DESC' : 'ASC';
  const query = new URLSearchParams({
    ...{ page: String(page), perPage: String(perPage) },
    ...{ sort, order, ...filter },
  });
  if (status !== '') query.set('status', status);
  return useQuery({
    queryKey: ['queue', resource, String(query)],
    queryFn: async ({ signal }): Promise<QueueList<Item>> => {
      const { reply, headers } = await requestWithHeaders<Item[]>(`/admin/${resource}?${query}`, { signal });
      return { items: reply, total: totalOf(headers.get('content-range'), reply.length) };
    },
    placeholderData: keepPreviousData,
    ...whenShown,
  });
}

/** Reads one item, so that it stays visible after another operator has decided it. */
export function useQueueItem<Item extends Queued>(resource: string, id: number | null) {
  return useQuery({
    queryKey: ['queue', resource, 'item', id],
    queryFn: ({ signal }) => request<Item>(`/admin/${resource}/${id}`, { signal }),
    enabled: id !== null,
    ...whenShown,
  });
}

/** Returns a function that reloads the queue and the counts of all queues. */
export function useReloadQueue(resource: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['queue', resource] }),
      client.invalidateQueries({ queryKey: overviewKey }),
    ]);
  };
}
