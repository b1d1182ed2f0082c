import type { Finding } from '../ledger/audit-references.ts';

const isLeft = (table: string) => `l.subject_kind = '${table.slice(0, -1)}' AND l.subject_id = s.id`;

const sharesSql = (table: string) => `
WITH due AS MATERIALIZED (
  SELECT s.id, s.prize, s.winner_id, s.won_available, s.winner_paid_available, fees.*, paid.*,
    least(received, coalesce(div(s.prize * own_available, nullif(own, 0)), 0)) AS share
  FROM ${table} s CROSS JOIN LATERAL (
    SELECT coalesce(sum(p.amount) FILTER (WHERE p.source = 'available'), 0) AS received,
      coalesce(sum(p.amount) FILTER (WHERE p.source_id = s.winner_id), 0) AS own,
      coalesce(sum(p.amount) FILTER (WHERE p.source_id = s.winner_id AND p.source = 'available'), 0) AS own_available
    FROM (SELECT p.amount, p.source, p.source_id FROM postings p WHERE p.destination_id = s.pot_id
      -- Tickets that were returned before the start (A14).
      UNION ALL SELECT -l.paid_available, 'available', l.user_id FROM left_entries l WHERE ${isLeft(table)}
      UNION ALL SELECT -l.paid_bonus, 'bonus', l.user_id FROM left_entries l WHERE ${isLeft(table)}) AS p
  ) AS fees CROSS JOIN LATERAL (
    SELECT coalesce(sum(p.amount) FILTER (WHERE p.destination = 'available'), 0)
        - (SELECT coalesce(sum(l.paid_available), 0) FROM left_entries l WHERE ${isLeft(table)}) AS paid,
      coalesce(bool_or(p.destination = 'unclaimed'), false) AS is_diverted
    FROM postings p WHERE p.source_id = s.pot_id
  ) AS paid
  WHERE s.id = ANY($ids)
)
SELECT id::text AS row, 'paid its winner ' || won_available || ' available coins, ' || paid || ' by its postings, of a prize of '
  || prize || '; the winner paid ' || own_available || ' of ' || own || ' coins available, all players ' || received AS message
FROM due WHERE winner_paid_available IS NOT NULL
  AND (won_available <> share OR winner_paid_available <> own_available OR (paid <> won_available AND NOT is_diverted))
UNION ALL
SELECT id::text, 'paid ' || paid || ' available coins of ' || received || ' that it received'
FROM due WHERE paid > received AND (winner_id IS NULL OR winner_paid_available IS NOT NULL)
ORDER BY row LIMIT 1`;

/**
 * Checks the available coins that the pots of these subjects paid, as the postings tell (X7): a prize pays its winner
 * the share of the winner's own fee, and no pot pays more of them, refunds included, than it received. Only the second
 * holds for prizes that were paid before the winner's fee was recorded, and only for pots without a prize. `table` is of
 * subjects with prizes in coins. Reads one snapshot.
 */
export const sharesOf = (table: string): Finding => ({
  name: `${table}-shares`,
  check: 'shares',
  table,
  text: sharesSql(table),
});
