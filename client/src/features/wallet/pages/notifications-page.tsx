import { paths } from '@copup/shared/page-paths.ts';
import type { Notification } from '@copup/shared/users.ts';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { formatDay } from '../../../lib/format-time.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { useServerNow } from '../../../realtime/index.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Page as PageBody, PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import type { NoticeFilter } from '../api.ts';
import { NoticeRow } from '../notice-row.tsx';
import { NoticeSettings } from '../notice-settings.tsx';
import { useInbox } from '../use-inbox.ts';

/** W6: the inbox. */
export function Page() {
  useTitle('Notifications');
  const [filter, setFilter] = useState<NoticeFilter>('all');
  const [areSettingsOpen, setAreSettingsOpen] = useState(false);
  return (
    <>
      <PageHeader title="Notifications" backTo={paths.dashboard}>
        <IconButton
          label="Notification settings"
          className="bg-surface shadow-1"
          onClick={() => setAreSettingsOpen(true)}
        >
          <SlidersHorizontal size={20} aria-hidden />
        </IconButton>
      </PageHeader>
      <PageBody>
        <Inbox key={filter} filter={filter} onFilter={setFilter} />
      </PageBody>
      {areSettingsOpen ? <NoticeSettings onClose={() => setAreSettingsOpen(false)} /> : null}
    </>
  );
}

function Inbox({ filter, onFilter }: { filter: NoticeFilter; onFilter: (filter: NoticeFilter) => void }) {
  const inbox = useInbox(filter);
  const { items, newer, unread, isPending, isError, hasNextPage, isFetchingNextPage } = inbox;
  const nowMs = useServerNow();
  return (
    <div className="grid max-w-[760px] gap-3.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-52 flex-1">
          <Tabs
            label="Which notifications"
            value={filter}
            onChange={onFilter}
            tabs={[
              { value: 'all', name: 'All' },
              { value: 'unread', name: unread > 0 ? `Unread ${unread}` : 'Unread' },
            ]}
          />
        </div>
        <button
          type="button"
          className="min-h-tap text-sm font-semibold text-brand disabled:text-ink-3"
          disabled={unread === 0}
          onClick={inbox.markAllRead}
        >
          Mark all read
        </button>
      </div>
      <div role="status">
        {newer > 0 ? (
          <Button look="ink" size="sm" className="w-full" onClick={inbox.showNewer}>
            {newer === 1 ? '1 new notification' : `${newer} new notifications`}
          </Button>
        ) : null}
      </div>
      {isPending ? <Skeletons text="Loading notifications..." count={4} className="h-17" /> : null}
      {isError ? (
        <ErrorState message="Error fetching notifications" onRetry={() => void inbox.refetch()} />
      ) : null}
      {!isPending && !isError && items.length === 0 ? (
        filter === 'all' ? (
          <EmptyState title="No notifications yet">News about your bids and coins is listed here.</EmptyState>
        ) : (
          <EmptyState title="No unread notifications" />
        )
      ) : null}
      {byDay(items, nowMs).map(([day, notices]) => (
        <section key={day} aria-label={day} className="grid gap-2">
          <h2 className="px-1 font-sans text-sm font-semibold text-ink-2">{day}</h2>
          <ul className="divide-y divide-line overflow-hidden rounded-lg bg-surface shadow-2">
            {notices.map((item) => (
              <NoticeRow key={item.id} item={item} onRead={() => inbox.markRead(item)} />
            ))}
          </ul>
        </section>
      ))}
      {hasNextPage ? (
        <Button
          look="line"
          size="sm"
          className="w-full"
          busy={isFetchingNextPage}
          onClick={() => void inbox.fetchNextPage()}
        >
          Older
        </Button>
      ) : null}
    </div>
  );
}

function byDay(items: readonly Notification[], nowMs: number): [string, Notification[]][] {
  const days = new Map<string, Notification[]>();
  for (const item of items) {
    const day = formatDay(Date.parse(item.created_at), nowMs);
    days.set(day, [...(days.get(day) ?? []), item]);
  }
  return [...days];
}
