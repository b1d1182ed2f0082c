import { isolate } from '@copup/shared/isolate.ts';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { useChoices } from '../../lib/use-choices.ts';
import { useServerNow } from '../../realtime/index.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ExportButton } from '../export-button.tsx';
import { useLiveList } from '../use-live-list.ts';
import { BulkBar } from './bulk-bar.tsx';
import { bulkSummary } from './bulk-summary.ts';
import type { Queued, QueueKind, QueueListKind } from './decision.ts';
import { ItemPanel } from './item-panel.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import { QueueList } from './queue-list.tsx';
import { QueuePaging } from './queue-paging.tsx';
import { neighbourOf, stepTo, waitingWords } from './queue-words.ts';
import { useQueueItem, useQueueList, useReloadQueue } from './use-queue.ts';
import { useSelection } from './use-selection.ts';

const ALL = 'all';
const noItems: readonly never[] = [];
/** The name of a list in the address. */
const keyOf = ({ key, status }: QueueListKind) => key ?? (status === '' ? ALL : status);

/** Keeps an item that left the list while it was shown, at its place. */
function withDecided<Item extends Queued>(
  items: readonly Item[],
  decided: Item | undefined,
  place: number | undefined,
): readonly Item[] {
  return decided && place !== undefined ? [...items.slice(0, place), decided, ...items.slice(place)] : items;
}

function exportQuery({ status, filter }: QueueListKind): string {
  return String(new URLSearchParams({ sort: 'id', ...(status && { status }), ...filter }));
}

/** A queue of items that operators decide one at a time, the oldest first (O1). List and item are in the address. */
export function QueuePage<Item extends Queued>({ kind }: { kind: QueueKind<Item> }) {
  const { resource, noun, lists } = kind;
  const [search, setSearch] = useChoices();
  const list = lists.find((each) => keyOf(each) === search.get('list')) ?? (lists[0] as QueueListKind);
  const { status } = list;
  const page = Math.max(1, Number(search.get('page')) || 1);
  const nowMs = useServerNow(30_000);
  const read = useQueueList<Item>(resource, list, page);
  const items = read.data?.items ?? noItems;
  const total = read.data?.total ?? 0;
  const asked = Number(search.get('item')) || null;
  const chosen = asked ?? items[0]?.id ?? null;
  const item = useQueueItem<Item>(resource, chosen);
  const listed = items.find(({ id }) => id === chosen);
  // The newer of the two: the item in the list, or the item that was read on its own.
  const current = listed && read.dataUpdatedAt >= item.dataUpdatedAt ? listed : item.data;
  const reload = useReloadQueue(resource);

  const go = (changes: Record<string, string | null>) =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      return next;
    });
  const choose = (id: number | null) => go({ item: id === null ? null : String(id) });

  // Another operator may decide the item that is shown: it stays, with that decision.
  const decidedHere = useRef(new Set<number>());
  useLiveList(resource, () => {
    if (asked === null && chosen !== null && !decidedHere.current.has(chosen)) choose(chosen);
    void reload();
  });
  const places = useRef(new Map<number, number>());
  if (read.data && !read.isPlaceholderData)
    for (const [nth, { id }] of items.entries()) places.current.set(id, nth);
  const shown = withDecided(items, listed ? undefined : current, places.current.get(chosen ?? 0));

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

  const selection = useSelection(items);
  const canSelect = kind.bulk !== undefined && status === 'pending';
  const [summary, setSummary] = useState<ReturnType<typeof bulkSummary> | null>(null);
  const [isViewing, setIsViewing] = useState(false);
  const stepBy = (step: 1 | -1) => {
    const id = stepTo(items, chosen, step);
    return id === null || id === chosen ? undefined : () => choose(id);
  };
  const closeView = () => {
    setIsViewing(false);
    // The button that opened the viewer may belong to another item, and is then gone.
    requestAnimationFrame(() => document.getElementById('queue-picture')?.focus());
  };

  return (
    <>
      <p role="status" className="-mt-3 text-sm text-ink-2">
        {read.data && status !== ''
          ? waitingWords(total, oldest && page === 1 ? nowMs - Date.parse(oldest.created_at) : null)
          : ''}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Tabs
          label={`Lists of ${noun}s`}
          value={keyOf(list)}
          onChange={(value) => {
            setSummary(null);
            decidedHere.current.clear();
            go({ list: value, item: null, page: null });
          }}
          tabs={lists.map((each) => ({ value: keyOf(each), name: each.name }))}
        />
        <Button look="line" size="sm" busy={read.isFetching && !read.isPending} onClick={() => void reload()}>
          Refresh
        </Button>
        <ExportButton
          path={`/admin/export/${resource}?${exportQuery(list)}`}
          filename={`copup-${resource}.csv`}
        />
      </div>
      {read.error ? (
        <ErrorState
          message={messageOf(read.error, 'The list could not be read.')}
          onRetry={() => void read.refetch()}
        />
      ) : null}
      {read.isPending && !read.error ? <Skeletons text="Loading..." count={5} className="h-15" /> : null}
      {summary ? (
        <Note
          look={summary.lines.length > 0 ? 'warn' : 'ok'}
          role="status"
          title={summary.title}
          action={
            <Button look="line" size="sm" onClick={() => setSummary(null)}>
              Close
            </Button>
          }
        >
          {summary.lines.map((line) => (
            <p key={line} className="wrap-anywhere">
              {line}
            </p>
          ))}
        </Note>
      ) : null}
      {canSelect && items.length > 0 ? (
        <label className="-mb-2 inline-flex min-h-tap items-center gap-2.5 self-start text-sm font-semibold">
          <input
            type="checkbox"
            checked={selection.items.length === items.length}
            onChange={selection.toggleAll}
            className="ml-3 size-5 accent-brand"
          />
          Select all on this page
        </label>
      ) : null}
      {canSelect && selection.items.length > 0 ? (
        <BulkBar
          resource={resource}
          items={selection.items}
          decisions={kind.bulk ?? []}
          onClear={selection.clear}
          onDone={(decision, reply) => {
            setSummary(bulkSummary(decision, reply, items));
            selection.clear();
            choose(null);
            void reload();
          }}
        />
      ) : null}
      <div
        ref={place}
        tabIndex={-1}
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 outline-none lg:grid-cols-[19rem_minmax(0,1fr)]"
      >
        {read.data && shown.length === 0 ? (
          <EmptyState title="Nothing waits here" className="lg:col-span-2" />
        ) : null}
        {shown.length > 0 ? (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
            <QueueList
              kind={kind}
              label={`${noun}s`}
              items={shown}
              chosen={chosen}
              nowMs={nowMs}
              isMixed={status === ''}
              gone={listed ? undefined : current?.id}
              onChoose={choose}
              selected={canSelect ? selection.ids : undefined}
              onSelect={selection.toggle}
            />
            <QueuePaging page={page} total={total} onGo={(to) => go({ page: String(to), item: null })} />
          </div>
        ) : null}
        {current ? (
          <ItemPanel
            key={current.id}
            kind={kind}
            item={current}
            onNext={next}
            onView={() => setIsViewing(true)}
            onDone={() => {
              if (chosen !== null) decidedHere.current.add(chosen);
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
        {isViewing && current && kind.pictureOf ? (
          <PictureDialog
            path={kind.pictureOf(current)}
            name={`Screenshot of ${isolate(current.full_name)}`}
            position={listed ? `${items.indexOf(listed) + 1} of ${items.length}` : ''}
            onPrevious={stepBy(-1)}
            onNext={stepBy(1)}
            onClose={closeView}
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
