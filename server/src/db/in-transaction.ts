import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PoolClient } from 'pg';
import { commit, type Identity, inOnePiece, type LastWrite, settle } from './commit.ts';
import type { Database } from './database.ts';
import { isConnectionLoss, isRetryable } from './pg-errors.ts';

/** Tells from rows whether a transaction took effect. */
export type Proof = (db: Database) => Promise<boolean>;

export interface Transaction {
  readonly client: PoolClient;
  readonly orm: NodePgDatabase;
  /**
   * The database's clock, read now, in a statement of its own: lock first, then call this, then decide (P7).
   * Also notes the transaction's id, so that a COMMIT whose reply is lost can be settled (A12).
   */
  clock(): Promise<Date>;
  /** Sends this write, after those given before, in one round trip with the COMMIT. Whoever gives it writes nothing later. */
  writeLast(write: LastWrite): void;
  /** This room's state will differ after the commit: its members hear of it then. */
  touch(room: string): void;
  /**
   * Gives the check of rows that decides when a COMMIT's reply was lost and the server was restarted meanwhile: transaction
   * ids can be used again after a crash. The first one given counts.
   */
  proveBy(proof: Proof): void;
  /** True once the COMMIT's reply was lost and the database said that it took effect all the same (A12). */
  wasCommitLost: boolean;
}

const MAX_RETRIES = 3;

/**
 * Runs `work` in one READ COMMITTED transaction. Deadlocks and serialization failures are run again at most three
 * times, with jitter; nothing else is. A lost COMMIT is settled by the database's own memory, never by running again.
 * Throws OUTCOME_UNKNOWN (503) when even that cannot be told: the same Idempotency-Key then finds the truth.
 *
 * `open` may lock and read before the work starts; what it sends travels with the BEGIN, in one round trip. It must write
 * nothing: should the BEGIN fail, the statements sent with it run outside a transaction.
 */
export async function inTransaction<Result, Opened = undefined>(
  db: Database,
  work: (tx: Transaction, opened: Opened) => Promise<Result>,
  open?: (tx: Transaction) => Promise<Opened>,
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await runOnce(db, work, open);
    } catch (error) {
      if (attempt >= MAX_RETRIES || !isRetryable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5 * 2 ** attempt * (0.5 + Math.random())));
    }
  }
}

async function runOnce<Result, Opened>(
  db: Database,
  work: (tx: Transaction, opened: Opened) => Promise<Result>,
  open?: (tx: Transaction) => Promise<Opened>,
): Promise<Result> {
  const client = await db.pool.connect();
  const touched = new Set<string>();
  const lastWrites: LastWrite[] = [];
  let identity: Identity | undefined;
  let orm: NodePgDatabase | undefined;
  let proof: Proof | undefined;
  const tx: Transaction = {
    client,
    get orm() {
      orm ??= drizzle(client);
      return orm;
    },
    async clock() {
      const { rows } = await client.query<Identity & { now: Date }>({
        name: 'tx-clock',
        text: `SELECT clock_timestamp() AS now, pg_current_xact_id()::text AS xid,
          pg_postmaster_start_time()::text AS started`,
      });
      const row = rows[0];
      if (!row) throw new Error('the database has no clock');
      identity = row;
      return row.now;
    },
    writeLast: (write) => lastWrites.push(write),
    touch: (room) => touched.add(room),
    proveBy: (given) => {
      proof ??= given;
    },
    wasCommitLost: false,
  };
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
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
    const [, opened] = await Promise.all(inOnePiece(client, () => [client.query('BEGIN'), open?.(tx)]));
    const result = await work(tx, opened as Opened);
    // What is written last needs the id before it is written.
    if (lastWrites.length > 0 && !identity) await tx.clock();
    const known = identity ?? (await identify(client));
    const lost = await commit(client, lastWrites);
    if (lost) {
      // The dead connection goes first: when all are lost at once, asking what became of them needs the room.
      broken = lost;
      release();
      tx.wasCommitLost = await settle(db, known, proof, lost);
    }
    if (touched.size > 0) db.onCommit(touched);
    return result;
  } catch (error) {
    if (isConnectionLoss(error)) broken ??= error as Error;
    if (!broken) {
      await client.query('ROLLBACK').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
    }
    throw error;
  } finally {
    release();
  }
}

/** Asked before the COMMIT of a transaction that never needed the clock. */
async function identify(client: PoolClient): Promise<Identity> {
  const { rows } = await client.query<Identity>({
    name: 'tx-identify',
    text: `SELECT pg_current_xact_id_if_assigned()::text AS xid, pg_postmaster_start_time()::text AS started`,
  });
  if (!rows[0]) throw new Error('the database knows no transaction');
  return rows[0];
}
