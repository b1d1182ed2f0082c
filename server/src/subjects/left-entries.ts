import type { Transaction } from '../db/in-transaction.ts';
import type { Subject } from '../subject.ts';

/** Counts how often these users have left the subject (A14); users who have not are left out. Lock their wallets before. */
export async function countLeaves(
  tx: Transaction,
  subject: Subject,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await tx.client.query<{ userId: string; leaves: number }>({
    name: 'left-entries-count',
    text: `SELECT user_id AS "userId", count(*)::int AS leaves FROM left_entries
      WHERE subject_kind = $1 AND subject_id = $2 AND user_id = ANY($3::uuid[]) GROUP BY user_id`,
    values: [subject.kind, Number(subject.id), userIds],
  });
  return new Map(rows.map(({ userId, leaves }) => [userId, leaves]));
}
