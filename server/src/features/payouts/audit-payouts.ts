import type { Database } from '../../db/database.ts';
import { invariant } from '../../errors.ts';
import { type AuditPage, auditPages } from '../../ledger/audit-pages.ts';
import type { AuditReferences, Reading } from '../../ledger/audit-references.ts';

/** Payouts of one statement. */
const PAYOUTS = 1_000;

/**
 * Checks that the transfers of each payout are those of its status, once each and of its amount: held, then captured or
 * released, then returned. Each statement reads one snapshot, so it may run while payouts are decided. Unless all are
 * read, only payouts that changed since the last audit are checked.
 */
export const auditPayouts: AuditReferences = {
  counts: 'payouts',
  async audit(db, reading, onChunk) {
    const { errors } = reading;
    const read = (after: number) => readPage(db, reading, after);
    await auditPages({ check: 'payouts', table: 'payouts', size: PAYOUTS, first: 0, errors, read, onChunk });
  },
};

type Page = AuditPage<number>;

// Those that changed are ordered outside the scan of their index: by id alone it would scan all payouts.
const dueSql = {
  all: 'SELECT id FROM payouts WHERE id > $1 AND ($2::int IS NULL OR realm = $2) ORDER BY id',
  // Only for all realms: an audit of one realm reads everything.
  since: `SELECT id FROM (SELECT id FROM payouts
      WHERE coalesce(ended_at, decided_at, created_at) >= $2::timestamptz
        AND coalesce(ended_at, decided_at, created_at) < 'infinity' OFFSET 0) AS changed WHERE id > $1 ORDER BY id`,
};

const pageSql = (due: string) => `
WITH page AS MATERIALIZED (
  SELECT p.id, p.status, p.bid_points FROM payouts p JOIN (${due} LIMIT ${PAYOUTS}) AS due ON due.id = p.id
), found AS (
  SELECT page.*, ARRAY(SELECT k.kind FROM transfer_keys k JOIN postings o ON o.transfer_id = k.transfer_id
      WHERE k.kind IN ('payout_hold', 'payout_capture', 'payout_release', 'payout_return') AND k.key = 'payout:' || page.id
        AND o.amount = page.bid_points ORDER BY k.kind) AS kinds
  FROM page
), wrong AS (
  SELECT id::text AS row, 'is ' || status || '; its transfers of ' || bid_points || ' coins are '
    || coalesce(nullif(array_to_string(kinds, ', '), ''), 'none') AS message
  FROM found WHERE kinds IS DISTINCT FROM CASE status WHEN 'pending' THEN ARRAY['payout_hold']
    WHEN 'rejected' THEN ARRAY['payout_hold', 'payout_release']
    WHEN 'returned' THEN ARRAY['payout_capture', 'payout_hold', 'payout_return']
    ELSE ARRAY['payout_capture', 'payout_hold'] END
  ORDER BY found.id LIMIT 1
)
SELECT (SELECT count(*)::int FROM page) AS count, (SELECT max(id) FROM page) AS last,
  (SELECT row FROM wrong) AS row, (SELECT message FROM wrong) AS message`;

async function readPage(db: Database, { realm, since }: Reading, after: number): Promise<Page> {
  const part = since === null ? 'all' : 'since';
  const { rows } = await db.pool.query<Page>({
    name: `audit-payouts-${part}`,
    text: pageSql(dueSql[part]),
    values: [after, since ?? realm ?? null],
  });
  const [page] = rows;
  invariant(page, 'the query of a page of payouts returned no row');
  return page;
}
