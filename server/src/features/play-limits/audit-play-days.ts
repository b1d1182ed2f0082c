import type { AuditReferences } from '../../ledger/audit-references.ts';

const parts = "('available', 'held', 'bonus')";
/** The postings of one end of a wallet in the range of a row, with their effect on the sums of the day. */
const rangeOf = (end: 'source' | 'destination') => `
    SELECT p.transfer_id, ${end === 'source' ? '' : '-'}p.amount AS debit FROM postings p
    WHERE p.${end}_id = page.user_id AND p.${end}_seq >= page.first_seq AND p.${end}_seq < page.until_seq
      AND p.${end} IN ${parts} AND p.${end === 'source' ? 'destination' : 'source'} NOT IN ${parts} AND p.unit = 'coin'`;
const spending = `('entry_fee', 'ticket', 'bet_stake', 'bid_capture', 'buy_now')`;

/** The sums of each player's days equal those of the ledger's postings (G1). Earlier days do not change. */
export const auditPlayDays: AuditReferences = {
  counts: 'play days',
  checks: [
    {
      name: 'play-days',
      check: 'play',
      table: 'play_days',
      // Each with the postings of its player between this day and the next.
      size: 200,
      order: { day: 'date', user_id: 'uuid' },
      rows: 'play_days d',
      where: `day >= ($since AT TIME ZONE 'Africa/Lagos')::date`,
      columns: `d.*, coalesce((SELECT n.first_seq FROM play_days n WHERE n.user_id = d.user_id AND n.day > d.day ORDER BY n.day LIMIT 1),
        9223372036854775807) AS until_seq`,
      facts: `SELECT page.user_id, page.day, page.spent, page.refunded, page.won, sums.*
        FROM page CROSS JOIN LATERAL (
          SELECT coalesce(sum(debit) FILTER (WHERE kind IN ${spending} AND debit > 0), 0) AS posted_spent,
            coalesce(sum(-debit) FILTER (WHERE kind = 'refund' OR (kind IN ${spending} AND debit < 0)), 0) AS posted_refunded,
            coalesce(sum(-debit) FILTER (WHERE kind IN ('prize', 'bet_settle', 'spin_prize')), 0) AS posted_won
          FROM (
            SELECT moved.debit, (SELECT t.kind FROM transfers t WHERE t.id = moved.transfer_id) AS kind
            FROM (${rangeOf('source')}
              UNION ALL ${rangeOf('destination')}
            ) AS moved
          ) AS kinds
        ) AS sums
        WHERE $realm IS NULL OR (SELECT u.realm FROM users u WHERE u.id = page.user_id) = $realm`,
      row: `user_id || '/' || day`,
      wrong: `WHEN (spent, refunded, won) <> (posted_spent, posted_refunded, posted_won)
        THEN 'has ' || spent || ' spent, ' || refunded || ' refunded, ' || won || ' won; its postings sum to '
          || posted_spent || ', ' || posted_refunded || ', ' || posted_won`,
    },
  ],
};
