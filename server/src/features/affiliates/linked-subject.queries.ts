import type { LinkedSubject } from '@copup/shared/affiliates.ts';
import { imageUrl } from '@copup/shared/images.ts';
import type { Database } from '../../db/database.ts';
import type { Promoted } from './promoted.ts';

type LinkedRow = Pick<LinkedSubject, 'id' | 'name' | 'category' | 'price' | 'prize' | 'open'> & {
  image: string | null;
  endDate: Date;
};

/** Reads what the page of a link shows of a subject of the real realm: the page needs no session. */
export async function findLinkedSubject(
  db: Database,
  promoted: Promoted,
  id: number,
): Promise<Omit<LinkedSubject, 'referrer'> | undefined> {
  const { rows } = await db.pool.query<LinkedRow & { description: string }>({
    name: `affiliate-linked-${promoted.kind}`,
    text: `SELECT s.id, s.name, s.image, s.category, ${promoted.columns}, ${promoted.prize} AS prize, s.end_date AS "endDate",
        s.${promoted.isListed} AND s.end_date > statement_timestamp() AS open
      FROM ${promoted.table} s WHERE s.id = $1 AND s.realm = 0`,
    values: [id],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { image, endDate, description: _, ...facts } = row;
  return { ...facts, image: imageUrl(image), end_date: endDate.toISOString() };
}
