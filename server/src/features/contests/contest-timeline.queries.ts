import type { Database } from '../../db/database.ts';
import type { LinkedItem } from '../../operators/item-timeline.ts';

/** The winner of a contest. */
export async function contestLinks(db: Database, id: string): Promise<LinkedItem[] | undefined> {
  const { rows } = await db.pool.query<{ winnerId: string | null }>({
    name: 'contest-timeline-links',
    text: 'SELECT winner_id AS "winnerId" FROM contests WHERE id = $1',
    values: [Number(id)],
  });
  const [row] = rows;
  if (!row) return undefined;
  return row.winnerId ? [{ kind: 'user', id: row.winnerId, label: 'Winner' }] : [];
}
