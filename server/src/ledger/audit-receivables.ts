import type { Database } from '../db/database.ts';
import { FIRST_ID } from '../db/first-id.ts';
import { invariant } from '../errors.ts';
import type { Reading } from './audit-references.ts';

/** Receivables of one statement. */
const CHUNK = 500;
/** The sweep repays receivables every few seconds; coins that a user who owes some keeps for this long show that it fails. */
const PATIENCE = '10 minutes';

// The transfers of a receivable are a chain: the key of each has the amount recovered before it. The last change of a
// wallet is found by the numbers of its postings.
const receivablesSql = `
WITH RECURSIVE page AS MATERIALIZED (
  SELECT r.id, r.realm, r.user_id, r.amount, r.recovered FROM receivables r
  WHERE r.id > $1 AND ($2::integer IS NULL OR r.realm = $2) ORDER BY r.id LIMIT ${CHUNK}
), chain (id, realm, user_id, recovered) AS (
  SELECT id, realm, user_id, 0::bigint FROM page
  UNION ALL
  SELECT c.id, c.realm, c.user_id, c.recovered + p.amount FROM chain c
  JOIN transfer_keys k ON k.kind = 'recovery' AND k.key = c.id || ':' || c.recovered
  JOIN postings p ON p.transfer_id = k.transfer_id AND p.realm = c.realm AND p.source = 'available'
    AND p.source_id = c.user_id AND p.destination = 'issuance'
), checked AS (
  SELECT page.id, page.recovered, c.sum, w.user_id IS NULL AS is_orphan,
    w.available > 0 AND page.recovered < page.amount AND NOT EXISTS (
      SELECT FROM postings p JOIN transfers t ON t.id = p.transfer_id
      WHERE p.destination_id = w.user_id AND p.destination_seq = w.version
        AND t.created_at > statement_timestamp() - interval '${PATIENCE}'
      UNION ALL
      SELECT FROM postings p JOIN transfers t ON t.id = p.transfer_id
      WHERE p.source_id = w.user_id AND p.source_seq = w.version
        AND t.created_at > statement_timestamp() - interval '${PATIENCE}') AS is_kept
  FROM page
  JOIN (SELECT id, max(recovered) AS sum FROM chain GROUP BY id) c ON c.id = page.id
  LEFT JOIN wallets w ON w.user_id = page.user_id AND w.realm = page.realm
), wrong AS (
  SELECT id, CASE
    WHEN is_orphan THEN 'is of a user without a wallet in its realm'
    WHEN sum <> recovered THEN 'has ' || recovered || ' recovered; its transfers add up to ' || sum
    ELSE 'is open although its user has had coins available for ${PATIENCE}'
  END AS message
  FROM checked WHERE is_orphan OR sum <> recovered OR is_kept ORDER BY id LIMIT 1
)
SELECT (SELECT count(*)::integer FROM page) AS count, (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last,
  (SELECT id FROM wrong) AS wrong, (SELECT message FROM wrong) AS message`;

/** Checks what users owe after chargebacks (W5, X5). Reads all receivables in every audit: they are few. */
export async function auditReceivables(
  db: Database,
  { realm, errors }: Pick<Reading, 'realm' | 'errors'>,
  onChunk: (count: number) => void,
): Promise<void> {
  for (let after = FIRST_ID; ; ) {
    const { rows } = await db.pool.query<{
      count: number;
      last: string | null;
      wrong: string | null;
      message: string | null;
    }>({ name: 'audit-receivables', text: receivablesSql, values: [after, realm ?? null] });
    const page = rows[0];
    invariant(page, 'the query of a page of receivables returned no row');
    if (page.wrong)
      errors.add({
        check: 'receivables',
        table: 'receivables',
        row: page.wrong,
        message: page.message ?? '',
      });
    onChunk(page.count);
    if (page.count < CHUNK || page.last === null) return;
    after = page.last;
  }
}
