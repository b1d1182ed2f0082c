import type { Database } from '../../db/database.ts';
import type { LinkedItem } from '../../operators/item-timeline.ts';

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
