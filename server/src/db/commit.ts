import type { PoolClient } from 'pg';
import { Refusal } from '../errors.ts';
import type { Database } from './database.ts';
import { isConnectionLoss, sqlState } from './pg-errors.ts';

type Scalar = string | number | boolean | Date | Buffer | null;

/**
 * A write that travels with the COMMIT. Nobody sees its result, so whatever must not be committed has to fail in the
 * database. The types of its values are those that the driver always can send: a write that was not sent could not
 * turn the COMMIT into a ROLLBACK.
 */
export interface LastWrite {
  name: string;
  text: string;
  values: readonly (Scalar | readonly Scalar[])[];
  /** What to throw in place of the database's error. */
  explain?(error: unknown): unknown;
}

/** What pg_xact_status will need. Null for a transaction that has written nothing. */
export interface Identity {
  xid: string | null;
  /** pg_postmaster_start_time, as text. */
  started: string;
}

/**
 * Sends the writes and the COMMIT in one round trip. A write that fails turns the COMMIT into a ROLLBACK: what the COMMIT
 * is answered tells what became of all. Returns what that answer was lost to, if it was.
 */
export async function commit(client: PoolClient, writes: readonly LastWrite[]): Promise<Error | undefined> {
  // Given to the connection without a pause: nothing else can get in between.
  const [written, [committed]] = await Promise.all(
    inOnePiece(client, () => [
      Promise.allSettled(
        writes.map(({ name, text, values }) => client.query({ name, text, values: [...values] })),
      ),
      Promise.allSettled([client.query('COMMIT')]),
    ]),
  );
  const failed = written.findIndex(({ status }) => status === 'rejected');
  const failure = (written[failed] as PromiseRejectedResult | undefined)?.reason;
  if (committed.status === 'fulfilled' && committed.value.command === 'COMMIT') {
    if (failed === -1) return undefined;
    // It took effect, and must not be run again, whatever kept this process from reading the write's answer.
    throw outcomeUnknown(failure);
  }
  if (sqlState(failure) !== undefined && !isConnectionLoss(failure))
    throw writes[failed]?.explain?.(failure) ?? failure;
  if (committed.status === 'fulfilled')
    throw new Error(`the transaction was rolled back by the database (${committed.value.command})`, {
      cause: failure,
    });
  if (!isConnectionLoss(committed.reason)) throw committed.reason;
  return committed.reason as Error;
}

/** After a COMMIT without an answer (A12): returns true when the transaction took effect, and throws otherwise. */
export async function settle(
  db: Database,
  { xid, started }: Identity,
  proof: ((db: Database) => Promise<boolean>) | undefined,
  lost: Error,
): Promise<true> {
  // Without an id nothing was written: there is nothing to lose.
  const outcome =
    xid === null ? 'committed' : await settleCommit(db, { xid, serverStartedAt: started, proof });
  if (outcome === 'committed') return true;
  if (outcome === 'aborted')
    throw new Refusal('UNAVAILABLE', 'Nothing was done. Please try again.', { retryAfterS: 1, cause: lost });
  throw outcomeUnknown(lost);
}

function outcomeUnknown(cause: unknown): Refusal {
  return new Refusal('OUTCOME_UNKNOWN', 'The connection was lost. Please try again; nothing is done twice.', {
    retryAfterS: 1,
    cause,
  });
}

interface Corkable {
  cork(): void;
  uncork(): void;
}

/**
 * What `send` gives to the connection before it first waits leaves in one piece: one write instead of one for each
 * statement, and one time for PostgreSQL to wake up. The driver itself corks its stream for each statement only.
 */
export function inOnePiece<Result>(client: PoolClient, send: () => Result): Result {
  const stream = (client as unknown as { connection?: { stream?: Corkable } }).connection?.stream;
  stream?.cork();
  try {
    return send();
  } finally {
    stream?.uncork();
  }
}

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
