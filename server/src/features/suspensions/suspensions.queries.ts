import type { Suspension, SuspensionAnswer } from '@copup/shared/suspensions.ts';
import type { Database } from '../../db/database.ts';

const MOST_SHOWN = 20;

/** Lists the suspensions of a user, the one that ends last first. At most one is in force. */
export async function listSuspensions({ pool }: Database, userId: string): Promise<Suspension[]> {
  const { rows } = await pool.query<{
    id: number;
    reason: string;
    operator: string;
    startedAt: Date;
    endsAt: Date;
    isInForce: boolean;
  }>({
    name: 'suspensions',
    text: `SELECT s.id, s.reason, coalesce(u.username::text, s.operator_id::text) AS operator, s.started_at AS "startedAt",
        s.ends_at AS "endsAt", s.ends_at > statement_timestamp() AS "isInForce"
      FROM suspensions s LEFT JOIN users u ON u.id = s.operator_id
      WHERE s.user_id = $1 ORDER BY s.ends_at DESC, s.id DESC LIMIT ${MOST_SHOWN}`,
    values: [userId],
  });
  return rows.map(({ id, reason, operator, startedAt, endsAt, isInForce }, nth) => ({
    ...{ id, reason, operator },
    started_at: startedAt.toISOString(),
    ends_at: endsAt.toISOString(),
    // A renewed one ends before its renewal.
    is_in_force: isInForce && nth === 0,
  }));
}

/** Lists what a user answered, newest first. */
export async function listAnswers({ pool }: Database, userId: string): Promise<SuspensionAnswer[]> {
  const { rows } = await pool.query<{ at: Date; text: string }>({
    name: 'suspension-answers',
    text: `SELECT at, text FROM suspension_answers WHERE user_id = $1 ORDER BY id DESC LIMIT ${MOST_SHOWN}`,
    values: [userId],
  });
  return rows.map(({ at, text }) => ({ at: at.toISOString(), text }));
}
