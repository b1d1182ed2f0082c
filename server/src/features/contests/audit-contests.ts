import type { Database } from '../../db/database.ts';
import { FIRST_ID } from '../../db/first-id.ts';
import { invariant } from '../../errors.ts';
import type { AuditReferences, Reading } from '../../ledger/audit-references.ts';
import type { AuditCheck, ErrorCollector } from '../../ledger/audit-report.ts';
import { auditShares } from '../../subjects/audit-shares.ts';

/** Contests of one statement. */
const CONTESTS = 100;
/** Players of one statement, with all their draws or answers. */
const PLAYERS = 500;

/**
 * Checks that each player's score is the sum of the draws or right answers; that all scores of a contest equal the
 * points of its plays; that the top has the scores of its players; that a won contest paid one prize, from its pot to
 * its winner, with the available part of X7, and that a void one paid none and refunded all entries. Each statement
 * reads one snapshot, so it may run during plays. A settled contest does not change: unless all are read, only open
 * contests and those settled since the last audit are checked.
 */
export const auditContests: AuditReferences = {
  counts: 'contests',
  async audit(db, reading, onChunk) {
    for (let after = 0; ; ) {
      const ids = await listDueContests(db, reading, after);
      if (ids.length > 0) {
        await auditScores(db, ids, reading.errors);
        await auditOutcomes(db, ids, reading.errors);
        await auditShares(db, 'contests', ids, reading.errors);
      }
      onChunk(ids.length);
      const last = ids.at(-1);
      if (ids.length < CONTESTS || last === undefined) return;
      after = last;
    }
  },
};

const dueSql = {
  all: `SELECT id FROM contests WHERE id > $1 AND ($2::int IS NULL OR realm = $2) ORDER BY id LIMIT ${CONTESTS}`,
  // Only for all realms: an audit of one realm reads everything. Materialized, since a plan that orders inside scans
  // the ids of all contests. The upper bound makes a generic plan, which does not know how recent $2 is, expect few
  // rows: with a lower bound alone it expects a third of the table and scans it.
  since: `WITH due AS MATERIALIZED (
      SELECT id FROM contests WHERE status IN ('pending', 'active')
      UNION ALL SELECT id FROM contests WHERE status = 'cancelling'
      UNION ALL SELECT id FROM contests WHERE settled_at >= $2 AND settled_at < 'infinity'
    ) SELECT id FROM due WHERE id > $1 ORDER BY id LIMIT ${CONTESTS}`,
};

async function listDueContests(db: Database, { realm, since }: Reading, after: number): Promise<number[]> {
  const part = since === null ? 'all' : 'since';
  const { rows } = await db.pool.query<{ id: number }>({
    name: `audit-contests-${part}`,
    text: dueSql[part],
    values: [after, since ?? realm ?? null],
  });
  return rows.map(({ id }) => id);
}

interface ScoresPage {
  count: number;
  /** The position of its last row in the order; null for a page without rows. */
  last: string[] | null;
  /** The first wrong row, and its error. */
  row: string | null;
  message: string | null;
}

const scoresSql = `
WITH page AS MATERIALIZED (
  SELECT contest_id, user_id, score, (SELECT c.kind FROM contests c WHERE c.id = contest_id) AS kind
  FROM contest_scores WHERE contest_id = ANY($1::int[]) AND (contest_id, user_id) > ($2::int, $3::uuid)
  ORDER BY contest_id, user_id LIMIT ${PLAYERS}
), made AS (
  SELECT page.*, CASE kind
    WHEN 'card' THEN (SELECT coalesce(sum(value), 0) FROM card_draws d
      WHERE d.contest_id = page.contest_id AND d.user_id = page.user_id)
    WHEN 'math' THEN (SELECT count(*) FILTER (WHERE is_correct) FROM math_answers a
      WHERE a.contest_id = page.contest_id AND a.user_id = page.user_id)
    ELSE score END AS points
  FROM page
), wrong AS (
  SELECT contest_id || '/' || user_id AS row,
    'has a score of ' || score || '; its ' || CASE kind WHEN 'card' THEN 'draws' ELSE 'right answers' END || ' make it ' || points AS message
  FROM made WHERE score <> points ORDER BY contest_id, user_id LIMIT 1
)
SELECT (SELECT count(*)::int FROM page) AS count,
  (SELECT ARRAY[contest_id::text, user_id::text] FROM page ORDER BY contest_id DESC, user_id DESC LIMIT 1) AS last,
  (SELECT row FROM wrong) AS row, (SELECT message FROM wrong) AS message`;

async function auditScores(db: Database, ids: readonly number[], errors: ErrorCollector): Promise<void> {
  for (let after = ['0', FIRST_ID]; ; ) {
    const { rows } = await db.pool.query<ScoresPage>({
      name: 'audit-contest-scores',
      text: scoresSql,
      values: [ids, ...after],
    });
    const [page] = rows;
    invariant(page, 'the query of a page of contest scores returned no row');
    report(errors, 'scores', 'contest_scores', page);
    if (page.count < PLAYERS || page.last === null) return;
    after = page.last;
  }
}

// Each check yields one row for each contest that fails it.
const outcomesSql = `
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
  WHERE c.id = ANY($1::int[])
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
SELECT DISTINCT ON (part) id::text AS row, part, message FROM found ORDER BY part, id`;

interface Finding {
  row: string;
  part: AuditCheck;
  message: string;
}

async function auditOutcomes(db: Database, ids: readonly number[], errors: ErrorCollector): Promise<void> {
  const { rows } = await db.pool.query<Finding>({
    name: 'audit-contest-outcomes',
    text: outcomesSql,
    values: [ids],
  });
  for (const finding of rows) report(errors, finding.part, 'contests', finding);
}

function report(
  errors: ErrorCollector,
  check: AuditCheck,
  table: string,
  { row, message }: Pick<ScoresPage, 'row' | 'message'>,
): void {
  if (row !== null) errors.add({ check, table, row, message: message ?? '' });
}
