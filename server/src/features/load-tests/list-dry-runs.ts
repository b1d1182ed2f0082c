import type { DryRun, DryRunsQuery, ListedDryRun } from '@copup/shared/dry-runs.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { type OperatorList, readList } from '../../operators/operator-list.ts';

const columns = `d.id, d.realm, d.kind, d.subject_id, d.name, d.players, d.minutes, d.verdict, u.username::text AS started_by,
  d.started_at, d.ended_at`;

const list: OperatorList = {
  from: 'dry_runs d',
  key: 'd.id',
  select: `SELECT ${columns} FROM page JOIN dry_runs d ON d.id = page.key LEFT JOIN users u ON u.id = d.started_by`,
  orders: { id: ['d.id'] },
  orderBy: 'id',
};

type Row = Omit<DryRun, 'started_at' | 'ended_at' | 'state' | 'report' | 'failure'> & {
  started_at: Date;
  ended_at: Date | null;
};

const isIn = { running: 'd.ended_at IS NULL', ended: 'd.ended_at IS NOT NULL' };

/** Reads a page of the dry runs, the newest first, with the total (O7). */
export async function listDryRuns(
  db: Database,
  query: z.output<typeof ListQuery> & z.output<typeof DryRunsQuery>,
): Promise<{ rows: ListedDryRun[]; total: number }> {
  const { rows, total } = await readList<Row>(db, list, query, [
    ...(query.state ? [{ sql: isIn[query.state], values: [] }] : []),
  ]);
  return { rows: rows.map(toListed), total };
}

export async function findDryRun(db: Database, id: number): Promise<DryRun | undefined> {
  const { rows } = await db.pool.query<Row & Pick<DryRun, 'report' | 'failure'>>({
    name: 'dry-run',
    text: `SELECT ${columns}, d.report, d.failure FROM dry_runs d LEFT JOIN users u ON u.id = d.started_by WHERE d.id = $1`,
    values: [id],
  });
  const [row] = rows;
  return row && { ...toListed(row), realm: row.realm };
}

const toListed = <Of extends Row>({ started_at, ended_at, ...row }: Of) => ({
  ...row,
  state: ended_at ? ('ended' as const) : ('running' as const),
  started_at: started_at.toISOString(),
  ended_at: ended_at?.toISOString() ?? null,
});
