import type { Database } from '../db/database.ts';
import { parseIds } from './room-ids.ts';

/**
 * Returns a function that reads names, statuses and ends (epoch milliseconds) of the rooms of these subjects, for
 * operators.
 */
export const describeSubjectRooms =
  ({ db }: { db: Pick<Database, 'pool'> }, { table, nameColumn }: { table: string; nameColumn: string }) =>
  async (ids: readonly string[]): Promise<Map<string, { name: string; status: string; endsAt: number }>> => {
    const { rows } = await db.pool.query<{ id: number; name: string; status: string; endDate: Date }>({
      name: `${table}-room-descriptions`,
      text: `SELECT id, ${nameColumn} AS name, status, end_date AS "endDate" FROM ${table} WHERE id = ANY($1::int[])`,
      values: [parseIds(ids)],
    });
    return new Map(
      rows.map(({ id, name, status, endDate }) => [String(id), { name, status, endsAt: endDate.getTime() }]),
    );
  };
