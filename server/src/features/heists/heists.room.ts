import type { HeistState, HeistsState, VaultState } from '@copup/shared/heists.ts';
import type { Deps } from '../../deps.ts';
import type { RememberedFacts } from '../../rooms/remembered-facts.ts';
import type { RoomKind } from '../../rooms/room-kind.ts';
import { BatchReads } from '../../single-flight.ts';
import { listRoomKind } from '../../subjects/list-room.ts';
import { parseId } from '../../subjects/room-ids.ts';
import { subjectRoomKind } from '../../subjects/subject-room.ts';
import { publicStatusSql, roomVersionSql } from './heists.queries.ts';
import { toHeistState, toVaultState } from './heists.wire.ts';
import { findTickets, ticketKey } from './tickets.queries.ts';

const times = 's.opens_at AS "opensAt", s.starts_at AS "startsAt", s.end_date AS "endDate"';
const status = 's.status, s.final_status AS "finalStatus"';

/** Room heist:{id} and its card (H5). */
export const heistRoomKind = (
  deps: Pick<Deps, 'db'>,
  realms: RememberedFacts<number>,
): RoomKind<HeistState> =>
  subjectRoomKind<Parameters<typeof toHeistState>[0], HeistState>(deps, realms, {
    kind: 'heist',
    from: 'heists s',
    version: roomVersionSql,
    columns: `${status}, s.participants, s.capacity, ${times}`,
    toState: toHeistState,
  });

/** Room heists (realm 0) and heists:{realm}: new heists and changes of status. */
export const heistsRoomKind = (deps: Pick<Deps, 'db'>): RoomKind<HeistsState> =>
  listRoomKind(deps, { kind: 'heists', table: 'heists', fields: ['id', 'status'], status: publicStatusSql });

/** Room vault:{id}: the question, for ticket holders and operators (H3). */
export function vaultRoomKind(deps: Pick<Deps, 'db'>, realms: RememberedFacts<number>): RoomKind<VaultState> {
  const tickets = new BatchReads((keys) => findTickets(deps.db, keys));
  const { views: _, ...kind } = subjectRoomKind<Parameters<typeof toVaultState>[0], VaultState>(
    deps,
    realms,
    {
      kind: 'vault',
      from: 'heists s',
      columns: `${status}, s.question, s.answers, ${times}`,
      toState: toVaultState,
    },
  );
  return {
    ...kind,
    async authorize(viewer, text) {
      if (!(await kind.authorize(viewer, text))) return false;
      if (viewer.role === 1) return true;
      // No cache of refusals: a user who buys a ticket may watch at once.
      return (await tickets.get(ticketKey(parseId(text) as number, viewer.userId))) === true;
    },
  };
}
