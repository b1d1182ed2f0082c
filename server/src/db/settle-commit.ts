import { Refusal } from '../errors.ts';
import type { Database } from './database.ts';

/** The arguments of pg_xact_status. Null for a transaction that has written nothing. */
export interface Identity {
  xid: string | null;
  /** pg_postmaster_start_time, as text. */
  started: string;
}

/** Settles a COMMIT without a reply (A12): returns true when the transaction took effect, and throws otherwise. */
export async function settle(
  db: Database,
  { xid, started }: Identity,
  proof: ((db: Database) => Promise<boolean>) | undefined,
  lost: Error,
): Promise<true> {
  // Without a transaction id nothing was written.
  const outcome =
    xid === null ? 'committed' : await settleCommit(db, { xid, serverStartedAt: started, proof });
  if (outcome === 'committed') return true;
  if (outcome === 'aborted')
    throw new Refusal('UNAVAILABLE', 'Nothing was changed. Please try again.', {
      retryAfterS: 1,
      cause: lost,
    });
  throw outcomeUnknown(lost);
}

export function outcomeUnknown(cause: unknown): Refusal {
  return new Refusal('OUTCOME_UNKNOWN', 'The connection was lost. Please try again; nothing is done twice.', {
    retryAfterS: 1,
    cause,
  });
}

/** Longer than idle_in_transaction_session_timeout: a COMMIT that never arrived is aborted by then. */
const GIVE_UP_AFTER_MS = 3_000;
const ASK_EVERY_MS = 50;

export interface LostCommit {
  xid: string;
  /** pg_postmaster_start_time when the transaction ran. */
  serverStartedAt: string;
  proof: ((db: Database) => Promise<boolean>) | undefined;
}

/**
 * Determines the outcome of a transaction whose COMMIT was sent and never answered (A12), within a few seconds. After a
 * restart of PostgreSQL only rows decide: an id that was not flushed to the log may be reused.
 */
export async function settleCommit(
  db: Database,
  lost: LostCommit,
): Promise<'committed' | 'aborted' | 'unknown'> {
  const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
  while (performance.now() < giveUpAt) {
    try {
      const { rows } = await db.pool.query<{ status: string | null; started: string }>(
        // An id from before a restart may not be assigned yet, for which pg_xact_status throws.
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
      // Still unavailable: try again until the time is up.
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
  return 'unknown';
}
