import { answerCommitmentOf, findNearMiss } from '@copup/shared/heist-proof.ts';
import type { Database } from '../../db/database.ts';
import { nodeHashes } from '../../fairness/node-hashes.ts';
import { type AuditReferences, type Finding, inRealm, sinceThen } from '../../ledger/audit-references.ts';
import type { AuditCheck, ErrorCollector } from '../../ledger/audit-report.ts';
import { sharesOf } from '../../subjects/audit-shares.ts';
import { acceptedOf, correctAnswersSql } from './find-winners.ts';
import type { HeistRow } from './heists.queries.ts';

const CHECK: AuditCheck = 'settlements';

type DueHeist = Pick<HeistRow, 'id' | 'question' | 'answers' | 'answerSalt' | 'answerCommitment'> & {
  /** Normalized answers that operators accepted. */
  nearMisses: string[];
};

async function listHeists(db: Database, ids: readonly number[]): Promise<DueHeist[]> {
  const { rows } = await db.pool.query<DueHeist>({
    name: 'audit-heist-commitments',
    text: `SELECT h.id, h.question, h.answers, h.answer_salt AS "answerSalt", h.answer_commitment AS "answerCommitment",
        ARRAY(SELECT DISTINCT a.normalized FROM heist_answers a WHERE a.heist_id = h.id AND a.accepted_by IS NOT NULL
          ORDER BY a.normalized) AS "nearMisses"
      FROM heists h WHERE h.id = ANY($1::int[]) ORDER BY h.id`,
    values: [ids],
  });
  return rows;
}

function auditCommitment(heist: DueHeist, errors: ErrorCollector): void {
  const { id, question, answers, answerSalt, answerCommitment, nearMisses } = heist;
  const add = (message: string) => errors.add({ check: CHECK, table: 'heists', row: String(id), message });
  const computed = answerCommitmentOf({ salt: answerSalt.toString('hex'), question, answers }, nodeHashes);
  const committed = answerCommitment.toString('hex');
  if (computed !== committed) add(`committed to ${committed}; its question and answers make it ${computed}`);
  const distant = nearMisses.find((text) => !findNearMiss(text, answers));
  if (distant !== undefined) add(`accepts “${distant}”, which does not nearly equal an accepted answer`);
}

// Each check yields one row for each heist that fails it.
const outcomes: Finding = {
  name: 'heist-outcomes',
  check: CHECK,
  table: 'heists',
  given: async (db, ids) => {
    const due = await listHeists(db, ids);
    return { ids: due.map(({ id }) => id), accepted: due.map(acceptedOf) };
  },
  text: `
WITH ${correctAnswersSql('$ids', '$accepted')}, facts AS MATERIALIZED (
  SELECT h.*, sold.*, back.*, out.*, coalesce(h.final_status, h.status) AS result,
    (SELECT f.balance FROM funds f WHERE f.id = h.pot_id) AS pot,
    (SELECT c.user_id FROM correct c WHERE c.heist_id = h.id AND c.place = 1) AS earliest,
    EXISTS (SELECT FROM correct c WHERE c.heist_id = h.id AND c.user_id = h.winner_id) AS is_correct,
    (SELECT count(*) FROM heist_cart_items i WHERE i.heist_id = h.id AND i.user_id = h.winner_id) AS carts,
    (SELECT count(*) FROM heist_cart_items i WHERE i.heist_id = h.id) AS all_carts,
    (SELECT count(*) FROM heist_answers a WHERE a.heist_id = h.id AND NOT EXISTS (
      SELECT FROM heist_tickets t WHERE t.heist_id = h.id AND t.user_id = a.user_id)) AS strangers
  FROM heists h CROSS JOIN LATERAL (
    SELECT count(*) AS tickets, coalesce(max(t.no), 0) AS last_no,
      count(*) FILTER (WHERE t.paid_available + t.paid_bonus <> h.ticket_price) AS mispaid,
      coalesce(sum(t.paid_available + t.paid_bonus) FILTER (WHERE t.refunded_by IS NOT NULL), 0) AS refundable,
      coalesce(bool_or(t.refunded_by IS NULL AND t.paid_available + t.paid_bonus > 0), false) AS owes
    FROM heist_tickets t WHERE t.heist_id = h.id
  ) AS sold CROSS JOIN LATERAL (
    SELECT count(*) AS left_rows, coalesce(sum(l.paid_available + l.paid_bonus), 0) AS left_paid
    FROM left_entries l WHERE l.subject_kind = 'heist' AND l.subject_id = h.id
  ) AS back CROSS JOIN LATERAL (
    SELECT count(DISTINCT t.id) FILTER (WHERE t.kind = 'prize') AS prizes,
      coalesce(sum(p.amount) FILTER (WHERE t.kind = 'prize'), 0) AS prize_paid,
      count(*) FILTER (WHERE t.kind = 'prize' AND p.destination_id IS DISTINCT FROM h.winner_id
        AND NOT (p.destination = 'unclaimed' AND (SELECT w.closed_at FROM wallets w WHERE w.user_id = h.winner_id) IS NOT NULL)
      ) AS to_others,
      coalesce(sum(p.amount) FILTER (WHERE t.kind = 'refund'), 0) AS refunded
    FROM postings p JOIN transfers t ON t.id = p.transfer_id WHERE p.source_id = h.pot_id
  ) AS out
  WHERE h.id = ANY($ids)
), found AS (
  SELECT id, 'has ' || participants || ' tickets; ' || tickets || ' are sold, the last with number ' || last_no AS message
  FROM facts WHERE tickets <> participants OR (last_no <> participants AND left_tickets = 0) OR last_no > participants + left_tickets
  UNION ALL
  SELECT id, 'has ' || left_tickets || ' returned tickets; ' || left_rows || ' are recorded' FROM facts WHERE left_tickets <> left_rows
  UNION ALL
  SELECT id, 'sold ' || mispaid || ' tickets not for ' || ticket_price FROM facts WHERE mispaid > 0
  UNION ALL
  SELECT id, 'has ' || strangers || ' answers of users without a ticket' FROM facts WHERE strangers > 0
  UNION ALL
  SELECT id, 'is completed with winner ' || coalesce(winner_id::text, 'NULL') || '; its earliest correct answer is of ' || coalesce(earliest::text, 'NULL')
  FROM facts WHERE result = 'completed'
    AND CASE WHEN winner_rule = 'draw' AND earliest IS NOT NULL THEN NOT is_correct ELSE winner_id IS DISTINCT FROM earliest END
  UNION ALL
  SELECT id, 'is ' || result || ' and paid ' || prizes || ' prizes, ' || prize_paid || ' coins of ' || prize
  FROM facts WHERE CASE WHEN winner_id IS NOT NULL AND category = 'cash' THEN prizes <> 1 OR prize_paid <> prize OR to_others > 0
      OR (won_available + won_bonus = prize) IS NOT TRUE ELSE prizes > 0 END
  UNION ALL
  SELECT id, 'is ' || result || '; its prize is in ' || carts || ' carts of the winner, in ' || all_carts || ' of all users'
  FROM facts WHERE (carts, all_carts) IS DISTINCT FROM
    CASE WHEN winner_id IS NOT NULL AND category <> 'cash' THEN (1::bigint, 1::bigint) ELSE (0::bigint, 0::bigint) END
  UNION ALL
  SELECT id, 'is ' || status || '; ' || refunded || ' coins of ' || refundable + left_paid || ' were refunded'
    || CASE WHEN owes THEN ', not of all tickets' ELSE '' END
  FROM facts WHERE refunded <> refundable + left_paid OR (winner_id IS NULL AND status IN ('completed', 'cancelled') AND owes)
    OR (winner_id IS NOT NULL AND refundable > 0)
  UNION ALL
  SELECT id, 'is over; its pot has ' || coalesce(pot::text, 'no row') FROM facts
  WHERE status IN ('completed', 'cancelled') AND pot IS DISTINCT FROM 0
)
SELECT id::text AS row, message FROM found ORDER BY id LIMIT 1`,
};

/**
 * Checks that the tickets of a heist are numbered without gaps and paid; that its commitment is that of its question
 * and answers; that its winner is the earliest correct answer, or one of them where the winner is drawn; that a won
 * heist paid one prize, from its pot to its winner, with the available part of X7, or into the winner's cart; and that
 * all others refunded all tickets. The draw itself needs SECRETS_KEY: its proof verifies it. Each statement reads one
 * snapshot, so it may run during sales. A settled heist does not change: unless all are read, only open heists and those
 * settled since the last audit are checked.
 */
export const auditHeists: AuditReferences = {
  counts: 'heists',
  checks: [
    {
      name: 'heists',
      // Each with all its tickets and answers.
      size: 20,
      order: { id: 'int' },
      rows: 'heists',
      columns: 'id',
      where: inRealm,
      changed: [
        `status IN ('waiting', 'available', 'on_hold', 'started')`,
        `status = 'cancelling'`,
        sinceThen('settled_at'),
      ],
      checks: [
        async (db, { errors }, _, ids) => {
          for (const heist of await listHeists(db, ids)) auditCommitment(heist, errors);
        },
        outcomes,
        sharesOf('heists'),
      ],
    },
  ],
};
