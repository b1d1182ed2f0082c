import type { Heist, HeistStatus } from '@copup/shared/heists.ts';
import { heistsRoom } from '@copup/shared/room-names.ts';
import { type InfiniteData, type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { changeItems, type ListPage } from '../../lib/list-page.ts';
import { useRoom } from '../../realtime/index.ts';
import type { ListName } from './api.ts';
import { type Change, laterStatus, newChanges } from './live-heist.ts';
import { heistsQuery, openLists } from './queries.ts';

const listsKey = ['heists'];

/** Changes a heist in all cached lists and in its own entry. */
export function updateHeist(queries: QueryClient, id: number, change: (heist: Heist) => Heist): void {
  changeItems<Heist>(queries, listsKey, (heist) => (heist.id === id ? change(heist) : heist));
  queries.setQueryData<Heist>(['heist', id], (heist) => heist && change(heist));
}

/** Applies the changes of status that the room `heists` reports to the cached lists, which are read once. */
function useFollowChanges(): void {
  const queries = useQueryClient();
  const { state, epoch } = useRoom<'heists'>(heistsRoom());
  const applied = useRef<{ epoch: number; changes: readonly Change[] } | null>(null);
  useEffect(() => {
    if (!state) return;
    const before = applied.current;
    applied.current = { epoch, changes: state.changes };
    const lists = queries.getQueriesData<InfiniteData<ListPage<Heist>>>({ queryKey: listsKey });
    const pages = lists.flatMap(([, list]) => list?.pages ?? []);
    const listed = new Set(pages.flatMap(({ items }) => items.map(({ id }) => id)));
    const { statuses, stale } = newChanges(listed, state, before?.epoch === epoch ? before.changes : null);
    for (const [id, status] of statuses)
      if (listed.has(id)) updateHeist(queries, id, (heist) => moved(heist, status));
    const isOtherServer = before !== null && before.epoch !== epoch;
    if (isOtherServer || stale.has('open'))
      for (const list of openLists) void queries.invalidateQueries({ queryKey: [...listsKey, list] });
    if (isOtherServer || stale.has('waiting'))
      void queries.invalidateQueries({ queryKey: [...listsKey, 'waiting'] });
  }, [state, epoch, queries]);
}

const moved = (heist: Heist, status: HeistStatus): Heist => {
  const later = laterStatus(heist.status, status);
  return later === heist.status ? heist : { ...heist, status: later };
};

/** Returns one of the lists. */
export function useHeists(list: ListName, isEnabled = true) {
  useFollowChanges();
  return useInfiniteQuery({ ...heistsQuery(list), enabled: isEnabled });
}
