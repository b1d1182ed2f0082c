import type { Database } from './database.ts';

/** Maximum number of rows of one purge statement. */
export const PURGE_CHUNK = 1_000;
/** Maximum number of statements of one run; the next run continues. */
const CHUNKS = 50;

/**
 * Calls `purgeChunk`, which deletes up to PURGE_CHUNK rows in its own transaction and returns their number, until a
 * chunk is not full. Returns the sum.
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
  /** A column or expression with an index on it. */
  age: string;
  /** The limit for `age`: `statement_timestamp()` less an interval, or a parameter. */
  before: string;
  values?: unknown[];
}

/**
 * Deletes the rows whose `age` is before `before`, oldest first, in chunks. Several servers may run it at the same
 * time: it skips rows that another transaction has locked. Returns the number of deleted rows.
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
