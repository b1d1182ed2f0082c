import type { NotifyRequestsQuery } from '@copup/shared/content.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { and, asc, getTableColumns, gt, not, sql } from '../../db/drizzle.ts';
import { type OperatorList, readList, searchPattern } from '../../operators/operator-list.ts';
import { type NotifyRow, notifyRequests } from './content.tables.ts';

/** Rows of one statement of the CSV file. */
export const NOTIFY_CHUNK = 1_000;

/** Whether the address is that of a user who takes a break: nothing promotional is sent to it (G4). */
const isInBreak = sql`EXISTS (SELECT FROM users u JOIN play_limits l ON l.user_id = u.id
  WHERE u.email = notify_requests.email AND greatest(l.time_out_until, l.excluded_until) > statement_timestamp())`;

/**
 * Lists the addresses with an id above `after`, at most one chunk, the oldest first; without those of users who take a
 * break (G4).
 */
export function listNotifyChunk({ orm }: Database, after: number): Promise<NotifyRow[]> {
  return orm
    .select()
    .from(notifyRequests)
    .where(and(gt(notifyRequests.id, after), not(isInBreak)))
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
