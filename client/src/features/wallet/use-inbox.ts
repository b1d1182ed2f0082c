import type { Notification, NotificationsReply } from '@copup/shared/users.ts';
import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useBalance } from '../../balance/use-balance.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { listNotifications, markNotificationRead, markNotificationsRead, type NoticeFilter } from './api.ts';

type Pages = InfiniteData<NotificationsReply, string | null>;

/**
 * The notices of one filter. The list does not move while it is read: newer notices are counted and shown on request,
 * and notices that were read stay in the list of unread ones. The state of reading follows the user's other tabs.
 */
export function useInbox(filter: NoticeFilter) {
  const { id } = useSignedInUser();
  const queries = useQueryClient();
  const queryKey = ['notifications', id, filter];
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => listNotifications(filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];

  /** The newest notice that is shown, once the first page has arrived; '' when there was none. */
  const [newest, setNewest] = useState<string | null>(null);
  const first = query.data ? (items[0]?.id ?? '') : null;
  if (newest === null && first !== null) setNewest(first);

  const unread = useBalance()?.unread;
  const { refetch } = query;
  useEffect(() => {
    // Unread ones are not read again while they are shown: those read meanwhile would disappear.
    if (unread !== undefined && filter === 'all') void refetch();
  }, [unread, filter, refetch]);

  const setRead = (isRead: (item: Notification) => boolean) =>
    queries.setQueriesData<Pages>({ queryKey: ['notifications', id] }, (data) =>
      data
        ? {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              items: page.items.map((item) => (isRead(item) ? { ...item, read: true } : item)),
            })),
          }
        : data,
    );
  const { mutate: read } = useMutation({ mutationFn: markNotificationRead });
  const { mutate: readAll } = useMutation({ mutationFn: markNotificationsRead });

  const isShown = (item: Notification) => newest === null || newest === '' || item.id <= newest;
  return {
    ...query,
    unread: unread ?? 0,
    items: newest === '' && items.length > 0 ? [] : items.filter(isShown),
    newer: newest === '' ? items.length : items.filter((item) => !isShown(item)).length,
    showNewer: () => setNewest(first),
    markRead: (item: Notification) => {
      if (item.read) return;
      setRead(({ id: each }) => each === item.id);
      read(item.id);
    },
    markAllRead: () => {
      setRead(() => true);
      readAll();
    },
  };
}
