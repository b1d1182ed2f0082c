import type { Database } from '../db/database.ts';

const CHUNK = 1_000;

/**
 * Forgets replies stored before `olderThan` (P6 keeps them 7 days by default) and returns how many. Goes in chunks of
 * one short transaction each; several servers may run it at once without waiting for each other.
 */
export async function purgeStoredReplies(db: Database, olderThan: Date): Promise<number> {
  for (let purged = 0; ; ) {
    const { rowCount } = await db.pool.query(
      `DELETE FROM stored_replies WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM stored_replies WHERE created_at < $1
         ORDER BY created_at LIMIT ${CHUNK} FOR NO KEY UPDATE SKIP LOCKED))`,
      [olderThan],
    );
    purged += rowCount ?? 0;
    if ((rowCount ?? 0) < CHUNK) return purged;
  }
}
