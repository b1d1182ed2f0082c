import {
  type ContestKind,
  type ContestState,
  type ContestsState,
  contestKinds,
} from '@copup/shared/contests.ts';
import type { Deps } from '../../deps.ts';
import type { RememberedFacts } from '../../rooms/remembered-facts.ts';
import type { RoomKind } from '../../rooms/room-kind.ts';
import { listRoomKind } from '../../subjects/list-room.ts';
import { subjectRoomKind } from '../../subjects/subject-room.ts';
import { type CountedContest, publicStatus, roomVersionSql } from './contests.queries.ts';
import type { StoredStatus } from './contests.tables.ts';
import { toContestState } from './contests.wire.ts';

/** Rooms tap:{id}, card:{id} and math:{id}, each with its card (C5). */
export const contestRoomKinds = (
  deps: Pick<Deps, 'db'>,
  realms: RememberedFacts<number>,
): RoomKind<ContestState>[] =>
  contestKinds.map((kind: ContestKind) =>
    subjectRoomKind<Pick<CountedContest, 'status' | 'endDate' | 'players' | 'top'>, ContestState>(
      deps,
      realms,
      {
        kind,
        from: `(SELECT * FROM contests WHERE kind = '${kind}') AS s JOIN contest_player_counts n ON n.contest_id = s.id`,
        version: roomVersionSql,
        columns: 's.status, s.end_date AS "endDate", n.players, s.top',
        toState: toContestState,
      },
    ),
  );

type StoredChanges = { changes: (ContestsState['changes'][number] & { status: StoredStatus })[] };

/** Room contests (realm 0) and contests:{realm}: new, started and ended contests. */
export function contestsRoomKind(deps: Pick<Deps, 'db'>): RoomKind<ContestsState> {
  const stored = listRoomKind<StoredChanges['changes'][number]>(deps, {
    kind: 'contests',
    table: 'contests',
    fields: ['id', 'kind', 'status'],
  });
  const toPublic = <Read extends { state: StoredChanges }>(read: Map<string, Read>) =>
    new Map(
      [...read].map(([id, { state, ...rest }]) => [
        id,
        {
          ...rest,
          state: { changes: state.changes.map((one) => ({ ...one, status: publicStatus(one.status) })) },
        },
      ]),
    ) as Map<string, Omit<Read, 'state'> & { state: ContestsState }>;
  return {
    ...stored,
    snapshot: async (ids) => toPublic(await stored.snapshot(ids)),
  };
}
