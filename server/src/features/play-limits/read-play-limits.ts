import type { PlayLimit, PlayLimits } from '@copup/shared/play-limits.ts';
import type { Database } from '../../db/database.ts';
import { invariant } from '../../errors.ts';
import type { AllFeatures } from '../../feature.ts';
import { readRestrictions } from '../../responsible-play/read-restrictions.ts';
import { subjectKey } from '../../subject.ts';
import { findPlayLimits, type StoredLimit } from './play-limits.queries.ts';

/** Maximum number of auctions named as led. */
const LEADS = 10;

interface Totals {
  now: Date;
  spentToday: number;
  spentThisWeek: number;
  held: number;
  dayEnds: Date;
  weekEnds: Date;
  monthFrom: string;
  today: string;
  spentThisMonth: number;
  wonThisMonth: number;
}

// Reads at most one row for each day of the month or the week.
const totalsSql = `
WITH today AS MATERIALIZED (
  SELECT local::date AS day, date_trunc('week', local)::date AS week, date_trunc('month', local)::date AS month
  FROM (SELECT statement_timestamp() AT TIME ZONE 'Africa/Lagos' AS local) AS now
), days AS MATERIALIZED (
  SELECT d.* FROM play_days d CROSS JOIN today WHERE d.user_id = $1 AND d.day >= least(today.week, today.month)
)
SELECT statement_timestamp() AS now,
  greatest(0, (SELECT sum(spent - refunded)::bigint FROM days WHERE day = today.day)) AS "spentToday",
  greatest(0, (SELECT sum(spent - refunded)::bigint FROM days WHERE day >= today.week)) AS "spentThisWeek",
  coalesce((SELECT sum(h.amount)::bigint FROM holds h
    WHERE h.user_id = $1 AND h.outcome IS NULL AND h.subject_kind <> 'payout'), 0) AS held,
  (today.day + 1)::timestamp AT TIME ZONE 'Africa/Lagos' AS "dayEnds",
  (today.week + 7)::timestamp AT TIME ZONE 'Africa/Lagos' AS "weekEnds",
  today.month::text AS "monthFrom", today.day::text AS today,
  coalesce((SELECT sum(spent - refunded)::bigint FROM days WHERE day >= today.month), 0) AS "spentThisMonth",
  coalesce((SELECT sum(won)::bigint FROM days WHERE day >= today.month), 0) AS "wonThisMonth"
FROM today`;

/** Reads a player's limits, break and result, for display. */
export async function readPlayLimits(db: Database, userId: string): Promise<Omit<PlayLimits, 'leads'>> {
  const [stored, restrictions, totals] = await Promise.all([
    findPlayLimits(db, userId),
    readRestrictions(db, [userId]),
    readTotals(db, userId),
  ]);
  const current = restrictions.get(userId)?.break;
  const { now, held } = totals;
  return {
    day: toLimit(stored.day, totals.spentToday + held, totals.dayEnds, now),
    week: toLimit(stored.week, totals.spentThisWeek + held, totals.weekEnds, now),
    break: current
      ? { kind: current.kind, until: current.until === 'forGood' ? null : current.until.toISOString() }
      : null,
    month: {
      from: totals.monthFrom,
      to: totals.today,
      spent: totals.spentThisMonth,
      won: totals.wonThisMonth,
      net: totals.wonThisMonth - totals.spentThisMonth,
    },
  };
}

async function readTotals(db: Database, userId: string): Promise<Totals> {
  const { rows } = await db.pool.query<Totals>({ name: 'play-totals', text: totalsSql, values: [userId] });
  invariant(rows[0], 'the query of the totals returned no row');
  return rows[0];
}

function toLimit({ coins, next }: StoredLimit, used: number, resetsAt: Date, now: Date): PlayLimit {
  const isDue = next !== null && next.at <= now;
  const limit = isDue ? next.coins : coins;
  return {
    coins: limit,
    used,
    left: limit === null ? null : Math.max(0, limit - used),
    resets_at: resetsAt.toISOString(),
    next: next && !isDue ? { coins: next.coins, at: next.at.toISOString() } : null,
  };
}

/** Names the auctions on which the player's bid leads, oldest first. */
export async function listLeads(
  db: Database,
  { describeSubjects }: Pick<AllFeatures, 'describeSubjects'>,
  userId: string,
): Promise<string[]> {
  const { rows } = await db.pool.query<{ kind: string; id: string }>({
    name: 'play-open-leads',
    text: `SELECT subject_kind AS kind, subject_id AS id FROM holds
      WHERE user_id = $1 AND outcome IS NULL AND subject_kind = 'auction' ORDER BY opened_at LIMIT $2`,
    values: [userId, LEADS],
  });
  const names = await describeSubjects(rows);
  return rows.flatMap((subject) => names.get(subjectKey(subject))?.name ?? []);
}
