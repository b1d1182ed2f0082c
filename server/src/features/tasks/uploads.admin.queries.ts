import {
  type AdminTaskUpload,
  type AdminTaskUploadsQuery,
  UPLOAD_OVERDUE_HOURS,
} from '@copup/shared/tasks.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import {
  type Condition,
  equal,
  findUserIds,
  type OperatorList,
  readList,
  searchedId,
} from '../../operators/operator-list.ts';

interface AdminUploadRow
  extends Omit<AdminTaskUpload, 'screenshot' | 'due_at' | 'created_at' | 'decided_at' | 'history'> {
  has_picture: boolean;
  created_at: Date;
  decided_at: Date | null;
  approved: number;
  rejected: number;
  registered_at: Date;
}

const HOUR_MS = 3_600_000;
/** Same pictures that are counted for an upload. */
const MAX_SAME = 100;

const isOverdue = `u.status = 'pending' AND u.created_at < statement_timestamp() - interval '${UPLOAD_OVERDUE_HOURS} hours'`;
// The history of a person is read from the index task_uploads_history alone.
const columns = `u.id, u.realm, u.status, u.task_id, t.title AS task, u.user_id, p.username::text, p.full_name,
  u.task_coins AS task_coin_reward, u.attempt, (${isOverdue}) AS overdue, u.reason, u.created_at, u.decided_at,
  d.username::text AS decided_by, p.created_at AS registered_at,
  EXISTS (SELECT FROM task_screenshots s WHERE s.upload_id = u.id) AS has_picture,
  (SELECT count(*)::int FROM (SELECT FROM task_uploads e WHERE e.screenshot_hash = u.screenshot_hash AND e.id < u.id
    AND (e.user_id <> u.user_id OR e.task_id <> u.task_id) LIMIT ${MAX_SAME}) AS counted) AS same_pictures,
  (SELECT count(*)::int FROM task_uploads h WHERE h.user_id = u.user_id AND h.status = 'approved') AS approved,
  (SELECT count(*)::int FROM task_uploads h WHERE h.user_id = u.user_id AND h.status = 'rejected') AS rejected`;
const joined =
  'JOIN users p ON p.id = u.user_id JOIN tasks t ON t.id = u.task_id LEFT JOIN users d ON d.id = u.decided_by';

const uploadList: OperatorList = {
  from: 'task_uploads u',
  key: 'u.id',
  select: `SELECT ${columns} FROM page JOIN task_uploads u ON u.id = page.key ${joined}`,
  orders: {
    id: ['u.id'],
    // Ids ascend with time.
    created_at: ['u.id'],
    status: ['u.status', 'u.id'],
  },
  orderBy: 'id',
};

type Query = z.output<typeof ListQuery> & z.output<typeof AdminTaskUploadsQuery>;

/** Reads a page of the uploads, with the total. An unknown sort field means the id. */
export async function listAdminUploads(
  db: Database,
  query: Query,
): Promise<{ rows: AdminTaskUpload[]; total: number }> {
  const { rows, total } = await readList<AdminUploadRow>(db, uploadList, query, [
    ...equal('u.realm', query.realm),
    ...equal('u.status', query.status),
    ...(query.overdue ? [{ sql: isOverdue, values: [] }] : []),
    ...equal('u.task_id', query.task_id),
    ...equal('u.user_id', query.user_id),
    ...(query.q ? [await matches(db, query.q)] : []),
  ]);
  return { rows: rows.map(toAdminUpload), total };
}

/** Users that a search considers. */
const MAX_USERS = 1_000;

/**
 * Finds by the user's name or the upload's number. The ids are read first, since the planner would otherwise look for
 * the users' uploads in the order of the page, among all uploads.
 */
async function matches(db: Database, text: string): Promise<Condition> {
  return {
    sql: 'u.id = ANY(ARRAY(SELECT m.id FROM task_uploads m WHERE m.user_id = ANY(?::uuid[])) || ?::int)',
    values: [await findUserIds(db, text, MAX_USERS), searchedId(text)],
  };
}

export async function findAdminUpload(db: Database, id: number): Promise<AdminTaskUpload | undefined> {
  const { rows } = await db.pool.query<AdminUploadRow>(
    `SELECT ${columns} FROM task_uploads u ${joined} WHERE u.id = $1`,
    [id],
  );
  return rows[0] && toAdminUpload(rows[0]);
}

function toAdminUpload({
  has_picture,
  approved,
  rejected,
  registered_at,
  ...row
}: AdminUploadRow): AdminTaskUpload {
  return {
    ...row,
    due_at: new Date(row.created_at.getTime() + UPLOAD_OVERDUE_HOURS * HOUR_MS).toISOString(),
    screenshot: has_picture ? `/api/admin/task-uploads/${row.id}/screenshot` : null,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    history: { approved, rejected, registered_at: registered_at.toISOString() },
  };
}
