import { Button } from '../../ui/button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ExportButton } from '../export-button.tsx';
import type { Queued, QueueKind } from './decision.ts';
import { waitingWords } from './queue-words.ts';
import { keyOf, type ShownQueue, type useQueueAddress } from './use-queue-page.ts';

interface QueueHeadProps<Item extends Queued> {
  kind: QueueKind<Item>;
  address: ReturnType<typeof useQueueAddress>;
  queue: ShownQueue<Item>;
  nowMs: number;
}

/** What waits, the lists of a queue, and what can be done with the whole list. */
export function QueueHead<Item extends Queued>({ kind, address, queue, nowMs }: QueueHeadProps<Item>) {
  const { resource, noun, lists } = kind;
  const { list, page, go } = address;
  const { read, items, reload, decidedHere } = queue;
  const { status, filter } = list;
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
          tabs={lists.map((each) => ({ value: keyOf(each), name: each.name }))}
        />
        <Button look="line" size="sm" busy={read.isFetching && !read.isPending} onClick={() => void reload()}>
          Refresh
        </Button>
        <ExportButton path={`/admin/export/${resource}?${query}`} filename={`copup-${resource}.csv`} />
      </div>
    </>
  );
}
