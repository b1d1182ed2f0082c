import type { PoolClient } from 'pg';
import { Refusal } from '../errors.ts';
import { endWith, tracer } from '../tracing.ts';
import type { Database } from './database.ts';
import { isConnectionLoss, sqlState } from './pg-errors.ts';

type Scalar = string | number | boolean | Date | Buffer | null;

/**
 * A write that is sent with the COMMIT. Its result is not read by the caller, so a write that must not be committed has
 * to fail in the database. Its values have types that the driver can always send: a write that was not sent could not
 * turn the COMMIT into a ROLLBACK.
 */
export interface LastWrite {
  name: string;
  text: string;
  values: readonly (Scalar | readonly Scalar[])[];
  /** Maps the database's error to the error to throw. */
  explain?(error: unknown): unknown;
}

/** The arguments of pg_xact_status. Null for a transaction that has written nothing. */
export interface Identity {
  xid: string | null;
  /** pg_postmaster_start_time, as text. */
  started: string;
}

/**
 * Sends the writes and the COMMIT in one round trip. A failed write turns the COMMIT into a ROLLBACK, so the reply to
 * the COMMIT decides the outcome of all. Returns the error by which that reply was lost, undefined when it arrived. A
 * transaction that has changed nothing has no span of its commit.
 */
export function commit(
  client: PoolClient,
  writes: readonly LastWrite[],
  hasChanged = true,
): Promise<Error | undefined> {
  const span = hasChanged ? tracer?.current()?.start('commit') : undefined;
  const committed = sendCommit(client, writes);
  return span ? endWith(span, committed) : committed;
}

async function sendCommit(client: PoolClient, writes: readonly LastWrite[]): Promise<Error | undefined> {
  // Queued on the connection without waiting in between, so no other statement can be interleaved.
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
    // The transaction took effect and must not be run again, although the write's result could not be read.
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
 * Sends everything that `send` queues synchronously on the connection in one write, instead of one for each statement,
 * which wakes PostgreSQL only once. The driver corks its stream for each statement only.
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
