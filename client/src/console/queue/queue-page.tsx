import { formatNumber } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { useState } from 'react';
import { useServerNow } from '../../realtime/index.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, Skeletons } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ExportButton } from '../export-button.tsx';
import { ReadError } from '../not-loaded.tsx';
import { Pager } from '../pager.tsx';
import { useDialog } from '../use-dialog.ts';
import { useOverview } from '../use-overview.ts';
import { BulkDecisions } from './bulk-decisions.tsx';
import type { Queued, QueueKind } from './decision.ts';
import { ItemPanel } from './item-panel.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import { QueueList } from './queue-list.tsx';
import { countsOf, stepTo, waitingWords } from './queue-words.ts';
import { queueKeys, usePageKeys } from './use-page-keys.ts';
import { perPage } from './use-queue.ts';
import { keyOf, type ShownQueue, useNextItem, useQueueAddress, useShownQueue } from './use-queue-page.ts';
import { useSelection } from './use-selection.ts';

/** A queue of items that operators decide one at a time, the oldest first (O1). List and item are in the address. */
export function QueuePage<Item extends Queued>({ kind }: { kind: QueueKind<Item> }) {
  const address = useQueueAddress(kind.lists);
  const { list, page, go, choose, keep } = address;
  const queue = useShownQueue(kind, address);
  const { read, items, held, chosen, listed, current, shown, reload } = queue;
  const nowMs = useServerNow(30_000);
  const { place, next } = useNextItem(queue, choose);
  const selection = useSelection(items);
  const [keys, show] = useDialog();
  const showKeys = () => show((onClose) => <KeysDialog keys={queueKeys} onClose={onClose} />);
  usePageKeys(queueKeys, (key) => {
    if (key === '?') return showKeys();
    const onPage = (selector: string) => place.current?.querySelector<HTMLElement>(selector)?.focus();
    if (key === 'a' || key === 'r')
      return onPage(
        `[data-decision="${key === 'a' ? 'ink' : 'danger'}"] :is(input, textarea, button:enabled)`,
      );
    const id = stepTo(shown, chosen, key === 'j' ? 1 : -1);
    if (id === null) return;
    choose(id);
    onPage(`[data-item="${id}"]`);
  });
  const bulk = list.status === kind.bulk?.status ? kind.bulk : undefined;
  return (
    <>
      <QueueHead {...{ kind, address, queue, nowMs, showKeys }} />
      {keys}
      <ReadError query={read} failed="The list could not be read." />
      {read.isPending && !read.error ? <Skeletons text="Loading..." count={5} className="h-15" /> : null}
      {bulk ? (
        <BulkDecisions
          key={list.key}
          {...{ kind, bulk, items, selection }}
          onDone={() => {
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
              {...{ kind, held, chosen, nowMs }}
              items={shown}
              isMixed={list.status === ''}
              gone={listed ? undefined : current?.id}
              onChoose={choose}
              selection={bulk && selection}
            />
            <Pager
              {...{ page, perPage }}
              total={read.data?.total ?? 0}
              next="Next page"
              onPage={(to) => go({ page: String(to), item: null })}
            />
          </div>
        ) : null}
        <Chosen {...{ kind, queue, choose, keep, next }} />
      </div>
    </>
  );
}

interface ChosenProps<Item extends Queued> {
  kind: QueueKind<Item>;
  queue: ShownQueue<Item>;
  choose: (id: number | null) => void;
  keep: (id: number | null) => void;
  next: () => void;
}

/** The item that is shown, and its picture over the page. */
function Chosen<Item extends Queued>({ kind, queue, choose, keep, next }: ChosenProps<Item>) {
  const { chosen, item, current, reload, decidedHere } = queue;
  const [isViewing, setIsViewing] = useState(false);
  return (
    <>
      {current ? (
        <ItemPanel
          key={current.id}
          kind={kind}
          item={current}
          onNext={next}
          onView={() => setIsViewing(true)}
          onDone={() => {
            if (chosen !== null) decidedHere.add(chosen);
            next();
            void reload();
          }}
          onConflict={() => {
            // Keeps the item visible, with the other operator's decision.
            keep(chosen);
            void reload();
          }}
        />
      ) : null}
      {isViewing ? <Pictures {...{ kind, queue, choose }} onClose={() => setIsViewing(false)} /> : null}
      {current ? null : <ReadError query={item} failed={`The ${kind.noun} could not be read.`} />}
    </>
  );
}

interface PicturesProps<Item extends Queued> extends Omit<ChosenProps<Item>, 'keep' | 'next'> {
  onClose: () => void;
}

/** The pictures of the items over the page. */
function Pictures<Item extends Queued>({ kind, queue, choose, onClose }: PicturesProps<Item>) {
  const { items, chosen, current, listed } = queue;
  if (!current || !kind.pictureOf) return null;
  const stepBy = (step: 1 | -1) => {
    const id = stepTo(items, chosen, step);
    return id === null || id === chosen ? undefined : () => choose(id);
  };
  return (
    <PictureDialog
      path={kind.pictureOf(current)}
      name={`Screenshot of ${isolate(current.full_name)}`}
      position={listed ? `${items.indexOf(listed) + 1} of ${items.length}` : ''}
      onPrevious={stepBy(-1)}
      onNext={stepBy(1)}
      onClose={() => {
        onClose();
        // The button that opened the viewer may belong to another item, and is then gone.
        requestAnimationFrame(() => document.getElementById('queue-picture')?.focus());
      }}
    />
  );
}

interface QueueHeadProps<Item extends Queued> {
  kind: QueueKind<Item>;
  address: ReturnType<typeof useQueueAddress>;
  queue: ShownQueue<Item>;
  nowMs: number;
  showKeys: () => void;
}

/** What waits, the lists of a queue, and what can be done with the whole list. */
function QueueHead<Item extends Queued>({ kind, address, queue, nowMs, showKeys }: QueueHeadProps<Item>) {
  const { resource, noun, lists } = kind;
  const { list, page, go } = address;
  const { read, items, reload, decidedHere } = queue;
  const { status, filter } = list;
  const waiting = useOverview()?.queues.find((each) => each.queue === resource);
  const oldest = page === 1 ? items[0] : undefined;
  const query = new URLSearchParams({ sort: 'id', ...(status && { status }), ...filter });
  return (
    <>
      <p role="status" className="-mt-3 text-sm text-ink-2">
        {read.data && status !== ''
          ? waitingWords(read.data.total, oldest ? nowMs - Date.parse(oldest.created_at) : null)
          : ''}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Tabs
          label={`Lists of ${noun}s`}
          value={keyOf(list)}
          onChange={(value) => {
            decidedHere.clear();
            go({ list: value, item: null, page: null });
          }}
          tabs={lists.map((each) => ({
            value: keyOf(each),
            name: <TabName name={each.name} counts={countsOf(waiting, each)} />,
          }))}
        />
        <Button look="line" size="sm" busy={read.isFetching && !read.isPending} onClick={() => void reload()}>
          Refresh
        </Button>
        <Button look="line" size="sm" onClick={showKeys} className="max-lg:hidden">
          Keys
        </Button>
        <ExportButton path={`/admin/export/${resource}?${query}`} filename={`copup-${resource}.csv`} />
      </div>
    </>
  );
}

/** The name of a list, with how many items wait in it and how many of them are overdue. */
function TabName({ name, counts }: { name: string; counts: ReturnType<typeof countsOf> }) {
  return (
    <span className="text-center leading-tight">
      {name}
      {counts && counts.waiting > 0 ? ` ${formatNumber(counts.waiting)}` : ''}
      {counts && counts.overdue > 0 ? (
        <span className="block text-xs text-danger">{formatNumber(counts.overdue)} overdue</span>
      ) : null}
    </span>
  );
}
