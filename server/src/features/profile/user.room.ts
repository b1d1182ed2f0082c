import type { UserState } from '@copup/shared/users.ts';
import type { Database } from '../../db/database.ts';
import type { RoomKind } from '../../rooms/room-kind.ts';

type Row = UserState & { id: string; version: number };

const columns = `w.user_id AS id, w.available, w.held, w.bonus, w.task, i.unread, w.version + i.version AS version`;

/** Room user:{id}: balances and the count of unread notices, for this user only (L9). */
export function userRoomKind({ db }: { db: Database }): RoomKind<UserState> {
  return {
    kind: 'user',
    countsWatchers: false,
    hasFigures: false,
    authorize: (viewer, id) => viewer.userId === id,
    async snapshot(ids) {
      const { rows } = await db.pool.query<Row>({
        name: 'user-snapshots',
        text: `SELECT ${columns} FROM wallets w JOIN inboxes i USING (user_id) WHERE w.user_id = ANY($1::uuid[])`,
        values: [ids],
      });
      return toStates(rows);
    },
    async changed(known) {
      const { rows } = await db.pool.query<Row>({
        name: 'users-changed-states',
        text: `SELECT ${columns} FROM unnest($1::uuid[], $2::bigint[]) AS known (id, version)
          JOIN wallets w ON w.user_id = known.id JOIN inboxes i ON i.user_id = known.id
          WHERE w.version + i.version <> known.version`,
        values: [known.map(({ id }) => id), known.map(({ version }) => version)],
      });
      return toStates(rows);
    },
  };
}

function toStates(rows: readonly Row[]): Map<string, { version: number; state: UserState }> {
  return new Map(rows.map(({ id, version, ...state }) => [id, { version, state }]));
}
