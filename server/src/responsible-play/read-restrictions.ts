import type { Database } from '../db/database.ts';
import type { Transaction } from '../db/in-transaction.ts';
import type { Restrictions } from './restrictions.ts';

interface Row extends Omit<Restrictions, 'break'> {
  userId: string;
  timeOutUntil: Date | null;
  isExcluded: boolean;
  /** Null for good. */
  excludedUntil: Date | null;
}

// A lower limit applies at once; `next_…` is a higher one, or none, that applies from `…_changes_at`.
const restrictionsSql = `
WITH today AS MATERIALIZED (
  SELECT date_trunc('day', statement_timestamp() AT TIME ZONE 'Africa/Lagos')::date AS day,
    date_trunc('week', statement_timestamp() AT TIME ZONE 'Africa/Lagos')::date AS week
)
SELECT l.user_id AS "userId",
  CASE WHEN l.day_changes_at <= statement_timestamp() THEN l.next_day_limit ELSE l.day_limit END AS "dayLimit",
  CASE WHEN l.week_changes_at <= statement_timestamp() THEN l.next_week_limit ELSE l.week_limit END AS "weekLimit",
  CASE WHEN l.time_out_until > statement_timestamp() THEN l.time_out_until END AS "timeOutUntil",
  coalesce(l.excluded_until > statement_timestamp(), false) AS "isExcluded",
  CASE WHEN l.excluded_until < 'infinity' THEN l.excluded_until END AS "excludedUntil",
  greatest(0, (SELECT sum(d.spent - d.refunded)::bigint FROM play_days d WHERE d.user_id = l.user_id AND d.day = today.day)) AS "spentToday",
  greatest(0, (SELECT sum(d.spent - d.refunded)::bigint FROM play_days d WHERE d.user_id = l.user_id AND d.day >= today.week)) AS "spentThisWeek",
  coalesce((SELECT sum(h.amount)::bigint FROM holds h
    WHERE h.user_id = l.user_id AND h.outcome IS NULL AND h.subject_kind <> 'payout'), 0) AS held,
  (today.day + 1)::timestamp AT TIME ZONE 'Africa/Lagos' AS "dayEnds",
  (today.week + 7)::timestamp AT TIME ZONE 'Africa/Lagos' AS "weekEnds"
FROM play_limits l CROSS JOIN today WHERE l.user_id = ANY($1::uuid[])`;

/**
 * Reads what restricts these players now. Users without a row of limits are absent. Reads at most 7 days and the open
 * holds of each. For a decision, lock the wallets before: other spends of theirs then have committed.
 */
export async function readRestrictions(
  source: Database | Transaction,
  userIds: readonly string[],
): Promise<Map<string, Restrictions>> {
  const { rows } = await ('client' in source ? source.client : source.pool).query<Row>({
    name: 'play-restrictions',
    text: restrictionsSql,
    values: [userIds],
  });
  return new Map(rows.map((row) => [row.userId, toRestrictions(row)]));
}

function toRestrictions({ userId: _, timeOutUntil, isExcluded, excludedUntil, ...row }: Row): Restrictions {
  return { ...row, break: breakOf(timeOutUntil, isExcluded, excludedUntil) };
}

/** Returns the break that lasts longer, when both are in force. */
function breakOf(
  timeOutUntil: Date | null,
  isExcluded: boolean,
  excludedUntil: Date | null,
): Restrictions['break'] {
  const isTimeOut =
    timeOutUntil !== null && !(isExcluded && (excludedUntil === null || excludedUntil >= timeOutUntil));
  if (isTimeOut) return { kind: 'time_out', until: timeOutUntil };
  if (!isExcluded) return undefined;
  return { kind: 'self_exclusion', until: excludedUntil ?? 'forGood' };
}
