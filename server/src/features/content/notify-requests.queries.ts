import type { NotifyRequestsQuery } from '@copup/shared/content.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import { asc, getTableColumns, gt } from 'drizzle-orm';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { type OperatorList, readList, searchPattern } from '../../operators/operator-list.ts';
import { type NotifyRow, notifyRequests } from './content.tables.ts';

/** Rows of one statement of the CSV file. */
export const NOTIFY_CHUNK = 1_000;

/** Lists the addresses with an id above `after`, at most one chunk, the oldest first. */
export function listNotifyChunk({ orm }: Database, after: number): Promise<NotifyRow[]> {
  return orm
    .select()
    .from(notifyRequests)
    .where(gt(notifyRequests.id, after))
    .orderBy(asc(notifyRequests.id))
    .limit(NOTIFY_CHUNK);
}

const columns = Object.entries(getTableColumns(notifyRequests)).map(
  ([name, column]) => `n."${column.name}" AS "${name}"`,
);
const notifyList: OperatorList = {
  from: 'notify_requests n',
  key: 'n.id',
  select: `SELECT ${columns.join(', ')} FROM page JOIN notify_requests n ON n.id = page.key`,
  orders: { id: ['n.id'], created_at: ['n.id'] },
  orderBy: 'id',
};

/** Reads a page of the addresses, with the total. An unknown sort field means the id. */
export function listNotifyRequests(
  db: Database,
  query: z.output<typeof ListQuery> & z.output<typeof NotifyRequestsQuery>,
): Promise<{ rows: NotifyRow[]; total: number }> {
  return readList<NotifyRow>(
    db,
    notifyList,
    query,
    query.q ? [{ sql: 'n.email::text ILIKE ?', values: [searchPattern(query.q)] }] : [],
  );
}
