import type { Database } from './database.ts';

/** Rows of one statement of a purge. */
export const PURGE_CHUNK = 1_000;
/** Statements of one run. What is left is for the next run. */
const CHUNKS = 50;

/**
 * Calls `purgeChunk`, which purges up to PURGE_CHUNK rows in a transaction of its own and returns how many, until a chunk
 * is not full. Returns the sum.
 */
export async function purgeInChunks(purgeChunk: () => Promise<number>): Promise<number> {
  let purged = 0;
  for (let nth = 0; nth < CHUNKS; nth += 1) {
    const count = await purgeChunk();
    purged += count;
    if (count < PURGE_CHUNK) break;
  }
  return purged;
}

export interface OldRows {
  table: string;
  /** A column or an expression that an index orders. */
  age: string;
  /** What `age` is compared with: `statement_timestamp()` less an interval, or a parameter. */
  before: string;
  values?: unknown[];
}

/**
 * Deletes the rows whose `age` lies before `before`, oldest first, in chunks. Several servers may run it at once: rows that
 * another transaction has locked are left to it, or to the next run. Returns how many it deleted.
 */
export function purgeOld(db: Database, { table, age, before, values }: OldRows): Promise<number> {
  return purgeInChunks(async () => {
    const { rowCount } = await db.pool.query({
      name: `purge-${table}`,
      text: `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${table} WHERE ${age} < ${before} ORDER BY ${age} LIMIT ${PURGE_CHUNK} FOR NO KEY UPDATE SKIP LOCKED))`,
      values,
    });
    return rowCount ?? 0;
  });
}
