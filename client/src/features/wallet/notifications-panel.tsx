import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { formatAge } from '../../lib/format-time.ts';
import { useServerNow } from '../../realtime/index.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Modal } from '../../ui/modal.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { listNotifications, markNotificationsRead } from './api.ts';
import { noticePath, noticeText } from './notice-text.ts';

/** The inbox. Opening it marks its notices as read, including those that arrive while it is open. */
export function NotificationsPanel({ unread, onClose }: { unread: number; onClose: () => void }) {
  const queries = useQueryClient();
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery({
      queryKey: ['notifications'],
      queryFn: ({ pageParam, signal }) => listNotifications(pageParam, signal),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.next,
      staleTime: 0,
    });
  const { mutate: markRead } = useMutation({ mutationFn: markNotificationsRead });
  const nowMs = useServerNow();

  useEffect(() => {
    if (unread === 0) return;
    void queries.invalidateQueries({ queryKey: ['notifications'] });
    markRead();
  }, [unread, markRead, queries]);

  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Modal title="Notifications" onClose={onClose} asPanel>
      {isPending ? <Skeletons text="Loading notifications..." count={4} className="mb-3 h-12" /> : null}
      {isError ? <ErrorState message="Error fetching notifications" onRetry={() => void refetch()} /> : null}
      {!isPending && !isError && items.length === 0 ? (
        <EmptyState level={3} title="No notifications yet">
          You’ll see news about your bids and coins here.
        </EmptyState>
      ) : null}
      <ul className="divide-y divide-line">
        {items.map((item) => {
          const path = noticePath(item);
          const line = (
            <>
              <span className={classNames('flex-1', !item.read && 'font-semibold')}>{noticeText(item)}</span>
              <span className="text-xs text-ink-3">{formatAge(nowMs - Date.parse(item.created_at))}</span>
            </>
          );
          const shape = 'flex min-h-15 items-center gap-3 py-2 text-sm';
          return (
            <li key={item.id}>
              {path ? (
                <Link to={path} onClick={onClose} className={shape}>
                  {line}
                </Link>
              ) : (
                <div className={shape}>{line}</div>
              )}
            </li>
          );
        })}
      </ul>
      {hasNextPage ? (
        <Button
          look="line"
          size="sm"
          className="mt-3 w-full"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Older
        </Button>
      ) : null}
    </Modal>
  );
}
