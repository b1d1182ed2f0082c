import { paths } from '@copup/shared/page-paths.ts';
import type { mutableKinds, NotificationKind, NotificationPreferences } from '@copup/shared/users.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { formatDay } from '../../../lib/format-time.ts';
import { groupBy } from '../../../lib/group-by.ts';
import { useSignedInUser } from '../../../lib/session.ts';
import { useServerNow } from '../../../realtime/index.ts';
import { Button, ButtonLink, IconButton } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { EmptyState, FailedRead, Skeletons } from '../../../ui/states.tsx';
import { SwitchRow } from '../../../ui/switch.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { toast } from '../../../ui/toast.ts';
import { type NoticeFilter, readPreferences, writePreferences } from '../api.ts';
import { NoticeRow } from '../notice-row.tsx';
import { useInbox } from '../use-inbox.ts';

/** W6: the inbox. */
export function Page() {
  const [filter, setFilter] = useState<NoticeFilter>('all');
  const [areSettingsOpen, setAreSettingsOpen] = useState(false);
  return (
    <Screen
      title="Notifications"
      backTo={paths.dashboard}
      aside={
        <IconButton
          label="Notification settings"
          className="bg-surface shadow-1"
          onClick={() => setAreSettingsOpen(true)}
        >
          <SlidersHorizontal size={20} aria-hidden />
        </IconButton>
      }
    >
      <Inbox key={filter} filter={filter} onFilter={setFilter} />
      {areSettingsOpen ? <NoticeSettings onClose={() => setAreSettingsOpen(false)} /> : null}
    </Screen>
  );
}

function Inbox({ filter, onFilter }: { filter: NoticeFilter; onFilter: (filter: NoticeFilter) => void }) {
  const inbox = useInbox(filter);
  const { items, newer, unread, isPending, isError } = inbox;
  const nowMs = useServerNow();
  const news = items.filter(({ read }) => !read);
  const waiting = news.filter(({ needs_you }) => needs_you).length;
  // Older ones may wait too.
  const more = inbox.hasNextPage && (filter === 'needs' || news.length < unread) ? '+' : '';
  return (
    <div className="grid max-w-[760px] gap-3.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-[min(20rem,100%)] flex-1">
          <Tabs
            label="Which notifications"
            value={filter}
            onChange={onFilter}
            tabs={[
              { value: 'all', name: 'All' },
              { value: 'needs', name: waiting > 0 ? `Needs you ${waiting}${more}` : 'Needs you' },
              { value: 'unread', name: unread > 0 ? `Unread ${unread}` : 'Unread' },
            ]}
          />
        </div>
        {unread > 0 ? (
          <button
            type="button"
            className="ml-auto min-h-tap text-sm font-semibold text-brand"
            onClick={inbox.markAllRead}
          >
            Mark all read
          </button>
        ) : null}
      </div>
      <div role="status">
        {newer > 0 ? (
          <Button look="ink" size="sm" className="w-full" onClick={inbox.showNewer}>
            {newer === 1 ? '1 new notification' : `${newer} new notifications`}
          </Button>
        ) : null}
      </div>
      {isPending ? <Skeletons text="Loading notifications..." count={4} className="h-17" /> : null}
      <FailedRead query={inbox} message="Error fetching notifications" />
      {!isPending && !isError && items.length === 0 ? (
        filter === 'all' ? (
          <EmptyState title="No notifications yet">News about your bids and coins is listed here.</EmptyState>
        ) : (
          <EmptyState title={filter === 'needs' ? 'Nothing waits for you' : 'No unread notifications'}>
            Outbids, wins to collect and refused payments are listed here.
          </EmptyState>
        )
      ) : null}
      {[...groupBy(items, ({ created_at }) => formatDay(Date.parse(created_at), nowMs))].map(
        ([day, notices]) => (
          <section key={day} aria-label={day} className="grid gap-2">
            <h2 className="px-1 font-sans text-sm font-semibold text-ink-2">{day}</h2>
            <ul className="divide-y divide-line overflow-hidden rounded-lg bg-surface shadow-2">
              {notices.map((item) => (
                <NoticeRow key={item.id} item={item} onRead={() => inbox.markRead(item)} />
              ))}
            </ul>
          </section>
        ),
      )}
      <ShowMore query={inbox} text="Older" size="sm" className="w-full" />
    </div>
  );
}

type MutableKind = (typeof mutableKinds)[number];

interface Group {
  name: string;
  hint?: string;
  /** Empty for a group that is always on. */
  kinds: readonly MutableKind[];
}

const groups: readonly Group[] = [
  { name: 'Outbid', hint: 'at most one per auction', kinds: ['outbid'] },
  { name: 'Watchlist', hint: 'before an auction ends', kinds: ['ending'] },
  { name: 'Heists', hint: 'before and at the start, if you have a ticket', kinds: ['starting'] },
  { name: 'Won and lost', kinds: ['won', 'lost'] },
  { name: 'Orders', kinds: ['order'] },
  { name: 'Friends who join through your links', kinds: ['referral'] },
  { name: 'Corrections and later ends of what you entered', hint: 'always on', kinds: [] },
  { name: 'Coins, refunds and payouts', hint: 'always on', kinds: [] },
  { name: 'Sign-in and PIN changes', hint: 'always on', kinds: [] },
];

/** W6: which kinds of notices the user receives. */
function NoticeSettings({ onClose }: { onClose: () => void }) {
  const { id } = useSignedInUser();
  const queries = useQueryClient();
  const queryKey = ['notification-preferences', id];
  const { data, isPending, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => readPreferences(signal),
    staleTime: 0,
  });
  const writing = useMutation({
    mutationFn: writePreferences,
    onSuccess: (reply) => queries.setQueryData(queryKey, reply),
    onError: (error) => toast.error(messageOf(error, 'The setting could not be saved')),
  });
  const { variables } = writing;
  // The switch moves at once and returns if the change is refused.
  const isOn = (kind: NotificationKind) =>
    (writing.isPending ? variables?.preferences.find((each) => each.kind === kind)?.enabled : undefined) ??
    isEnabled(data, kind);
  return (
    <Modal title="Notification settings" onClose={onClose}>
      {(leave) => (
        <>
          {isPending ? <Skeletons text="Loading settings..." count={5} className="mb-3 h-12" /> : null}
          <FailedRead query={{ isError, refetch }} message="Error fetching settings" />
          {data ? (
            <ul className="mb-4 divide-y divide-line border-y border-line">
              {groups.map(({ name, hint, kinds }, nth) => {
                const switchId = `notices-${nth}`;
                return (
                  <li key={name}>
                    <SwitchRow
                      id={switchId}
                      name={name}
                      hint={hint}
                      isOn={kinds.every(isOn)}
                      disabled={kinds.length === 0}
                      onChange={(enabled) =>
                        writing.mutate({ preferences: kinds.map((kind) => ({ kind, enabled })) })
                      }
                    />
                  </li>
                );
              })}
            </ul>
          ) : null}
          <div className="grid gap-2.5">
            <ButtonLink look="line" to={paths.pushSettings}>
              Messages while Copup is closed
            </ButtonLink>
            <Button look="ink" onClick={leave}>
              Done
            </Button>
          </div>
        </>
      )}
    </Modal>
  );
}

const isEnabled = (data: NotificationPreferences | undefined, kind: NotificationKind) =>
  data?.preferences.find((each) => each.kind === kind)?.enabled ?? true;
