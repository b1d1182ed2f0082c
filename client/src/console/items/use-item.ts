import { itemRoom } from '@copup/shared/room-names.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../lib/api.ts';
import { call } from '../../lib/calls.ts';
import { useFresh } from '../../lib/read-query.ts';
import { useRoomChanges } from '../../realtime/index.ts';

/** Reads an item again whenever its room reports a change. */
export function useItem<Item>(kind: string, resource: string, id: string) {
  const client = useQueryClient();
  // Also with the first version: the item may have changed between its reply and the join.
  useRoomChanges<'item'>(itemRoom(kind, id), () => {
    void client.invalidateQueries({ queryKey: ['item', kind, id] });
  });
  return useFresh(['item', kind, id], (signal) =>
    request<Item>(`/admin/${resource}/${encodeURIComponent(id)}`, { signal }),
  );
}

const PAGE = 30;

/**
 * Reads the pages of an item's timeline. While only the newest page is shown it follows the item; further down, new
 * entries are offered and do not move what the operator reads.
 */
export function useItemTimeline(kind: string, id: string, source: string | null) {
  const client = useQueryClient();
  const queryKey = ['item-timeline', kind, id, source];
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call('GET /admin/timelines/:kind/:id', {
        params: { kind, id },
        query: { limit: PAGE, source: source ?? undefined, before: pageParam ?? undefined },
        signal,
      }),
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    // Else every page is read again, and the entries move.
    refetchOnWindowFocus: false,
  });
  const [hasNews, setHasNews] = useState(false);
  const isAtTop = (query.data?.pages.length ?? 0) <= 1;
  useRoomChanges<'item'>(itemRoom(kind, id), () => {
    // Several parts of the page show the same timeline.
    if (isAtTop) void query.refetch({ cancelRefetch: false });
    else setHasNews(true);
  });
  const showNews = () => {
    setHasNews(false);
    void client.resetQueries({ queryKey });
  };
  return { ...query, hasNews, showNews };
}
