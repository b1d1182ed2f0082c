import { mostOfToday, type TodayItem } from '@copup/shared/today.ts';
import type { Database } from '../../db/database.ts';

const DAY = "date_trunc('day', statement_timestamp(), 'Africa/Lagos')";
const isToday = (time: string) => `s.${time} >= ${DAY} AND s.${time} < ${DAY} + interval '1 day'`;

const source = (kind: string, table: string, entries: string, subjectId: string, more = {}) => ({
  ...{ kind, table, entries, subjectId, name: 'name', newest: subjectId },
  ...more,
});
type Source = ReturnType<typeof source>;
const auctions = source("'auction'", 'auctions', 'auction_entries', 'auction_id', { newest: 'joined_at' });
const contests = source('s.kind', 'contests', 'contest_entries', 'contest_id', { name: 'title' });
const heists = source("'heist'", 'heists', 'heist_tickets', 'heist_id');

/**
 * Selects what user $1 entered, of one kind, that starts or ends today, among the last 200 entries. What was refunded
 * concerns no one.
 */
const changesSql = (
  { kind, table, entries, subjectId, name, newest }: Source,
  { time = 'end_date', at = 'least(s.end_date, s.settled_at)', what = '', coins = 'NULL::bigint' },
) => `SELECT ${kind} AS kind, s.id, s.${name} AS name, ${at} AS at, ${what} AS what, ${coins} AS coins
  FROM (SELECT ${subjectId}, refunded_by FROM ${entries} WHERE user_id = $1 ORDER BY ${newest} DESC LIMIT 200) e
    JOIN ${table} s ON s.id = e.${subjectId}
  WHERE e.refunded_by IS NULL AND s.status NOT IN ('cancelling', 'cancelled', 'void') AND ${isToday(time)}`;

/** How it ended for user $1; before that, what the user reads of it. */
const endOf = (winner: string, before: string) =>
  `CASE WHEN s.settled_at IS NULL THEN ${before} WHEN s.${winner} = $1 AND s.status <> 'unsold' THEN 'won' ELSE 'over' END`;
const isMine = (table: string, subjectId: string) =>
  `EXISTS (SELECT FROM ${table} m WHERE m.${subjectId} = s.id AND m.user_id = $1)`;

const standing = `CASE WHEN s.leader_id = $1 THEN 'leading' WHEN ${isMine('bids', 'auction_id')} THEN 'outbid' ELSE 'entered' END`;
const answer = `CASE WHEN ${isMine('heist_answers', 'heist_id')} THEN 'answered' ELSE 'ticket' END`;
const changes = [
  changesSql(auctions, { what: endOf('leader_id', standing), coins: 'nullif(s.current_bid_amount, 0)' }),
  changesSql(contests, { what: endOf('winner_id', "'entered'") }),
  changesSql(heists, {
    ...{ time: 'starts_at', at: 's.starts_at' },
    what: "CASE WHEN s.status IN ('waiting', 'available', 'on_hold') THEN 'starts' ELSE 'started' END",
  }),
  changesSql(heists, { what: endOf('winner_id', answer) }),
];

/** Selects the rewards that user $1 can claim, of the newest links (T5: settled with its fees kept, the target reached). */
const claimsSql = ({ kind, table, entries, subjectId }: Source) =>
  `SELECT ${kind} AS kind, s.id, s.name, s.settled_at AS at, 'ready' AS what, s.reward_bid_points AS coins
  FROM (SELECT subject_id FROM affiliate_links WHERE user_id = $1 AND subject_kind = ${kind} ORDER BY created_at DESC LIMIT 200) l
    JOIN ${table} s ON s.id = l.subject_id
  WHERE s.status = 'completed' AND s.target_users > 0 AND s.reward_bid_points > 0
    AND NOT EXISTS (SELECT FROM affiliate_claims c WHERE c.referrer_id = $1 AND c.subject_kind = ${kind} AND c.subject_id = s.id)
    AND s.target_users <= (SELECT count(*) FROM affiliate_referrals r JOIN ${entries} e ON e.${subjectId} = r.subject_id AND e.user_id = r.user_id
      WHERE r.referrer_id = $1 AND r.subject_kind = ${kind} AND r.subject_id = s.id AND e.refunded_by IS NULL)`;

/** Reads what of the user's own changes today, by time, and last one reward to claim. Nothing during a break (G2). */
export async function readToday(db: Database, userId: string): Promise<TodayItem[]> {
  const { rows } = await db.pool.query<Omit<TodayItem, 'at'> & { at: Date }>({
    name: 'today',
    text: `SELECT * FROM (
      SELECT * FROM (${changes.join(' UNION ALL ')}
        UNION ALL (SELECT * FROM (${claimsSql(auctions)} UNION ALL ${claimsSql(heists)}) AS claim ORDER BY at LIMIT 1)) AS own
      WHERE NOT EXISTS (SELECT FROM play_limits l
        WHERE l.user_id = $1 AND greatest(l.time_out_until, l.excluded_until) > statement_timestamp())
      ORDER BY what = 'ready' DESC, abs(extract(epoch FROM at - statement_timestamp())) LIMIT ${mostOfToday}) AS nearest
    ORDER BY what = 'ready', at, id, kind`,
    values: [userId],
  });
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
