import { readFileSync } from 'node:fs';
import type { BenchDatabase } from '../bench-database.ts';

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
