import type { AdminReferralTask, AdminReferralTasksQuery } from '@copup/shared/tasks.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { equal, type OperatorList, readList, searchedId } from '../../operators/operator-list.ts';

interface AdminReferralTaskRow extends Omit<AdminReferralTask, 'created_at' | 'updated_at'> {
  created_at: Date;
  updated_at: Date;
}

const columns = `t.id, t.realm, t.required_referrals, t.task_coin_reward, t.is_active, t.rewarded, t.created_at, t.updated_at`;

const referralTaskList: OperatorList = {
  from: 'referral_tasks t',
  key: 't.id',
  select: `SELECT ${columns} FROM page JOIN referral_tasks t ON t.id = page.key`,
  orders: {
    id: ['t.id'],
    created_at: ['t.id'],
    required_referrals: ['t.required_referrals', 't.id'],
  },
  orderBy: 'id',
};

type Query = z.output<typeof ListQuery> & z.output<typeof AdminReferralTasksQuery>;

/** Reads a page of the referral tasks, with the total. An unknown sort field means the id. */
export async function listAdminReferralTasks(
  db: Database,
  { is_active, realm, q, ...page }: Query,
): Promise<{ rows: AdminReferralTask[]; total: number }> {
  const no = q === undefined ? null : searchedId(q);
  const { rows, total } = await readList<AdminReferralTaskRow>(db, referralTaskList, page, [
    ...(is_active ? [{ sql: is_active === 'true' ? 't.is_active' : 'NOT t.is_active', values: [] }] : []),
    ...equal('t.realm', realm),
    ...(q ? [{ sql: 't.id = ?::int OR t.required_referrals = ?::int', values: [no, no] }] : []),
  ]);
  return { rows: rows.map(toAdminReferralTask), total };
}

export async function findAdminReferralTask(
  db: Database,
  id: number,
): Promise<AdminReferralTask | undefined> {
  const { rows } = await db.pool.query<AdminReferralTaskRow>(
    `SELECT ${columns} FROM referral_tasks t WHERE t.id = $1`,
    [id],
  );
  return rows[0] && toAdminReferralTask(rows[0]);
}

const toAdminReferralTask = (row: AdminReferralTaskRow): AdminReferralTask => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
