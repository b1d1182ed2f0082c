import { type ListedLoadTest, LOAD_TEST_LIFE_MS, type LoadTestsQuery } from '@copup/shared/admin.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { type OperatorList, readList } from '../../operators/operator-list.ts';

const list: OperatorList = {
  from: 'realms r',
  key: 'r.id',
  // What was created is in the log of the operator who created it.
  select: `SELECT r.id, u.username::text AS created_by, r.created_at, r.closed_at, r.ended_at,
      coalesce((a.details ->> 'users')::int, 0) AS users,
      coalesce((a.details ->> 'users')::bigint * (a.details ->> 'bid_points')::bigint, 0) AS bid_points
    FROM page JOIN realms r ON r.id = page.key LEFT JOIN users u ON u.id = r.created_by
      LEFT JOIN LATERAL (SELECT l.details FROM admin_audit l WHERE l.subject_kind = 'load-test'
        AND l.subject_id = r.id::text AND l.action = 'load-test.create' ORDER BY l.id LIMIT 1) AS a ON true`,
  orders: { id: ['r.id'] },
  orderBy: 'id',
};

interface Row extends Pick<ListedLoadTest, 'id' | 'created_by' | 'users' | 'bid_points'> {
  created_at: Date;
  closed_at: Date | null;
  ended_at: Date | null;
}

/** Which realms have a state; realm 0 has none. */
const conditions = {
  running: 'r.closed_at IS NULL',
  ending: 'r.closed_at IS NOT NULL AND r.ended_at IS NULL',
  ended: 'r.ended_at IS NOT NULL',
};

/** Reads a page of the load tests' realms, the newest first, with the total (O5). */
export async function listLoadTests(
  db: Database,
  query: z.output<typeof ListQuery> & z.output<typeof LoadTestsQuery>,
): Promise<{ rows: ListedLoadTest[]; total: number }> {
  const { rows, total } = await readList<Row>(db, list, query, [
    { sql: 'r.id > 0', values: [] },
    ...(query.state ? [{ sql: conditions[query.state], values: [] }] : []),
  ]);
  return { rows: rows.map(toListed), total };
}

const toListed = ({ created_at, closed_at, ended_at, ...row }: Row): ListedLoadTest => ({
  ...row,
  state: ended_at ? 'ended' : closed_at ? 'ending' : 'running',
  created_at: created_at.toISOString(),
  ends_at: (closed_at ?? new Date(created_at.getTime() + LOAD_TEST_LIFE_MS)).toISOString(),
});
