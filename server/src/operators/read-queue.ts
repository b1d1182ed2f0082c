import type { Database } from '../db/database.ts';
import type { ReadQueue } from '../feature.ts';

/** Higher counts are reported as this. */
const MAX_COUNTED = 10_000;

/**
 * Returns a function that counts the rows of a queue that wait, up to a limit, and reads the time of the oldest one.
 * Both need an index that starts with the status.
 */
export const readQueueOf =
  (
    { db }: { db: Database },
    { table, waits, time, by }: { table: string; waits: string; time: string; by: string },
  ): ReadQueue =>
  async () => {
    const { rows } = await db.pool.query<{ waiting: number; oldestAt: Date | null }>({
      name: `queue-${table}`,
      text: `SELECT (SELECT count(*)::int FROM (SELECT FROM ${table} WHERE ${waits} LIMIT ${MAX_COUNTED}) AS bounded) AS waiting,
          (SELECT ${time} FROM ${table} WHERE ${waits} ORDER BY ${by} LIMIT 1) AS "oldestAt"`,
    });
    return rows[0] ?? { waiting: 0, oldestAt: null };
  };
