import { inCoins } from '@copup/shared/coins.ts';
import type { ItemEntry } from '@copup/shared/item-timeline.ts';
import { recordPath } from '@copup/shared/record-paths.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useServerNow } from '../../realtime/index.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Radios } from '../../ui/radios.tsx';
import { EmptyState, Skeletons } from '../../ui/states.tsx';
import { capitalized } from '../capitalized.ts';
import { showLagos } from '../local-time.ts';
import { ReadError } from '../not-loaded.tsx';
import { entrySubLine, entryWords } from './entry-words.ts';
import { useItemTimeline } from './use-item.ts';

const dots: Record<ItemEntry['tone'], string> = {
  plain: 'bg-brand',
  good: 'bg-ok',
  warn: 'bg-warn',
  late: 'bg-coin',
};

/** What happened to an item, newest first: all of it, or what one source has. */
export function TimelineCard({ kind, id }: { kind: string; id: string }) {
  const [source, setSource] = useState<string | null>(null);
  const timeline = useItemTimeline(kind, id, source);
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = timeline;
  const nowMs = useServerNow(30_000);
  const sources = data?.pages[0]?.sources ?? [];
  const entries = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section
      aria-labelledby="item-timeline"
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <h2 id="item-timeline" className="text-ctl">
        Timeline
      </h2>
      {sources.length > 0 || source !== null ? (
        <fieldset className="relative -mx-1 flex min-w-0 gap-1.5 overflow-x-auto px-1 py-1">
          <legend className="sr-only">What to show</legend>
          <Radios
            options={[null, ...sources].map((each) => ({
              value: each,
              name: each === null ? 'All' : capitalized(each),
            }))}
            value={source}
            onChange={setSource}
            className="inline-flex min-h-tap min-w-14 shrink-0 items-center justify-center rounded-full px-3.5 text-sm font-semibold"
            chosenClass="bg-ink text-on-ink"
            otherClass="ctl-line"
          />
        </fieldset>
      ) : null}
      {timeline.hasNews ? (
        <Button look="line" size="sm" onClick={timeline.showNews}>
          Show what is new
        </Button>
      ) : null}
      {entries.length === 0 ? <ReadError query={timeline} failed="The timeline could not be read." /> : null}
      {isPending && !error ? <Skeletons text="Loading the timeline..." count={6} className="h-9" /> : null}
      {data && entries.length === 0 ? <EmptyState title="Nothing happened yet" level={3} /> : null}
      {entries.length > 0 ? (
        <ol aria-label="Timeline" className="grid grid-cols-[minmax(0,1fr)]">
          {entries.map((entry, nth) => (
            <Entry key={entry.id} entry={entry} nowMs={nowMs} isLast={nth === entries.length - 1} />
          ))}
        </ol>
      ) : null}
      {hasNextPage ? (
        <Button look="line" size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Older
        </Button>
      ) : null}
    </section>
  );
}

function Entry({ entry, nowMs, isLast }: { entry: ItemEntry; nowMs: number; isLast: boolean }) {
  const { at, user, amount, link, tone } = entry;
  const sub = entrySubLine(entry);
  return (
    <li className="relative flex flex-wrap gap-x-3 py-2 pl-6 text-sm">
      {isLast ? null : <span aria-hidden className="absolute top-5 bottom-0 left-[5px] w-px bg-line" />}
      <span aria-hidden className={classNames(dots[tone], 'absolute top-3.5 left-0.5 size-2 rounded-full')} />
      <p className="min-w-0 flex-[1_1_9rem] wrap-anywhere">
        {entryWords(entry)}
        {amount === null ? null : <span className="font-semibold"> · {inCoins(amount)}</span>}
      </p>
      <time dateTime={at} className="min-w-0 text-xs leading-5 text-ink-3">
        {showLagos(at, nowMs)}
      </time>
      {user || link || sub ? (
        <p className="min-w-0 basis-full text-xs leading-5 text-ink-2 wrap-anywhere">
          {user ? <ItemLink kind="user" id={user.id} name={user.username ?? 'a deleted user'} /> : null}
          {user && link ? ' · ' : null}
          {link ? <ItemLink {...link} name={link.name ?? `${link.kind} ${link.id}`} /> : null}
          {(user || link) && sub ? ' · ' : null}
          {sub}
        </p>
      ) : null}
    </li>
  );
}

/** A link to the page of an item, in a sentence; its name for a kind without a page. */
export function ItemLink({ kind, id, name }: { kind: string; id: string; name: string }) {
  const path = recordPath(kind, id);
  return path === null ? (
    name
  ) : (
    <Link to={path} className="font-semibold text-brand hover:underline">
      {name}
    </Link>
  );
}
