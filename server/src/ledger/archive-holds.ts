import type { Database } from '../db/database.ts';
import { FIRST_ID } from '../db/first-id.ts';
import { purgeInChunks } from '../db/purge.ts';

/**
 * Moves holds that were closed at least 30 days ago to `holds_archive` (L3). The audit checks open holds only. Each
 * chunk starts after the previous one, so a run scans each old hold that is still open once.
 */
export function archiveHolds(db: Database): Promise<number> {
  let after = FIRST_ID;
  return purgeInChunks(async () => {
    const { rows } = await db.pool.query<{ moved: number; last: string | null }>({
      name: 'archive-holds',
      text: 'SELECT moved, last FROM archive_holds($1)',
      values: [after],
    });
    after = rows[0]?.last ?? after;
    return rows[0]?.moved ?? 0;
  });
}
