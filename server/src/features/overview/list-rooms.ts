import { isListRoomId, type ListChanges, listRoomIds } from '@copup/shared/console.ts';
import { claimedQueues } from '@copup/shared/queues.ts';
import type { Deps } from '../../deps.ts';
import { countListChanges } from '../../operators/list-changes.queries.ts';
import { readClaims } from '../../operators/queue-claims.ts';
import type { RoomKind } from '../../rooms/room-kind.ts';
import type { Viewer } from '../../sessions/sessions.ts';

/** Rooms list:{resource}: the number of changes of one of the console's lists, which operators then read again, and its claims. */
export const consoleListRoomKind = (
  { db }: Pick<Deps, 'db'>,
  isOperator: (viewer: Viewer) => boolean,
): RoomKind<ListChanges> => {
  const read = async (ids: readonly string[]) => {
    const counts = await countListChanges(db, ids);
    // Read after the counts, so that a version is never without its claims.
    const queues = ids.filter((id) => id in claimedQueues);
    const all = queues.length > 0 ? await readClaims(db, queues) : [];
    const claimsOf = (id: string) =>
      all.filter(({ queue }) => queue === id).map(({ queue: _, ...claim }) => claim);
    return new Map(
      [...counts].map(([id, changes]) => [
        id,
        { version: changes, state: { changes, claims: claimsOf(id) } },
      ]),
    );
  };
  return {
    kind: 'list',
    isPlay: false,
    countsWatchers: false,
    hasFigures: false,
    changes: 'polled',
    authorize: (viewer, id) => isOperator(viewer) && isListRoomId(id),
    snapshot: (ids) => read(ids.filter((id) => listRoomIds.includes(id))),
  };
};
