import { isListRoomId, type ListChanges, listRoomIds } from '@copup/shared/console.ts';
import type { Deps } from '../../deps.ts';
import type { RoomKind } from '../../rooms/room-kind.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { countListChanges } from './list-changes.queries.ts';

/** Rooms list:{resource}: the number of changes of one of the console's lists. Operators read the list again. */
export const consoleListRoomKind = (
  { db }: Pick<Deps, 'db'>,
  isOperator: (viewer: Viewer) => boolean,
): RoomKind<ListChanges> => {
  const read = async (ids: readonly string[]) => {
    const counts = await countListChanges(db, ids);
    return new Map([...counts].map(([id, changes]) => [id, { version: changes, state: { changes } }]));
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
