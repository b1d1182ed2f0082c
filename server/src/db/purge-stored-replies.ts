import type { Database } from './database.ts';
import { purgeOld } from './purge.ts';

/** Deletes replies stored before `olderThan` (P6 keeps them 7 days by default) and returns their number. */
export function purgeStoredReplies(db: Database, olderThan: Date): Promise<number> {
  return purgeOld(db, { table: 'stored_replies', age: 'created_at', before: '$1', values: [olderThan] });
}
