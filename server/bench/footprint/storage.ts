import { readFileSync } from 'node:fs';
import { figure } from '@copup/testkit/report.ts';
import type { BenchDatabase } from '../bench-database.ts';

/**
 * Returns the disk in bytes that each of those takes whose number `work` returns, in append-only tables with their indexes,
 * and prints these. Rows that are updated leave dead rows until the next vacuum, and deleted ones return their space: neither
 * is growth.
 */
export async function measureDisk(bench: BenchDatabase, work: () => Promise<number>): Promise<number> {
  const before = await bytesOfTables(bench);
  const made = await work();
  const grown = [...(await bytesOfTables(bench))]
    .map(([table, bytes]) => ({ table, each: (bytes - (before.get(table) ?? bytes)) / made }))
    .filter(({ each }) => each >= 1)
    .toSorted((one, other) => other.each - one.each);
  console.log(`bytes on disk: ${grown.map(({ table, each }) => `${table} ${figure(each)}`).join(', ')}\n`);
  return grown.reduce((sum, { each }) => sum + each, 0);
}

async function bytesOfTables({ db, asOwner }: BenchDatabase): Promise<Map<string, number>> {
  await asOwner('VACUUM');
  const { rows } = await db.pool.query<{ table: string; bytes: number }>(
    `SELECT relname AS table, pg_total_relation_size(relid)::float8 AS bytes FROM pg_stat_user_tables
     WHERE n_tup_upd + n_tup_del = 0`,
  );
  return new Map(rows.map(({ table, bytes }) => [table, bytes]));
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
