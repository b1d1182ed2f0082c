import { MAX_REQUIRED_REFERRALS } from '@copup/shared/tasks.ts';
import type { Database } from '../../db/database.ts';
import { and, eq } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { newestFirst, type Page, type PageQuery } from '../../db/keyset.ts';
import { invariant } from '../../errors.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { type ReferralTaskRow, referralRewards, referralTasks } from './tasks.tables.ts';

type Source = Database | Transaction;

/** A referral task with the user's reward; without one, its fields are null. */
export interface CountedReferralTask {
  id: number;
  requiredReferrals: number;
  taskCoinReward: number;
  taskCoins: number | null;
  rewardedAt: Date | null;
}

const newest = newestFirst('t.id');

/** Lists the active referral tasks, newest first. */
export async function listReferralTasks(
  source: Source,
  { userId, realm }: Pick<Viewer, 'userId' | 'realm'>,
  page: PageQuery,
): Promise<Page<CountedReferralTask>> {
  const { rows } = await ('client' in source ? source.client : source.pool).query<CountedReferralTask>({
    name: 'referral-tasks-list',
    text: `SELECT t.id, t.required_referrals AS "requiredReferrals", t.task_coin_reward AS "taskCoinReward",
        r.task_coins AS "taskCoins", r.rewarded_at AS "rewardedAt"
      FROM referral_tasks t LEFT JOIN referral_rewards r ON r.referral_task_id = t.id AND r.user_id = $1
      WHERE t.realm = $2 AND t.is_active AND ${newest.page(3)}`,
    values: [userId, realm, ...newest.values(page)],
  });
  return newest.cut(rows, page);
}

/** Locks the task: its terms and its count. Lock the user before, wallets after. */
export async function lockReferralTask(tx: Transaction, id: number): Promise<ReferralTaskRow | undefined> {
  const [row] = await tx.orm
    .select()
    .from(referralTasks)
    .where(eq(referralTasks.id, id))
    .for('no key update');
  return row;
}

/** Returns whether the user has the reward. Lock the user before, under whose lock it is inserted. */
export async function isRewarded(tx: Transaction, userId: string, referralTaskId: number): Promise<boolean> {
  const rows = await tx.orm
    .select({ id: referralRewards.referralTaskId })
    .from(referralRewards)
    .where(and(eq(referralRewards.referralTaskId, referralTaskId), eq(referralRewards.userId, userId)));
  return rows.length > 0;
}

/**
 * Counts the users who registered with the user's code and were not deleted (T7), up to the most that a task requires:
 * persons, which differ by a device that the user has not used (X15). Synthetic players have no devices.
 */
export async function countFriends(source: Source, userId: string): Promise<number> {
  const { rows } = await ('client' in source ? source.client : source.pool).query<{ friends: number }>({
    name: 'task-friends',
    text: `SELECT count(DISTINCT person)::int AS friends FROM (
      SELECT CASE WHEN u.realm = 0 THEN (
        SELECT d.token_hash FROM known_devices d WHERE d.user_id = u.id
          AND NOT EXISTS (SELECT FROM known_devices own WHERE own.user_id = $1 AND own.token_hash = d.token_hash)
        ORDER BY d.token_hash LIMIT 1) ELSE uuid_send(u.id) END AS person
      FROM users u WHERE u.referred_by = $1 AND u.deleted_at IS NULL LIMIT ${MAX_REQUIRED_REFERRALS}) AS counted`,
    values: [userId],
  });
  invariant(rows[0], 'a count returned no row');
  return rows[0].friends;
}

/** Lists the active tasks whose reward the user could receive now. */
export async function listReady(
  tx: Transaction,
  { userId, realm }: Pick<Viewer, 'userId' | 'realm'>,
  limit: number,
): Promise<{ id: number; requiredReferrals: number }[]> {
  const { rows } = await tx.client.query<{ id: number; requiredReferrals: number }>({
    name: 'referral-tasks-ready',
    text: `SELECT t.id, t.required_referrals AS "requiredReferrals" FROM referral_tasks t
      WHERE t.realm = $2 AND t.is_active AND t.required_referrals <= $3
        AND NOT EXISTS (SELECT FROM referral_rewards r WHERE r.referral_task_id = t.id AND r.user_id = $1)
      ORDER BY t.id LIMIT $4`,
    values: [userId, realm, await countFriends(tx, userId), limit],
  });
  return rows;
}
