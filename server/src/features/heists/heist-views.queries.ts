import type { Database } from '../../db/database.ts';
import { Keyset, newestFirst, type Page, type PageQuery } from '../../db/keyset.ts';
import type { LinkedItem } from '../../operators/item-timeline.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { type HeistRow, heistColumns } from './heists.queries.ts';
import type { ViewedHeist } from './heists.wire.ts';

type Caller = Pick<Viewer, 'userId' | 'realm'>;
export type ListedStatus = 'waiting' | 'available' | 'on_hold' | 'started';

const newest = newestFirst('s.id');
const lastSettled = new Keyset('DESC', { settledAt: ['s.settled_at', 'time'], id: ['s.id', 'int'] });

const viewed = `SELECT ${heistColumns}, clock_timestamp() AS "serverTime",
    EXISTS (SELECT 1 FROM heist_tickets t WHERE t.heist_id = s.id AND t.user_id = $1) AS joined,
    own.answer AS "ownAnswer", own.answered_at AS "answeredAt"
  FROM heists s LEFT JOIN heist_answers own ON own.heist_id = s.id AND own.user_id = $1`;

/** Lists heists of one status in the caller's realm, newest first (H6, X1). */
export async function listHeists(
  db: Database,
  { userId, realm }: Caller,
  status: ListedStatus,
  page: PageQuery,
): Promise<Page<ViewedHeist>> {
  const { rows } = await db.pool.query<ViewedHeist>({
    name: 'heists-listed',
    text: `${viewed} WHERE s.realm = $2 AND s.status = $3 AND ${newest.page(4)}`,
    values: [userId, realm, status, ...newest.values(page)],
  });
  return newest.cut(rows, page);
}

/** Lists completed heists in the caller's realm, the last settled first (H6). */
export async function listCompleted(
  db: Database,
  { realm }: Pick<Viewer, 'realm'>,
  page: PageQuery,
): Promise<Page<HeistRow>> {
  const { rows } = await db.pool.query<HeistRow>({
    name: 'heists-completed',
    text: `SELECT ${heistColumns} FROM heists s WHERE s.realm = $1 AND s.status = 'completed'
        AND ${lastSettled.page(2)}`,
    values: [realm, ...lastSettled.values(page)],
  });
  return lastSettled.cut(rows, page);
}

/** Finds a heist of the caller's realm with what concerns the caller. */
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

/** The winner of a heist, and the order of the prize. */
export async function heistLinks(db: Database, id: string): Promise<LinkedItem[] | undefined> {
  const { rows } = await db.pool.query<{ winnerId: string | null; orderId: number | null }>({
    name: 'heist-timeline-links',
    text: `SELECT h.winner_id AS "winnerId", (SELECT o.id FROM heist_orders o WHERE o.heist_id = h.id) AS "orderId"
      FROM heists h WHERE h.id = $1`,
    values: [Number(id)],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { winnerId, orderId } = row;
  return [
    ...(winnerId ? [{ kind: 'user', id: winnerId, label: 'Winner' }] : []),
    ...(orderId ? [{ kind: 'heist-order', id: String(orderId), label: 'Order' }] : []),
  ];
}
