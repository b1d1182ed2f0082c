import { adminTasksCalls } from '@copup/shared/calls/tasks.ts';
import type { AdminTask } from '@copup/shared/tasks.ts';
import type { Deps } from '../../deps.ts';
import { searchedId, searchPattern } from '../../operators/operator-list.ts';
import { firstHits, type SearchRecords, unlessUuid } from '../../operators/search-records.ts';
import type { RecordAdmin } from '../../records/record-admin.ts';
import { listRecords } from '../../records/record-list.ts';
import { assertOpenRealm } from '../../subjects/write-subject.ts';
import { taskNotFound } from './tasks.errors.ts';
import { type TaskRow, tasks } from './tasks.tables.ts';

/**
 * /api/admin/tasks: social tasks. Uploads keep the reward of their time. Players see active tasks, and others while their
 * upload is pending.
 */
export const taskRecord: RecordAdmin<TaskRow> = {
  name: 'task',
  table: tasks,
  columns: { urlLink: 'urlLink' },
  calls: adminTasksCalls,
  notFound: taskNotFound,
  more: 't.pending, t.approved, t.rejected',
  orders: { title: ['t.title', 't.id'] },
  search: (text) => ({
    sql: 't.title ILIKE ? OR t.id = ?::int',
    values: [searchPattern(text), searchedId(text)],
  }),
  async check(tx, { realm }, before) {
    if (!before) await assertOpenRealm(tx, realm);
  },
};

export const searchTasks =
  ({ db }: Pick<Deps, 'db'>): SearchRecords =>
  async (text, realm) => {
    const rows = await unlessUuid(text, () =>
      listRecords<AdminTask>(db, taskRecord, { ...firstHits, realm, q: text }),
    );
    return rows.map((task) => ({
      id: String(task.id),
      title: task.title,
      detail: task.is_active ? 'open' : 'closed',
      realm: task.realm,
      image: null,
    }));
  };
