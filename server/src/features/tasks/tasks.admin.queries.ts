import type { AdminTask, AdminTasksQuery } from '@copup/shared/tasks.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import {
  equal,
  type OperatorList,
  readList,
  searchedId,
  searchPattern,
} from '../../operators/operator-list.ts';
import { firstHits, type SearchRecords, unlessUuid } from '../../operators/search-records.ts';

interface AdminTaskRow extends Omit<AdminTask, 'created_at' | 'updated_at'> {
  created_at: Date;
  updated_at: Date;
}

const columns = `t.id, t.realm, t.title, t.description, t.task_coin_reward, t.url_link AS "urlLink", t.is_active, t.pending,
  t.approved, t.rejected, t.created_at, t.updated_at`;

const taskList: OperatorList = {
  from: 'tasks t',
  key: 't.id',
  select: `SELECT ${columns} FROM page JOIN tasks t ON t.id = page.key`,
  orders: { id: ['t.id'], created_at: ['t.id'], title: ['t.title', 't.id'] },
  orderBy: 'id',
};

type Query = z.output<typeof ListQuery> & z.output<typeof AdminTasksQuery>;

/** Reads a page of the social tasks, with the total. An unknown sort field means the id. */
export async function listAdminTasks(
  db: Database,
  { is_active, realm, q, ...page }: Query,
): Promise<{ rows: AdminTask[]; total: number }> {
  const { rows, total } = await readList<AdminTaskRow>(db, taskList, page, [
    ...(is_active ? [{ sql: is_active === 'true' ? 't.is_active' : 'NOT t.is_active', values: [] }] : []),
    ...equal('t.realm', realm),
    ...(q ? [{ sql: 't.title ILIKE ? OR t.id = ?::int', values: [searchPattern(q), searchedId(q)] }] : []),
  ]);
  return { rows: rows.map(toAdminTask), total };
}

export async function findAdminTask(db: Database, id: number): Promise<AdminTask | undefined> {
  const { rows } = await db.pool.query<AdminTaskRow>(`SELECT ${columns} FROM tasks t WHERE t.id = $1`, [id]);
  return rows[0] && toAdminTask(rows[0]);
}

const toAdminTask = (row: AdminTaskRow): AdminTask => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export const searchTasks =
  ({ db }: Pick<Deps, 'db'>): SearchRecords =>
  async (text) => {
    const rows = await unlessUuid(text, () => listAdminTasks(db, { ...firstHits, q: text }));
    return rows.map((task) => ({
      id: String(task.id),
      title: task.title,
      detail: task.is_active ? 'open' : 'closed',
      realm: task.realm,
      image: null,
    }));
  };
