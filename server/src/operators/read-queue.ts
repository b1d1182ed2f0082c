import type { OldestItem } from '@copup/shared/console.ts';
import { dueAfterMsOf } from '@copup/shared/queues.ts';
import type { Database } from '../db/database.ts';
import type { ReadQueue } from '../feature.ts';

/** Higher counts of one status are reported as this. */
const MAX_COUNTED = 10_000;

interface QueueTable {
  /** Its name, by which the time of its items is declared. */
  queue: string;
  table: string;
  statuses: readonly string[];
  /** The column with the time since when a row waits. */
  time: string;
  /** SQL of when the row with this alias is due, where it is not a fixed time after it began to wait. */
  dueAt?: (row: string) => string;
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

/** SQL of this time after another. */
export const dueAfter = (since: string, ms: number): string => `${since} + interval '${ms} milliseconds'`;

/**
 * Returns a function that counts the rows of a table that wait, and reads the oldest one and its time. The table needs
 * an index whose first column is the status; each status is read by it on its own, so decided rows are never read.
 */
export const readQueueOf =
  (
    { db }: { db: Database },
    { queue, table, statuses, time, dueAt, filter = 'true', oldest }: QueueTable,
  ): ReadQueue =>
  async () => {
    const due = dueAt?.('t') ?? dueAfter(`t.${time}`, dueAfterMsOf(queue));
    const { rows } = await db.pool.query<StatusRow>({
      name: `queue-${table}`,
      text: `SELECT s.status, w.* FROM unnest($1::text[]) AS s (status), LATERAL (
          SELECT count(*)::int AS waiting, (count(*) FILTER (WHERE bounded.due < statement_timestamp()))::int AS overdue,
            min(bounded.at) AS "oldestAt", min(bounded.id)::int AS "oldestId"
          FROM (SELECT t.id, t.${time} AS at, ${due} AS due FROM ${table} t WHERE ${filter} AND t.status = s.status
            LIMIT ${MAX_COUNTED}) AS bounded
        ) AS w`,
      values: [statuses],
    });
    const byStatus = rows.map(({ status, waiting, overdue }) => ({ status, waiting, overdue }));
    const waiting = byStatus.reduce((sum, each) => sum + each.waiting, 0);
    const [first] = rows
      .filter(({ oldestId }) => oldestId !== null)
      .sort((a, b) => Number(a.oldestId) - Number(b.oldestId));
    if (!first) return { waiting, byStatus, oldestAt: null };
    const { oldestAt, oldestId } = first;
    return { waiting, byStatus, oldestAt, oldest: await describe(db, table, Number(oldestId), oldest) };
  };

interface StatusRow extends Record<'waiting' | 'overdue', number> {
  status: string;
  oldestAt: Date | null;
  oldestId: number | null;
}

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
