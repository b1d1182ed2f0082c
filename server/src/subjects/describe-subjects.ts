import type { Database } from '../db/database.ts';
import type { DescribeSubjects } from '../subject.ts';
import { parseIds } from './room-ids.ts';

/** Returns a function that reads the names of subjects from their table. Names and kinds are
 * SQL; a kind is for the page. */
export const describeNames =
  (
    { db }: { db: Pick<Database, 'pool'> },
    { table, nameColumn, kindColumn }: { table: string; nameColumn: string; kindColumn: string },
    pathOf: (row: { id: number; kind: string }) => string | null,
  ): DescribeSubjects =>
  async (ids) => {
    const { rows } = await db.pool.query<{ id: number; name: string; kind: string }>({
      name: `${table}-subject-names`,
      text: `SELECT id, ${nameColumn} AS name, ${kindColumn} AS kind FROM ${table} WHERE id = ANY($1::int[])`,
      values: [parseIds(ids)],
    });
    return new Map(rows.map((row) => [String(row.id), { name: row.name, path: pathOf(row) }]));
  };
