import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PoolClient } from 'pg';
import { Refusal } from '../errors.ts';
import type { Database } from './database.ts';
import { isConnectionLoss, isRetryable } from './pg-errors.ts';
import { settleCommit } from './settle-commit.ts';

export interface Transaction {
  readonly client: PoolClient;
  readonly orm: NodePgDatabase;
  /**
   * The database's clock, read now, in a statement of its own: lock first, then call this, then decide (P7).
   * Also notes the transaction's id, so that a COMMIT whose reply is lost can be settled (A12).
   */
  clock(): Promise<Date>;
  /** This room's state will differ after the commit: its members hear of it then. */
  touch(room: string): void;
  /**
   * Tells from rows whether this transaction took effect. Asked when a COMMIT's reply was lost and the server was
   * restarted meanwhile, since transaction ids can be used again after a crash.
   */
  proof: ((db: Database) => Promise<boolean>) | undefined;
  /** True once the COMMIT's reply was lost and the database said that it took effect all the same (A12). */
  wasCommitLost: boolean;
}

const MAX_RETRIES = 3;

/**
 * Runs `work` in one READ COMMITTED transaction. Deadlocks and serialization failures are run again at most three
 * times, with jitter; nothing else is. A lost COMMIT is settled by the database's own memory, never by running again.
 * Throws OUTCOME_UNKNOWN (503) when even that cannot be told: the same Idempotency-Key then finds the truth.
 */
export async function inTransaction<Result>(
  db: Database,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await runOnce(db, work);
    } catch (error) {
      if (attempt >= MAX_RETRIES || !isRetryable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5 * 2 ** attempt * (0.5 + Math.random())));
    }
  }
}

async function runOnce<Result>(db: Database, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const client = await db.pool.connect();
  const touched = new Set<string>();
  let identity: Identity | undefined;
  let orm: NodePgDatabase | undefined;
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
    touch: (room) => touched.add(room),
    proof: undefined,
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
    await client.query('BEGIN');
    const result = await work(tx);
    const known = identity ?? (await identify(client));
    const lost = await commit(client);
    if (lost) {
      // The dead connection goes first: when all are lost at once, asking what became of them needs the room.
      broken = lost;
      release();
      await settle(db, tx, known, lost);
    }
    if (touched.size > 0) db.onTouched(touched);
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

/** Returns what the COMMIT's reply was lost to, if it was. */
async function commit(client: PoolClient): Promise<Error | undefined> {
  try {
    const { command } = await client.query('COMMIT');
    if (command !== 'COMMIT') throw new Error(`the transaction was rolled back by the database (${command})`);
    return undefined;
  } catch (error) {
    if (!isConnectionLoss(error)) throw error;
    return error as Error;
  }
}

/** Returns when the transaction took effect, and throws otherwise. */
async function settle(db: Database, tx: Transaction, { xid, started }: Identity, lost: Error): Promise<void> {
  // Without an id nothing was written: there is nothing to lose.
  const outcome =
    xid === null ? 'committed' : await settleCommit(db, { xid, serverStartedAt: started, proof: tx.proof });
  tx.wasCommitLost = outcome === 'committed';
  if (tx.wasCommitLost) return;
  if (outcome === 'aborted') {
    throw new Refusal('UNAVAILABLE', 'Nothing was done. Please try again.', { retryAfterS: 1, cause: lost });
  }
  throw new Refusal('OUTCOME_UNKNOWN', 'The connection was lost. Please try again; nothing is done twice.', {
    retryAfterS: 1,
    cause: lost,
  });
}

/** What pg_xact_status will need. Null for a transaction that has written nothing. */
interface Identity {
  xid: string | null;
  /** pg_postmaster_start_time, as text. */
  started: string;
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
