import { useEffect, useRef } from 'react';
import type { NavigateOptions } from 'react-router-dom';
import { useChoices } from '../../lib/use-choices.ts';
import { useLiveList } from '../use-live-list.ts';
import type { Queued, QueueKind, QueueListKind } from './decision.ts';
import { neighbourOf } from './queue-words.ts';
import { useHeldItems } from './use-claims.ts';
import { useQueueItem, useQueueList, useReloadQueue } from './use-queue.ts';

const ALL = 'all';
const noItems: readonly never[] = [];
/** The name of a list in the address. */
export const keyOf = ({ key, status }: QueueListKind) => key ?? (status === '' ? ALL : status);

const itemIn = (id: number | null) => ({ item: id === null ? null : String(id) });

interface QueueAddress {
  list: QueueListKind;
  page: number;
  /** The item in the address. */
  asked: number | null;
  /** Changes the address; null removes a part. */
  go: (changes: Record<string, string | null>, options?: NavigateOptions) => void;
  choose: (id: number | null) => void;
  /** Puts the item that is shown into the address. The page stays where it is scrolled: its operator may be about to click. */
  keep: (id: number | null) => void;
}

/** The list, its page and the item that are in the address. */
export function useQueueAddress(lists: readonly QueueListKind[]): QueueAddress {
  const [search, setSearch] = useChoices();
  const list = lists.find((each) => keyOf(each) === search.get('list')) ?? (lists[0] as QueueListKind);
  const go: QueueAddress['go'] = (changes, options) =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      return next;
    }, options);
  return {
    list,
    page: Math.max(1, Number(search.get('page')) || 1),
    asked: Number(search.get('item')) || null,
    go,
    choose: (id) => go(itemIn(id)),
    keep: (id) => go(itemIn(id), { preventScrollReset: true }),
  };
}

export type ShownQueue<Item extends Queued> = ReturnType<typeof useShownQueue<Item>>;

/** The items of the list and the one that is shown; live. An item that another operator decides stays while it is shown. */
export function useShownQueue<Item extends Queued>(
  { resource }: QueueKind<Item>,
  { list, page, asked, keep }: QueueAddress,
) {
  const read = useQueueList<Item>(resource, list, page);
  const items = read.data?.items ?? noItems;
  const held = useHeldItems(resource);
  const first = items.find(({ id }) => !held.has(id)) ?? items[0];
  const chosen = asked ?? first?.id ?? null;
  const item = useQueueItem<Item>(resource, chosen);
  const listed = items.find(({ id }) => id === chosen);
  // The newer of the two: the item in the list, or the item that was read on its own.
  const current = listed && read.dataUpdatedAt >= item.dataUpdatedAt ? listed : item.data;
  const reload = useReloadQueue(resource);
  const decidedHere = useRef(new Set<number>());
  useLiveList(resource, () => {
    if (asked === null && chosen !== null && !decidedHere.current.has(chosen)) keep(chosen);
    void reload();
  });
  const places = useRef(new Map<number, number>());
  if (read.data && !read.isPlaceholderData)
    for (const [nth, { id }] of items.entries()) places.current.set(id, nth);
  const place = listed ? undefined : places.current.get(chosen ?? 0);
  /** With an item that left the list while it was shown, at its place. */
  const shown =
    current && place !== undefined ? [...items.slice(0, place), current, ...items.slice(place)] : items;
  return {
    read,
    items,
    held,
    chosen,
    item,
    listed,
    current,
    shown,
    reload,
    decidedHere: decidedHere.current,
  };
}

/** Chooses the next item with the focus on it, because the form that had the focus is gone. */
export function useNextItem<Item extends Queued>(
  { chosen, items, held }: ShownQueue<Item>,
  choose: QueueAddress['choose'],
) {
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
    choose(chosen === null ? null : neighbourOf(items, chosen, (id) => held.has(id)));
  };
  return { place, next };
}
