import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { messageOf } from '../../lib/api-error.ts';
import { useServerNow } from '../../realtime/index.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { Queued, QueueKind } from './decision.ts';
import { ItemPanel } from './item-panel.tsx';
import { QueueList } from './queue-list.tsx';
import { neighbourOf, waitingWords } from './queue-words.ts';
import { pagesOf, useQueueItem, useQueueList, useReloadQueue } from './use-queue.ts';

const ALL = 'all';

/** A queue of items that operators decide one at a time, the oldest first (O1). List and item are in the address. */
export function QueuePage<Item extends Queued>({ kind }: { kind: QueueKind<Item> }) {
  const { resource, noun, lists } = kind;
  const [search, setSearch] = useSearchParams();
  const shown = search.get('list') ?? lists[0]?.status ?? '';
  const status = shown === ALL ? '' : shown;
  const page = Math.max(1, Number(search.get('page')) || 1);
  const nowMs = useServerNow(30_000);
  const list = useQueueList<Item>(resource, status, page);
  const items = list.data?.items ?? [];
  const total = list.data?.total ?? 0;
  const asked = Number(search.get('item')) || null;
  const chosen = asked ?? items[0]?.id ?? null;
  const item = useQueueItem<Item>(resource, chosen);
  const listed = items.find(({ id }) => id === chosen);
  // The newer of the two: the item in the list, or the item that was read on its own.
  const current = listed && list.dataUpdatedAt >= item.dataUpdatedAt ? listed : item.data;
  const reload = useReloadQueue(resource);

  const go = (changes: Record<string, string | null>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      // At once: a choice that waits for a transition shows the old one for a moment.
      { replace: true, flushSync: true },
    );
  const choose = (id: number | null) => go({ item: id === null ? null : String(id) });

  // After a decision the focus is on the next item, because the form that had it is gone.
  const movesFocus = useRef(false);
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each item
  useEffect(() => {
    if (!movesFocus.current) return;
    movesFocus.current = false;
    const heading = place.current?.querySelector<HTMLElement>('#queue-item');
    (heading ?? place.current)?.focus();
  }, [chosen, items.length]);
  const next = () => {
    movesFocus.current = true;
    choose(chosen === null ? null : neighbourOf(items, chosen));
  };
  const oldest = status === '' ? undefined : items[0];

  return (
    <>
      <p role="status" className="-mt-3 text-sm text-ink-2">
        {list.data && status !== ''
          ? waitingWords(total, oldest && page === 1 ? nowMs - Date.parse(oldest.created_at) : null)
          : ''}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Tabs
          label={`Lists of ${noun}s`}
          value={shown}
          onChange={(value) => go({ list: value, item: null, page: null })}
          tabs={lists.map(({ status: value, name }) => ({ value: value === '' ? ALL : value, name }))}
        />
        <Button look="line" size="sm" busy={list.isFetching && !list.isPending} onClick={() => void reload()}>
          Refresh
        </Button>
      </div>
      {list.error ? (
        <ErrorState
          message={messageOf(list.error, 'The list could not be read.')}
          onRetry={() => void list.refetch()}
        />
      ) : null}
      {list.isPending && !list.error ? <Skeletons text="Loading..." count={5} className="h-15" /> : null}
      <div
        ref={place}
        tabIndex={-1}
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 outline-none lg:grid-cols-[19rem_minmax(0,1fr)]"
      >
        {list.data && items.length === 0 ? (
          <EmptyState title="Nothing waits here" className="lg:col-span-2" />
        ) : null}
        {items.length > 0 ? (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
            <QueueList
              kind={kind}
              label={`${noun}s`}
              items={items}
              chosen={chosen}
              nowMs={nowMs}
              isMixed={status === ''}
              onChoose={choose}
            />
            {pagesOf(total) > 1 ? (
              <div className="flex items-center justify-between gap-2 text-sm text-ink-2">
                <Button
                  look="line"
                  size="sm"
                  disabled={page === 1}
                  onClick={() => go({ page: String(page - 1), item: null })}
                >
                  Previous
                </Button>
                Page {page} of {pagesOf(total)}
                <Button
                  look="line"
                  size="sm"
                  disabled={page >= pagesOf(total)}
                  onClick={() => go({ page: String(page + 1), item: null })}
                >
                  Next page
                </Button>
              </div>
            ) : null}
          </div>
        ) : null}
        {current ? (
          <ItemPanel
            key={current.id}
            kind={kind}
            item={current}
            onNext={next}
            onDone={() => {
              next();
              void reload();
            }}
            onConflict={() => {
              // Keeps the item visible, with the other operator's decision.
              choose(chosen);
              void reload();
            }}
          />
        ) : null}
        {item.error && !current ? (
          <ErrorState
            message={messageOf(item.error, `The ${noun} could not be read.`)}
            onRetry={() => void item.refetch()}
          />
        ) : null}
      </div>
    </>
  );
}
