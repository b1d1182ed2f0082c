import type { Database } from './database.ts';

/**
 * Creates the partitions of the coming months and auctions where bids, transfers and postings are partitioned
 * (deploy/partitions.sql); otherwise does nothing. Several servers may call it at the same time.
 */
export async function createPartitions(db: Database): Promise<void> {
  const { rows } = await db.pool.query<{ isPartitioned: boolean }>(
    `SELECT to_regprocedure('create_partitions()') IS NOT NULL AS "isPartitioned"`,
  );
  if (rows[0]?.isPartitioned) await db.pool.query('SELECT create_partitions()');
}
