import type { PoolClient } from 'pg';
import { currentDeadline } from '../deadline.ts';
import { endWith, runTraced, type Span, tracer } from '../tracing.ts';
import type { Database } from './database.ts';
import { drizzle, type NodePgDatabase } from './drizzle.ts';
import { endsConnection, isConnectionLoss, isRetryable, sqlState } from './pg-errors.ts';
import { runOf } from './primary.ts';
import { outcomeUnknown, settle } from './settle-commit.ts';

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

/** Determines from rows whether a transaction took effect. */
export type Proof = (db: Database) => Promise<boolean>;

export interface ClockReading {
  now: Date;
  /** The transaction's id. */
  xid: string;
}

export interface Transaction {
  readonly client: PoolClient;
  readonly orm: NodePgDatabase;
  /**
   * Reads the database's clock in a statement of its own: lock first, then call this, then decide (P7). Also records
   * the transaction's id, so that a COMMIT whose reply is lost can be settled (A12).
   */
  clock(): Promise<Date>;
  /** Does the same with what a function of the database read once its locks were held. */
  clockFrom(reading: ClockReading): Date;
  /**
   * Sends this write, after those given before, in one round trip with the COMMIT. The caller must not write anything
   * later.
   */
  writeLast(write: LastWrite): void;
  /** Invalidates the room at the commit: its members then receive the new state. */
  invalidate(room: string): void;
  /**
   * Sets the check of rows that decides when a COMMIT's reply was lost and the server was restarted meanwhile:
   * transaction ids can be reused after a crash. The first check set is used.
   */
  proveBy(proof: Proof): void;
  /**
   * Call it before coins are moved: throws NO_STANDBY when that needs a synchronous standby and there is none. Returns
   * whether the COMMIT is answered as done only after a standby has it.
   */
  moveCoins(): boolean;
  /** True when the COMMIT's reply was lost and the transaction was found to have taken effect (A12). */
  wasCommitLost: boolean;
}

const MAX_RETRIES = 3;

/**
 * Runs `work` in one READ COMMITTED transaction. Retries what a retry resolves (`isRetryable`) at most three times, with
 * jitter; no other errors. A lost COMMIT is settled by the transaction's status in the database, never by running
 * again. Throws OUTCOME_UNKNOWN (503) when the status is unknown: a retry with the same Idempotency-Key then returns
 * the outcome. Throws DEADLINE_PASSED for a command whose COMMIT was not sent in time (A11).
 *
 * `open` may lock and read before the work starts; its statements are sent with the BEGIN, in one round trip. It must
 * not write: if the BEGIN fails, these statements run outside a transaction.
 */
export function inTransaction<Result, Opened = undefined>(
  db: Database,
  work: (tx: Transaction, opened: Opened) => Promise<Result>,
  open?: (tx: Transaction) => Promise<Opened>,
): Promise<Result> {
  const span = tracer?.current()?.startLazily('transaction');
  return span ? traced(span, db, work, open) : runWithRetries(db, work, open);
}

function traced<Result, Opened>(
  span: Span,
  db: Database,
  work: (tx: Transaction, opened: Opened) => Promise<Result>,
  open: ((tx: Transaction) => Promise<Opened>) | undefined,
): Promise<Result> {
  return runTraced(span, () => runWithRetries(db, work, open));
}

async function runWithRetries<Result, Opened>(
  db: Database,
  work: (tx: Transaction, opened: Opened) => Promise<Result>,
  open: ((tx: Transaction) => Promise<Opened>) | undefined,
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await runOnce(db, work, open);
    } catch (error) {
      if (attempt >= MAX_RETRIES || !isRetryable(error)) throw error;
      // Until then the other transaction has the lock, also on a busy machine.
      await new Promise((resolve) => setTimeout(resolve, 20 * 2 ** attempt * (0.5 + Math.random())));
    }
  }
}

/** What the work of a transaction has left for its end. */
interface TransactionEnd {
  /** Null for a transaction that has written nothing; undefined before it is read. */
  xid: string | null | undefined;
  proof: Proof | undefined;
  mustConfirm: boolean;
  readonly lastWrites: LastWrite[];
  readonly invalidated: Set<string>;
}

function createTransaction(
  { replication }: Database,
  client: PoolClient,
): { tx: Transaction; end: TransactionEnd } {
  const end: TransactionEnd = {
    xid: undefined,
    proof: undefined,
    mustConfirm: false,
    lastWrites: [],
    invalidated: new Set(),
  };
  let orm: NodePgDatabase | undefined;
  const tx: Transaction = {
    client,
    get orm() {
      orm ??= drizzle(client);
      return orm;
    },
    async clock() {
      const { rows } = await client.query<ClockReading>({
        name: 'tx-clock',
        text: 'SELECT clock_timestamp() AS now, pg_current_xact_id()::text AS xid',
      });
      const row = rows[0];
      if (!row) throw new Error('the query of the database clock returned no row');
      return tx.clockFrom(row);
    },
    clockFrom({ now, xid }) {
      end.xid = xid;
      return now;
    },
    writeLast: (write) => end.lastWrites.push(write),
    invalidate: (room) => end.invalidated.add(room),
    proveBy: (proof) => {
      end.proof ??= proof;
    },
    moveCoins: () => {
      end.mustConfirm = replication.mustConfirm(client);
      return end.mustConfirm;
    },
    wasCommitLost: false,
  };
  return { tx, end };
}

async function runOnce<Result, Opened>(
  db: Database,
  work: (tx: Transaction, opened: Opened) => Promise<Result>,
  open?: (tx: Transaction) => Promise<Opened>,
): Promise<Result> {
  const deadline = currentDeadline();
  const client = await db.pool.connect();
  const { tx, end } = createTransaction(db, client);
  let broken: Error | undefined;
  let isCommitting = false;
  const onError = (error: Error) => {
    // The first is the cause; the end of the connection follows it.
    broken ??= error;
  };
  let isReleased = false;
  const release = () => {
    if (isReleased) return;
    isReleased = true;
    client.off('error', onError);
    client.release(broken);
  };
  client.on('error', onError);
  try {
    const [, opened] = await Promise.all(
      inOnePiece(client, () => [client.query(deadline?.begin() ?? 'BEGIN'), open?.(tx)]),
    );
    const result = await work(tx, opened as Opened);
    // The last writes need the transaction id before they are sent.
    if (end.lastWrites.length > 0 && end.xid === undefined) await tx.clock();
    const xid = end.xid ?? (await readId(client));
    if (xid !== null) deadline?.startCommit();
    isCommitting = true;
    const lost = await commit(client, end.lastWrites, xid !== null);
    if (lost) {
      // Releases the dead connection first: when all connections are lost at once, settling needs free places in the
      // pool.
      broken = lost;
      release();
      tx.wasCommitLost = await settle(db, { xid, run: runOf(client), proof: end.proof }, lost);
    }
    if (end.invalidated.size > 0) db.onCommit(end.invalidated);
    const isConfirmed = lost !== undefined || xid === null || db.replication.isConfirmed(client);
    if (end.mustConfirm && !isConfirmed) throw outcomeUnknown(new Error('no standby confirmed the commit'));
    return result;
  } catch (error) {
    if (endsConnection(error)) broken ??= error as Error;
    if (!broken) {
      await client.query('ROLLBACK').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
    }
    // After it, the statement only found that the connection is gone.
    throw !isCommitting && isRetryable(broken) ? broken : error;
  } finally {
    release();
  }
}

/** Reads the id before the COMMIT of a transaction that did not read the clock. */
async function readId(client: PoolClient): Promise<string | null> {
  const { rows } = await client.query<{ xid: string | null }>({
    name: 'tx-identify',
    text: 'SELECT pg_current_xact_id_if_assigned()::text AS xid',
  });
  if (!rows[0]) throw new Error('the query of the transaction id returned no row');
  return rows[0].xid;
}

/**
 * Sends the writes and the COMMIT in one round trip. A failed write turns the COMMIT into a ROLLBACK, so the reply to
 * the COMMIT decides the outcome of all. Returns the error by which that reply was lost, undefined when it arrived. A
 * transaction that has changed nothing has no span of its commit.
 */
function commit(
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

interface Corkable {
  cork(): void;
  uncork(): void;
}

/**
 * Sends everything that `send` queues synchronously on the connection in one write, instead of one for each statement,
 * which wakes PostgreSQL only once. The driver corks its stream for each statement only.
 */
function inOnePiece<Result>(client: PoolClient, send: () => Result): Result {
  const stream = (client as unknown as { connection?: { stream?: Corkable } }).connection?.stream;
  stream?.cork();
  try {
    return send();
  } finally {
    stream?.uncork();
  }
}
