import { readFileSync } from 'node:fs';
import type { BenchDatabase } from '../bench-database.ts';

/**
 * Returns the bytes of append-only tables, with their indexes: rows that are updated in place leave dead rows until the
 * next vacuum, which is not growth.
 */
export async function bytesOfGrowingTables({ db, asOwner }: BenchDatabase): Promise<number> {
  await asOwner('VACUUM');
  const { rows } = await db.pool.query<{ bytes: number }>(
    `SELECT sum(pg_total_relation_size(relid))::float8 AS bytes FROM pg_stat_user_tables
     WHERE relname NOT IN ('auctions', 'wallets', 'inboxes', 'list_rooms')`,
  );
  return rows[0]?.bytes ?? Number.NaN;
}

/**
 * Returns the memory that a session of PostgreSQL shares with no other process: the mean of this database's sessions.
 */
export async function megabytesOfConnection({ db }: BenchDatabase): Promise<number> {
  const { rows } = await db.pool.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'",
  );
  const kilobytes = rows.map(({ pid }) => {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return [...text.matchAll(/^Private_\w+:\s+(\d+) kB/gm)].reduce((sum, [, kb]) => sum + Number(kb), 0);
  });
  return kilobytes.reduce((sum, each) => sum + each, 0) / kilobytes.length / 1_024;
}
