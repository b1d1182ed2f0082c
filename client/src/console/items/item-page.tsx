import { operatorPath } from '@copup/shared/page-paths.ts';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { useTitle } from '../../lib/use-title.ts';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { capitalized, inWords } from '../capitalized.ts';
import { ItemLink, TimelineCard } from './timeline-card.tsx';
import { useItem, useItemTimeline } from './use-item.ts';

export interface ItemPageProps<Item> {
  /** As in the ledger and in the operators' log. */
  kind: string;
  /** Below /api/admin, and the list with all items. */
  resource: string;
  titleOf: (item: Item) => string;
  /** Beside the status. */
  subLine: (item: Item) => ReactNode;
  status: (item: Item) => ReactNode;
  picture?: (item: Item) => ReactNode;
  /** Right of the title. */
  buttons?: (item: Item) => ReactNode;
  /** The item itself. */
  main: (item: Item) => ReactNode;
  /** Above the timeline. */
  side?: (item: Item) => ReactNode;
}

/** Everything about one item: what it is, what can be done, what belongs to it, and what happened. Live (O1). */
export function ItemPage<Item>(props: ItemPageProps<Item>) {
  const { id = '' } = useParams();
  return <Page key={`${props.kind}-${id}`} {...props} id={id} />;
}

function Page<Item>(props: ItemPageProps<Item> & { id: string }) {
  const { id, kind, resource, titleOf } = props;
  const { data: item, error, refetch } = useItem<Item>(kind, resource, id);
  const name = kind.replace('-', ' ');
  useTitle(item ? titleOf(item) : name);
  return (
    <ItemFrame list={resource}>
      {error && !item ? (
        <>
          <h1 className="text-[1.375rem] lg:text-[1.75rem]">
            {capitalized(name)} {id}
          </h1>
          <ErrorState
            message={
              error instanceof ApiError && (error.status === 404 || error.status === 400)
                ? `There is no ${name} ${id}.`
                : messageOf(error, `The ${name} could not be read.`)
            }
            onRetry={() => void refetch()}
          />
        </>
      ) : null}
      {!item && !error ? <Skeletons text="Loading..." count={4} className="h-24 rounded-lg" /> : null}
      {item ? <Loaded {...props} item={item} /> : null}
    </ItemFrame>
  );
}

interface ItemFrameProps {
  list: string;
  name?: string;
  children: ReactNode;
}

/** The page of one item, with the way back to its list. */
export function ItemFrame({ list, name = inWords(list), children }: ItemFrameProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      <Link
        to={operatorPath(list)}
        className="-my-2 inline-flex min-h-tap min-w-tap items-center justify-self-start text-sm font-semibold text-brand"
      >
        {name}
      </Link>
      {children}
    </div>
  );
}

function Loaded<Item>(props: ItemPageProps<Item> & { id: string; item: Item }) {
  const { id, item, kind, titleOf, subLine, status, picture, buttons, main, side } = props;
  return (
    <>
      <header className="flex flex-wrap items-center gap-3">
        {picture?.(item)}
        <div className="min-w-0 flex-[1_1_12rem]">
          <h1 className="text-[1.375rem] wrap-anywhere lg:text-[1.75rem]">{titleOf(item)}</h1>
          <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-ink-2">
            {status(item)}
            <span className="min-w-0 wrap-anywhere">{subLine(item)}</span>
          </p>
        </div>
        {buttons ? <div className="flex flex-wrap gap-2">{buttons(item)}</div> : null}
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">{main(item)}</div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {side?.(item)}
          <Links kind={kind} id={id} />
          <TimelineCard kind={kind} id={id} />
        </div>
      </div>
    </>
  );
}

/** Items that belong to this one. */
function Links({ kind, id }: { kind: string; id: string }) {
  const { data } = useItemTimeline(kind, id, null);
  const links = data?.pages[0]?.links ?? [];
  if (links.length === 0) return null;
  return (
    <ItemCard title="Belongs to it">
      <ItemFacts
        facts={links.map((link) => [
          link.label,
          <ItemLink
            key={link.id}
            {...link}
            name={link.kind.endsWith('order') ? `Order ${link.id}` : (link.name ?? link.id)}
          />,
        ])}
      />
    </ItemCard>
  );
}

interface ItemCardProps {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}

export function ItemCard({ title, aside, children }: ItemCardProps) {
  return (
    <section
      aria-label={title}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-ctl">{title}</h2>
        {aside ? <span className="ml-auto text-sm text-ink-2">{aside}</span> : null}
      </div>
      {children}
    </section>
  );
}

export type ItemFact = readonly [name: string, value: ReactNode];

/** Names and values of an item. */
export function ItemFacts({ facts, gap = 'gap-y-2' }: { facts: readonly ItemFact[]; gap?: string }) {
  return (
    <dl className={`grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 ${gap} text-sm`}>
      {facts.map(([name, value], nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may repeat
        <div key={nth} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="wrap-anywhere whitespace-pre-line">{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
