import type { UserState } from '@copup/shared/users.ts';
import type { Database } from '../../db/database.ts';
import type { RoomKind } from '../../rooms/room-kind.ts';

type Row = Omit<UserState, 'maximums' | 'suspendedUntil'> & {
  id: string;
  version: number;
  maximums: UserState['maximums'] | null;
  suspendedUntil: number | null;
};

/** A change of a maximum replaces its hold (A13), so the wallet's version covers it; a suspension writes a notice (S10). */
const MOST_MAXIMUMS = 100;
const columns = `w.user_id AS id, w.available, w.held, w.bonus, w.task, i.unread, (
    SELECT jsonb_agg(jsonb_build_object('auction', live.auction_id, 'coins', live.maximum)) FROM (
      SELECT auction_id, maximum FROM auction_maximums m WHERE m.user_id = w.user_id AND m.until_seq IS NULL
      ORDER BY id DESC LIMIT ${MOST_MAXIMUMS}) AS live) AS maximums, (
    SELECT (extract(epoch FROM max(s.ends_at)) * 1000)::float8 FROM suspensions s
    WHERE s.user_id = w.user_id AND s.ends_at > statement_timestamp()) AS "suspendedUntil", w.version + i.version AS version`;

/** Room user:{id}: balances, own maximums and the count of unread notices, for this user only (L9, A13). */
export function userRoomKind({ db }: { db: Database }): RoomKind<UserState> {
  return {
    kind: 'user',
    isPlay: false,
    countsWatchers: false,
    hasFigures: false,
    changes: 'noted',
    authorize: (viewer, id) => viewer.userId === id,
    async snapshot(ids) {
      const { rows } = await db.pool.query<Row>({
        name: 'user-snapshots',
        text: `SELECT ${columns} FROM wallets w JOIN inboxes i USING (user_id) WHERE w.user_id = ANY($1::uuid[])`,
        values: [ids],
      });
      return new Map(
        rows.map(({ id, version, maximums, suspendedUntil, ...state }) => [
          id,
          {
            version,
            state: {
              ...state,
              ...(maximums && { maximums }),
              ...(suspendedUntil !== null && { suspendedUntil }),
            },
          },
        ]),
      );
    },
  };
}
