import {
  type AuditReferences,
  type Finding,
  inRealm,
  type Relation,
  sinceThen,
} from '../../ledger/audit-references.ts';
import { sharesOf } from '../../subjects/audit-shares.ts';

const scores: Relation = {
  name: 'contest-scores',
  check: 'scores',
  table: 'contest_scores',
  // Each with all draws or answers of its player.
  size: 500,
  order: { contest_id: 'int', user_id: 'uuid' },
  isReadInFull: true,
  rows: 'contest_scores',
  where: 'contest_id = ANY($ids)',
  columns: 'contest_id, user_id, score, (SELECT c.kind FROM contests c WHERE c.id = contest_id) AS kind',
  facts: `SELECT page.*, CASE kind
      WHEN 'card' THEN (SELECT coalesce(sum(value), 0) FROM card_draws d
        WHERE d.contest_id = page.contest_id AND d.user_id = page.user_id)
      WHEN 'math' THEN (SELECT count(*) FILTER (WHERE is_correct) FROM math_answers a
        WHERE a.contest_id = page.contest_id AND a.user_id = page.user_id)
      ELSE score END AS points
    FROM page`,
  row: `contest_id || '/' || user_id`,
  wrong: `WHEN score <> points THEN 'has a score of ' || score || '; its '
    || CASE kind WHEN 'card' THEN 'draws' ELSE 'right answers' END || ' make it ' || points`,
};

// Each check yields one row for each contest that fails it.
const outcomes: Finding = {
  name: 'contest-outcomes',
  check: 'settlements',
  table: 'contests',
  text: `
WITH due AS MATERIALIZED (
  SELECT c.*, coalesce((SELECT sum(s.score) FROM contest_scores s WHERE s.contest_id = c.id), 0) AS scored,
    (SELECT f.balance FROM funds f WHERE f.id = c.pot_id) AS pot, out.prizes, out.prize_paid, out.to_others, out.refunded,
    (SELECT coalesce(sum(e.paid_available + e.paid_bonus) FILTER (WHERE e.refunded_by IS NOT NULL), 0)
      FROM contest_entries e WHERE e.contest_id = c.id) AS refundable,
    EXISTS (SELECT FROM contest_entries e
      WHERE e.contest_id = c.id AND e.refunded_by IS NULL AND e.paid_available + e.paid_bonus > 0) AS owes
  FROM contests c CROSS JOIN LATERAL (
    SELECT count(DISTINCT t.id) FILTER (WHERE t.kind = 'prize') AS prizes,
      coalesce(sum(p.amount) FILTER (WHERE t.kind = 'prize'), 0) AS prize_paid,
      count(*) FILTER (WHERE t.kind = 'prize' AND p.destination_id IS DISTINCT FROM c.winner_id
        AND NOT (p.destination = 'unclaimed' AND (SELECT w.closed_at FROM wallets w WHERE w.user_id = c.winner_id) IS NOT NULL)
      ) AS to_others,
      coalesce(sum(p.amount) FILTER (WHERE t.kind = 'refund'), 0) AS refunded
    FROM postings p JOIN transfers t ON t.id = p.transfer_id WHERE p.source_id = c.pot_id
  ) AS out
  WHERE c.id = ANY($ids)
), found AS (
  SELECT id, 'scores' AS part, 'has ' || points || ' points; the scores of its players add up to ' || scored AS message
  FROM due WHERE points <> scored
  UNION ALL
  SELECT id, 'scores', 'has ' || t."userId" || ' with ' || t.score || ' in its top; the score is ' || coalesce(s.score::text, 'missing')
  FROM due CROSS JOIN LATERAL json_to_recordset(top) AS t ("userId" uuid, score int, seq bigint)
  LEFT JOIN contest_scores s ON s.contest_id = due.id AND s.user_id = t."userId"
  WHERE (s.score, s.reached_seq) IS DISTINCT FROM (t.score, t.seq)
  UNION ALL
  SELECT id, 'settlements', 'ended with winner ' || coalesce(winner_id::text, 'NULL') || '; its best player is ' || coalesce(top #>> '{0,userId}', 'NULL')
  FROM due WHERE status = 'ended' AND winner_id::text IS DISTINCT FROM top #>> '{0,userId}'
  UNION ALL
  SELECT id, 'settlements', 'is ' || status || ' and paid ' || prizes || ' prizes, ' || prize_paid || ' coins of ' || prize
  FROM due WHERE CASE status WHEN 'ended' THEN prizes <> 1 OR prize_paid <> prize OR to_others > 0
      OR won_available + won_bonus <> prize ELSE prizes > 0 END
  UNION ALL
  SELECT id, 'settlements', 'is ' || status || '; ' || refunded || ' coins of ' || refundable || ' were refunded'
    || CASE WHEN owes THEN ', not of all entries' ELSE '' END
  FROM due WHERE refunded <> refundable OR (status = 'void' AND owes) OR (status = 'ended' AND refundable > 0)
  UNION ALL
  SELECT id, 'settlements', 'is over; its pot has ' || coalesce(pot::text, 'no row') FROM due
  WHERE status IN ('ended', 'void') AND pot IS DISTINCT FROM 0
)
SELECT DISTINCT ON (part) id::text AS row, part, message FROM found ORDER BY part, id`,
};

/**
 * Checks that each player's score is the sum of the draws or right answers; that all scores of a contest equal the
 * points of its plays; that the top has the scores of its players; that a won contest paid one prize, from its pot to
 * its winner, with the available part of X7, and that a void one paid none and refunded all entries. Each statement
 * reads one snapshot, so it may run during plays. A settled contest does not change: unless all are read, only open
 * contests and those settled since the last audit are checked.
 */
export const auditContests: AuditReferences = {
  counts: 'contests',
  checks: [
    {
      name: 'contests',
      size: 100,
      order: { id: 'int' },
      rows: 'contests',
      columns: 'id',
      where: inRealm,
      changed: [`status IN ('pending', 'active')`, `status = 'cancelling'`, sinceThen('settled_at')],
      checks: [scores, outcomes, sharesOf('contests')],
    },
  ],
};
