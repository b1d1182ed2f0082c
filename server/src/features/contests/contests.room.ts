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
import { type CountedContest, publicStatusSql, roomVersionSql } from './contests.queries.ts';
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

/** Room contests (realm 0) and contests:{realm}: new, started and ended contests. */
export const contestsRoomKind = (deps: Pick<Deps, 'db'>): RoomKind<ContestsState> =>
  listRoomKind(deps, {
    kind: 'contests',
    table: 'contests',
    fields: ['id', 'kind', 'status'],
    status: publicStatusSql,
  });
