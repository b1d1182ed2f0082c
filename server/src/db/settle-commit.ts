import type { Database } from './database.ts';

/** Longer than idle_in_transaction_session_timeout: a COMMIT that never arrived is known as aborted by then. */
const GIVE_UP_AFTER_MS = 3_000;
const ASK_EVERY_MS = 50;

export interface LostCommit {
  xid: string;
  /** pg_postmaster_start_time when the transaction ran. */
  serverStartedAt: string;
  proof: ((db: Database) => Promise<boolean>) | undefined;
}

/**
 * What became of a transaction whose COMMIT was sent and never answered (A12). Bounded to a few seconds.
 * After a restart of PostgreSQL only rows are believed: an id that never reached the log may be in use again.
 */
export async function settleCommit(
  db: Database,
  lost: LostCommit,
): Promise<'committed' | 'aborted' | 'unknown'> {
  const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
  while (performance.now() < giveUpAt) {
    try {
      const { rows } = await db.pool.query<{ status: string | null; started: string }>(
        // An id from before a restart may be one that is yet to come, which pg_xact_status takes for an error.
        `SELECT started, CASE WHEN started = $2 THEN pg_xact_status($1::xid8) END AS status
         FROM (SELECT pg_postmaster_start_time()::text AS started) AS server`,
        [lost.xid, lost.serverStartedAt],
      );
      const row = rows[0];
      if (row && row.started !== lost.serverStartedAt) {
        if (!lost.proof) return 'unknown';
        return (await lost.proof(db)) ? 'committed' : 'aborted';
      }
      if (row?.status === 'committed' || row?.status === 'aborted') return row.status;
    } catch {
      // Still away: asked again until the time is up.
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
  return 'unknown';
}
