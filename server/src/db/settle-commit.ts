import type { QueryConfig } from 'pg';
import { Refusal } from '../errors.ts';
import type { Database } from './database.ts';
import type { Transaction } from './in-transaction.ts';
import { RUN } from './primary.ts';
import { withConnection } from './with-connection.ts';

/** Its commit waits for the standby, like one that changes rows. */
const EMPTY_RECORD = `SELECT pg_logical_emit_message(true, 'copup', '')`;

/** A transaction whose COMMIT was sent and never answered. */
export interface LostCommit {
  /** Null for a transaction that has written nothing. */
  xid: string | null;
  /** The run of the server in which the id is valid. */
  run: string;
  /** Reads from rows whether the transaction took effect. */
  proof: ((db: Database) => Promise<boolean>) | undefined;
}

/** Settles a COMMIT without a reply (A12): returns true when the transaction took effect, and throws otherwise. */
export async function settle(db: Database, { xid, ...sent }: LostCommit, lost: Error): Promise<true> {
  // Without a transaction id nothing was written.
  const outcome = xid === null ? 'committed' : await settleCommit(db, { ...sent, xid });
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

/**
 * Determines the outcome of a transaction whose COMMIT was sent and never answered (A12), within a few seconds. In
 * another run of the server, as after a restart or on a promoted standby, only rows decide: an id that was not flushed
 * to the log, or did not reach the standby, may be reused. A standby that lags is never asked (see Primary).
 */
export async function settleCommit(
  db: Database,
  { xid, run, proof }: LostCommit & { xid: string },
): Promise<'committed' | 'aborted' | 'unknown'> {
  const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
  while (performance.now() < giveUpAt) {
    try {
      const { rows } = await db.pool.query<{ status: string | null; run: string }>(
        // An id of another run may not be assigned yet, for which pg_xact_status throws.
        `SELECT run, CASE WHEN run = $2 THEN pg_xact_status($1::xid8) END AS status FROM (SELECT ${RUN} AS run) AS server`,
        [xid, run],
      );
      const isSameRun = rows[0]?.run === run;
      if (!isSameRun && !proof) return 'unknown';
      const isProven = isSameRun ? rows[0]?.status === 'committed' : await proof?.(db);
      if (isProven) {
        await confirmReplicated(db, giveUpAt - performance.now());
        return 'committed';
      }
      if (!isSameRun || rows[0]?.status === 'aborted') return 'aborted';
    } catch {
      // Still unavailable: try again until the time is up.
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
  return 'unknown';
}

/** For an answer from before: no standby may have confirmed its commit, which was then answered with OUTCOME_UNKNOWN. */
export async function confirmAgain(tx: Transaction): Promise<void> {
  if (tx.moveCoins()) await tx.client.query(EMPTY_RECORD);
}

/**
 * Commits a record of nothing, which waits until all earlier commits reached the synchronous standby. A commit whose
 * wait was ended, as by a restart of the primary, is visible before that, and is lost if the primary is.
 */
export async function confirmReplicated(db: Database, withinMs: number): Promise<void> {
  await withConnection(db, async (client) => {
    const mustConfirm = db.replication.mustConfirm(client);
    await client.query({ text: EMPTY_RECORD, query_timeout: withinMs } as QueryConfig);
    if (mustConfirm && !db.replication.isConfirmed(client)) throw new Error('no standby has the commit');
  });
}
