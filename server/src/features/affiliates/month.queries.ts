import type { Database } from '../../db/database.ts';

/** What one referrer's links brought in this month of Africa/Lagos (X3). */
export interface Month {
  auctions: number;
  heists: number;
  /** The sum of the targets of the subjects with a link made or used this month. */
  target: number;
}

/** Reads the rows of this month of one referrer only. A refunded entry does not count (T5). */
export async function readMonth(db: Database, userId: string): Promise<Month> {
  const { rows } = await db.pool.query<Month>({
    name: 'affiliate-month',
    text: `WITH month AS (SELECT date_trunc('month', statement_timestamp(), 'Africa/Lagos') AS start),
      used AS (
        SELECT r.subject_kind, r.subject_id, r.user_id FROM affiliate_referrals r
        WHERE r.referrer_id = $1 AND r.created_at >= (SELECT start FROM month)
      ), subjects AS (
        SELECT subject_kind, subject_id FROM used
        UNION SELECT l.subject_kind, l.subject_id FROM affiliate_links l
          WHERE l.user_id = $1 AND l.created_at >= (SELECT start FROM month)
      )
      SELECT
        (SELECT count(*)::int FROM used u JOIN auction_entries e ON e.auction_id = u.subject_id AND e.user_id = u.user_id
          WHERE u.subject_kind = 'auction' AND e.refunded_by IS NULL) AS auctions,
        (SELECT count(*)::int FROM used u JOIN heist_tickets e ON e.heist_id = u.subject_id AND e.user_id = u.user_id
          WHERE u.subject_kind = 'heist' AND e.refunded_by IS NULL) AS heists,
        (SELECT coalesce(sum(CASE s.subject_kind
            WHEN 'auction' THEN (SELECT a.target_users FROM auctions a WHERE a.id = s.subject_id)
            ELSE (SELECT h.target_users FROM heists h WHERE h.id = s.subject_id) END), 0)::int FROM subjects s) AS target`,
    values: [userId],
  });
  return rows[0] ?? { auctions: 0, heists: 0, target: 0 };
}
