import type { Database } from '../../db/database.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import type { PageOf } from '../../subjects/paged.ts';
import { type HeistRow, heistColumns } from './heists.queries.ts';
import type { ViewedHeist } from './heists.wire.ts';

type Caller = Pick<Viewer, 'userId' | 'realm'>;
export type ListedStatus = 'waiting' | 'available' | 'on_hold' | 'started';

const LAST_ID = 2_147_483_647;

const viewed = `SELECT ${heistColumns}, clock_timestamp() AS "serverTime",
    EXISTS (SELECT 1 FROM heist_tickets t WHERE t.heist_id = s.id AND t.user_id = $1) AS joined,
    EXISTS (SELECT 1 FROM heist_answers a WHERE a.heist_id = s.id AND a.user_id = $1) AS answered
  FROM heists s`;

/** Lists heists of one status in the caller's realm, newest first (H6, X1). */
export async function listHeists(
  db: Database,
  { userId, realm }: Caller,
  status: ListedStatus,
  { limit, before = LAST_ID }: PageOf,
): Promise<ViewedHeist[]> {
  const { rows } = await db.pool.query<ViewedHeist>({
    name: 'heists-listed',
    text: `${viewed} WHERE s.realm = $2 AND s.status = $3 AND s.id < $4 ORDER BY s.id DESC LIMIT $5`,
    values: [userId, realm, status, before, limit],
  });
  return rows;
}

/** Lists completed heists in the caller's realm, the last settled first (H6). */
export async function listCompleted(
  db: Database,
  { realm }: Pick<Viewer, 'realm'>,
  { limit, before }: PageOf,
): Promise<HeistRow[]> {
  const { rows } = await db.pool.query<HeistRow>({
    name: 'heists-completed',
    text: `SELECT ${heistColumns} FROM heists s WHERE s.realm = $1 AND s.status = 'completed'
        AND ($2::int IS NULL OR (s.settled_at, s.id) < (SELECT b.settled_at, b.id FROM heists b WHERE b.id = $2))
      ORDER BY s.settled_at DESC, s.id DESC LIMIT $3`,
    values: [realm, before ?? null, limit],
  });
  return rows;
}

export async function findHeistFor(
  db: Database,
  { userId, realm }: Caller,
  id: number,
): Promise<ViewedHeist | undefined> {
  const { rows } = await db.pool.query<ViewedHeist>({
    name: 'heist-view',
    text: `${viewed} WHERE s.id = $3 AND s.realm = $2`,
    values: [userId, realm, id],
  });
  return rows[0];
}
