import type { OldestItem } from '@copup/shared/console.ts';
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
  /** Describes the row `t` that waits longest. */
  oldest: DescribedItem;
}

/** SQL of what an item is about. Each part is null by default. */
export interface DescribedItem {
  name?: string;
  item?: string;
  coins?: string;
  naira?: string;
  /** Joins for these columns. */
  joins?: string;
}

/**
 * Returns a function that counts the rows of a table that wait, and reads the oldest one and its time. The table needs
 * an index whose first column is the status; each status is read by it on its own, so decided rows are never read.
 */
export const readQueueOf =
  ({ db }: { db: Database }, { table, statuses, time, filter = 'true', oldest }: QueueTable): ReadQueue =>
  async () => {
    const { rows } = await db.pool.query<{ waiting: number; oldestAt: Date | null; oldestId: number | null }>(
      {
        name: `queue-${table}`,
        text: `SELECT coalesce(sum(w.waiting), 0)::int AS waiting, min(w.oldest) AS "oldestAt", min(w.id)::int AS "oldestId"
        FROM unnest($1::text[]) AS s (status), LATERAL (
          SELECT count(*)::int AS waiting, min(bounded.at) AS oldest, min(bounded.id) AS id
          FROM (SELECT t.id, t.${time} AS at FROM ${table} t WHERE ${filter} AND t.status = s.status LIMIT ${MAX_COUNTED}) AS bounded
        ) AS w`,
        values: [statuses],
      },
    );
    const [row] = rows;
    if (!row || row.oldestId === null) return { waiting: 0, oldestAt: null };
    const { waiting, oldestAt, oldestId } = row;
    return { waiting, oldestAt, oldest: await describe(db, table, oldestId, oldest) };
  };

async function describe(
  db: Database,
  table: string,
  id: number,
  { name = 'NULL', item = 'NULL', coins = 'NULL', naira = 'NULL', joins = '' }: DescribedItem,
): Promise<OldestItem | undefined> {
  const { rows } = await db.pool.query<Omit<OldestItem, 'id'>>({
    name: `oldest-${table}`,
    text: `SELECT ${name}::text AS name, ${item}::text AS item, ${coins}::bigint AS coins, ${naira}::float8 AS naira
      FROM ${table} t ${joins} WHERE t.id = $1`,
    values: [id],
  });
  return rows[0] && { id: String(id), ...rows[0] };
}
