import type { Database } from '../db/database.ts';
import { purgeOld } from '../db/purge.ts';

/** Long enough to answer a user's question about an unknown sign-in. */
const SESSIONS_KEPT = "interval '30 days'";
/** Far longer than the 500 ms after which each server reads changes. */
const CHANGES_KEPT = "interval '1 hour'";

/** Deletes sessions that ended or expired 30 days ago. */
export function purgeSessions(db: Database): Promise<number> {
  return purgeOld(db, {
    table: 'sessions',
    age: 'least(ended_at, expires_at)',
    before: `statement_timestamp() - ${SESSIONS_KEPT}`,
  });
}

/** Deletes changes that every server has read. */
export function purgeSessionChanges(db: Database): Promise<number> {
  return purgeOld(db, {
    table: 'session_changes',
    age: 'at',
    before: `statement_timestamp() - ${CHANGES_KEPT}`,
  });
}
