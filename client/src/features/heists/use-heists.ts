import type { Heist, HeistStatus } from '@copup/shared/heists.ts';
import { heistsRoom } from '@copup/shared/room-names.ts';
import { type InfiniteData, type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { ListPage } from '../../lib/calls.ts';
import { changeRead } from '../../lib/change-read.ts';
import { changeItems } from '../../lib/list-page.ts';
import { useRoomChanges } from '../../realtime/index.ts';
import { laterStatus, newChanges } from './live-heist.ts';
import { heistsQuery, type ListName, openLists } from './queries.ts';

const listsKey = ['heists'];

/** Changes a heist in all cached lists and in its own entry. */
export function updateHeist(queries: QueryClient, id: number, change: (heist: Heist) => Heist): void {
  changeItems<Heist>(queries, listsKey, (heist) => (heist.id === id ? change(heist) : heist));
  changeRead(queries, ['heist', id], change);
}

/** Applies the changes of status that the room `heists` reports to the cached lists, which are read once. */
function useFollowChanges(): void {
  const queries = useQueryClient();
  useRoomChanges<'heists'>(heistsRoom(), (now, before) => {
    const isOtherServer = before !== undefined && before.epoch !== now.epoch;
    const lists = queries.getQueriesData<InfiniteData<ListPage<Heist>>>({ queryKey: listsKey });
    const pages = lists.flatMap(([, list]) => list?.pages ?? []);
    const listed = new Set(pages.flatMap(({ items }) => items.map(({ id }) => id)));
    const known = isOtherServer ? null : (before?.state.changes ?? null);
    const { statuses, stale } = newChanges(listed, now.state, known);
    for (const [id, status] of statuses)
      if (listed.has(id)) updateHeist(queries, id, (heist) => moved(heist, status));
    if (isOtherServer || stale.has('open'))
      for (const list of openLists) void queries.invalidateQueries({ queryKey: [...listsKey, list] });
    if (isOtherServer || stale.has('waiting'))
      void queries.invalidateQueries({ queryKey: [...listsKey, 'waiting'] });
  });
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
