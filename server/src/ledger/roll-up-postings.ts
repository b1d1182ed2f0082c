import type { Database } from '../db/database.ts';
import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import { invariant } from '../errors.ts';

/** Postings added up in one transaction; keeps each statement short. */
const CHUNK = 20_000;

/** What is computed from postings and kept beside the ledger. */
interface RollUp {
  /** The table of sums, which are computed anew from nothing; none when repeated postings change nothing. */
  rollUp?: string;
  /** The table of one row with the transaction id up to which all postings are in. */
  position: string;
  /** Adds the postings from one transaction id to another (exclusive), moves the position, and returns their number. */
  addChunk(tx: Transaction, from: string, upto: string): Promise<number>;
}

/**
 * Adds the postings of finished transactions to a roll-up, chunk by chunk, and returns their number. Returns at once when
 * another server is doing so.
 */
export async function rollUpPostings(db: Database, rollUp: RollUp): Promise<number> {
  for (let added = 0; ; ) {
    const chunk = await inTransaction(db, async (tx) => {
      const from = await lockPosition(tx, rollUp);
      if (from === undefined) return { added: 0, isMore: false };
      const { upto, isMore } = await findChunkEnd(tx, from);
      return { added: await rollUp.addChunk(tx, from, upto), isMore };
    });
    added += chunk.added;
    if (!chunk.isMore) return added;
  }
}

/** Locks and returns the position; undefined when another transaction has locked it. */
async function lockPosition(tx: Transaction, { rollUp, position }: RollUp): Promise<string | undefined> {
  const { rows: locked } = await tx.client.query<{ upto: string }>(
    `SELECT upto::text FROM ${position} FOR NO KEY UPDATE SKIP LOCKED`,
  );
  const upto = locked[0]?.upto;
  // A statement of its own: the snapshot of the first may be older than the position that it locked.
  const { rows } = await tx.client.query<{ isAhead: boolean | null }>(
    'SELECT $1::xid8 > pg_snapshot_xmin(pg_current_snapshot()) AS "isAhead"',
    [upto],
  );
  if (!rows[0]?.isAhead) return upto;
  // The database was restored onto a younger cluster, whose transaction ids start anew: reset the roll-up.
  if (rollUp !== undefined) await tx.client.query(`DELETE FROM ${rollUp}`);
  return '0';
}

/**
 * Returns where a chunk of the postings of finished transactions from `from` ends: at the oldest running transaction,
 * or earlier after a whole transaction when there are more. Reads by transaction id, never by the last posting's id: a
 * posting with a lower id may be committed later.
 */
async function findChunkEnd(tx: Transaction, from: string): Promise<{ upto: string; isMore: boolean }> {
  const { rows } = await tx.client.query<{ oldestRunning: string; nth: string | null }>(
    `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS "oldestRunning", (
       SELECT p.xid::text FROM postings p
       WHERE p.xid >= $1::xid8 AND p.xid < pg_snapshot_xmin(pg_current_snapshot())
       ORDER BY p.xid OFFSET ${CHUNK - 1} LIMIT 1) AS nth`,
    [from],
  );
  const row = rows[0];
  invariant(row, 'the query of the current snapshot returned no row');
  // The chunk ends after the whole transaction that contains the nth posting.
  return {
    upto: row.nth === null ? row.oldestRunning : String(BigInt(row.nth) + 1n),
    isMore: row.nth !== null,
  };
}
