import type { Deps } from '../../deps.ts';
import { firstHits, type SearchRecords, unlessUuid } from '../../operators/search-records.ts';
import { listAdminTasks } from './tasks.admin.queries.ts';

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
