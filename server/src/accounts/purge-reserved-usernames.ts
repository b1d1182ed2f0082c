import type { Database } from '../db/database.ts';
import { purgeOld } from '../db/purge.ts';

/** Deletes old usernames that other users may take again (W17). */
export function purgeReservedUsernames(db: Database): Promise<number> {
  return purgeOld(db, { table: 'reserved_usernames', age: 'until', before: 'statement_timestamp()' });
}
