import { figure } from '@copup/testkit/report.ts';
import type { BenchDatabase } from './bench-database.ts';

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
