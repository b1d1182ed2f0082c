import type { Database } from '../db/database.ts';
import type { ReadQueue } from '../feature.ts';

/** Higher counts of one status are reported as this. */
const MAX_COUNTED = 10_000;

interface QueueTable {
  table: string;
  statuses: readonly string[];
  /** The column with the time since when a row waits. */
  time: string;
  /** A condition on the rows, whose columns precede the status in the index. */
  filter?: string;
}

/**
 * Returns a function that counts the rows of a table that wait, and reads the time of the oldest one. The table needs
 * an index whose first column is the status; each status is read by it on its own, so decided rows are never read.
 */
export const readQueueOf =
  ({ db }: { db: Database }, { table, statuses, time, filter = 'true' }: QueueTable): ReadQueue =>
  async () => {
    const { rows } = await db.pool.query<{ waiting: number; oldestAt: Date | null }>({
      name: `queue-${table}`,
      text: `SELECT coalesce(sum(w.waiting), 0)::int AS waiting, min(w.oldest) AS "oldestAt"
        FROM unnest($1::text[]) AS s (status), LATERAL (
          SELECT count(*)::int AS waiting, min(bounded.at) AS oldest
          FROM (SELECT t.${time} AS at FROM ${table} t WHERE ${filter} AND t.status = s.status LIMIT ${MAX_COUNTED}) AS bounded
        ) AS w`,
      values: [statuses],
    });
    return rows[0] ?? { waiting: 0, oldestAt: null };
  };
