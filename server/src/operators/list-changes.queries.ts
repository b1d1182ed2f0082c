import type { Database } from '../db/database.ts';

/** Returns the number of changes of each list so far. Reads the rows that are not folded yet, a few seconds' worth. */
export async function countListChanges(db: Database, lists: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.pool.query<{ list: string; changes: number }>({
    name: 'list-changes',
    text: `SELECT wanted.list, (coalesce(f.changes, 0)
        + (SELECT count(*) FROM list_changes c WHERE c.list = wanted.list))::bigint AS changes
      FROM unnest($1::text[]) AS wanted (list) LEFT JOIN list_changes_folded f ON f.list = wanted.list`,
    values: [lists],
  });
  return new Map(rows.map(({ list, changes }) => [list, changes]));
}

/** Adds the changes to the folded number of their list, in one statement: every reader sees the same sum. */
export async function foldListChanges(db: Database): Promise<number> {
  const { rowCount } = await db.pool.query(
    `WITH gone AS (DELETE FROM list_changes RETURNING list)
     INSERT INTO list_changes_folded AS f (list, changes) SELECT list, count(*) FROM gone GROUP BY list ORDER BY list
     ON CONFLICT (list) DO UPDATE SET changes = f.changes + excluded.changes`,
  );
  return rowCount ?? 0;
}
