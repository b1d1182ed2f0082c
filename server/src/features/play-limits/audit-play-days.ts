import type { Database } from '../../db/database.ts';
import { FIRST_ID } from '../../db/first-id.ts';
import type { AuditReferences, Reading } from '../../ledger/audit-references.ts';

/** Days per statement. Each reads the postings of its player between this day and the next. */
const CHUNK = 200;

interface Page {
  count: number;
  lastDay: string | null;
  lastUser: string | null;
  wrong: string | null;
  message: string | null;
}

const parts = "('available', 'held', 'bonus')";
/** The postings of one end of a wallet in the range of a row, with their effect on the sums of the day. */
const rangeOf = (end: 'source' | 'destination') => `
    SELECT p.transfer_id, ${end === 'source' ? '' : '-'}p.amount AS debit FROM postings p
    WHERE p.${end}_id = page.user_id AND p.${end}_seq >= page.first_seq AND p.${end}_seq < page.until_seq
      AND p.${end} IN ${parts} AND p.${end === 'source' ? 'destination' : 'source'} NOT IN ${parts} AND p.unit = 'coin'`;

const pageSql = (filter: string) => `
WITH page AS MATERIALIZED (
  SELECT d.*,
    coalesce((SELECT n.first_seq FROM play_days n WHERE n.user_id = d.user_id AND n.day > d.day ORDER BY n.day LIMIT 1),
      9223372036854775807) AS until_seq
  FROM play_days d WHERE (d.day, d.user_id) > ($2::date, $3::uuid)${filter} ORDER BY d.day, d.user_id LIMIT ${CHUNK}
), summed AS (
  SELECT page.user_id, page.day, page.spent, page.refunded, page.won, sums.*
  FROM page CROSS JOIN LATERAL (
    SELECT coalesce(sum(debit) FILTER (WHERE kind IN ('entry_fee', 'ticket', 'bet_stake', 'bid_capture', 'buy_now') AND debit > 0), 0) AS posted_spent,
      coalesce(sum(-debit) FILTER (WHERE kind = 'refund' OR (kind IN ('entry_fee', 'ticket', 'bet_stake', 'bid_capture', 'buy_now') AND debit < 0)), 0) AS posted_refunded,
      coalesce(sum(-debit) FILTER (WHERE kind IN ('prize', 'bet_settle', 'spin_prize')), 0) AS posted_won
    FROM (
      SELECT moved.debit, (SELECT t.kind FROM transfers t WHERE t.id = moved.transfer_id) AS kind
      FROM (${rangeOf('source')}
        UNION ALL ${rangeOf('destination')}
      ) AS moved
    ) AS kinds
  ) AS sums
  WHERE $1::integer IS NULL OR (SELECT u.realm FROM users u WHERE u.id = page.user_id) = $1
), wrong AS (
  SELECT user_id || '/' || day AS row, 'has ' || spent || ' spent, ' || refunded || ' refunded, ' || won || ' won; its postings sum to '
    || posted_spent || ', ' || posted_refunded || ', ' || posted_won AS message
  FROM summed WHERE (spent, refunded, won) <> (posted_spent, posted_refunded, posted_won) ORDER BY day, user_id LIMIT 1
)
SELECT (SELECT count(*)::integer FROM page) AS count,
  (SELECT day::text FROM page ORDER BY day DESC, user_id DESC LIMIT 1) AS "lastDay",
  (SELECT user_id FROM page ORDER BY day DESC, user_id DESC LIMIT 1) AS "lastUser",
  (SELECT row FROM wrong) AS wrong, (SELECT message FROM wrong) AS message`;
const filters = { all: '', since: " AND d.day >= ($4::timestamptz AT TIME ZONE 'Africa/Lagos')::date" };

/**
 * Checks that the sums of each player's days equal those of the ledger's postings (G1). Row and postings are read in one
 * statement, so coins may move meanwhile. Only days since the last audit are read again: earlier ones do not change.
 */
export const auditPlayDays: AuditReferences = {
  counts: 'play days',
  async audit(db: Database, { realm, errors, since }: Reading, onChunk): Promise<void> {
    const part = since === null ? 'all' : 'since';
    let after = ['0001-01-01', FIRST_ID];
    for (;;) {
      const values = [realm ?? null, ...after, ...(since === null ? [] : [since])];
      const { rows } = await db.pool.query<Page>({
        name: `audit-play-days-${part}`,
        text: pageSql(filters[part]),
        values,
      });
      const page = rows[0];
      if (page?.wrong) {
        errors.add({ check: 'play', table: 'play_days', row: page.wrong, message: page.message ?? '' });
      }
      onChunk(page?.count ?? 0);
      if (!page || page.count < CHUNK || page.lastDay === null || page.lastUser === null) return;
      after = [page.lastDay, page.lastUser];
    }
  },
};
