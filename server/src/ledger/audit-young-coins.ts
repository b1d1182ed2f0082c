import type { Database } from '../db/database.ts';
import { FIRST_ID } from '../db/first-id.ts';
import { invariant } from '../errors.ts';
import { firstIdAt, type Reading } from './audit-references.ts';
import type { ErrorCollector } from './audit-report.ts';

/** Purchases of one statement. */
const CHUNK = 500;
/** The highest value of the setting, and a day. */
const LONGEST_WAIT_MS = 31 * 86_400_000;

interface Wrong {
  row: string;
  message: string;
}

// Lots and balances are compared in one snapshot, so coins may move meanwhile.
const lotsSql = `
WITH page AS MATERIALIZED (
  SELECT b.id, b.amount FROM lot_purchases b
  WHERE b.id > $1 AND greatest(b.until, b.frozen_until) > statement_timestamp() + interval '1 minute'
    AND ($2::integer IS NULL OR (SELECT t.realm FROM transfers t WHERE t.id = b.id) = $2)
  ORDER BY b.id LIMIT ${CHUNK}
), holder AS (
  SELECT l.holder, (SELECT coalesce(sum(y.amount), 0) FROM young_lots y WHERE y.holder = l.holder) AS young,
    coalesce(w.available + w.held, CASE WHEN f.id IS NOT NULL THEN greatest(0, f.balance - f.given) END) AS most, coalesce(w.has_lots, f.has_lots) AS is_known
  FROM (SELECT DISTINCT holder FROM lots WHERE purchase IN (SELECT id FROM page)) AS l
  LEFT JOIN wallets w ON w.user_id = l.holder LEFT JOIN funds f ON f.id = l.holder
), wrong AS (
  SELECT id AS row, 'brought ' || amount || ' coins; its lots have ' || found AS message
  FROM (SELECT page.*, (SELECT coalesce(sum(l.amount), 0) FROM lots l WHERE l.purchase = page.id) AS found FROM page) AS sums
  WHERE found <> amount
  UNION ALL
  SELECT holder, 'has ' || young || ' young coins, of ' || most || ' that may be; marked: ' || is_known
  FROM holder WHERE young > most OR NOT is_known
)
SELECT (SELECT count(*)::integer FROM page) AS count, (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last,
  (SELECT to_json(wrong) FROM wrong LIMIT 1) AS wrong`;

// Purchases before the last change of the setting had another wait.
const missingSql = `
SELECT t.id AS row, 'has no row in lot_purchases' AS message
FROM (
  SELECT greatest(statement_timestamp() - interval '1 hour' * coalesce((value #>> '{}')::integer, 72), updated_at + interval '1 minute') AS since
  FROM (SELECT 1) AS one LEFT JOIN settings ON key = 'boughtCoinsHours'
) AS setting
JOIN transfers t ON t.kind IN ('purchase', 'trade') AND t.created_at > setting.since AND t.id > $1
  AND ($2::integer IS NULL OR t.realm = $2)
WHERE NOT EXISTS (SELECT FROM lot_purchases b WHERE b.id = t.id)
  AND EXISTS (SELECT FROM postings p WHERE p.transfer_id = t.id AND p.destination = 'available') LIMIT 1`;

/**
 * Checks the young coins (X17): each recent purchase has its lots, which add up to it wherever they are, and no wallet or
 * pot has more young coins than coins that were bought or won.
 */
export async function auditYoungCoins(
  db: Database,
  { realm, errors }: Pick<Reading, 'realm' | 'errors'>,
  onChunk: (count: number) => void,
): Promise<void> {
  const { rows } = await db.pool.query<Wrong>({
    name: 'audit-lots-missing',
    text: missingSql,
    values: [await firstIdAt(db, new Date(Date.now() - LONGEST_WAIT_MS).toISOString()), realm ?? null],
  });
  report(errors, 'transfers', rows[0]);
  for (let after = FIRST_ID; ; ) {
    const { rows } = await db.pool.query<{ count: number; last: string | null; wrong: Wrong | null }>({
      name: 'audit-lots',
      text: lotsSql,
      values: [after, realm ?? null],
    });
    const page = rows[0];
    invariant(page, 'the query of a page of young purchases returned no row');
    report(errors, 'lots', page.wrong);
    onChunk(page.count);
    if (page.count < CHUNK || page.last === null) return;
    after = page.last;
  }
}

function report(errors: ErrorCollector, table: string, wrong: Wrong | null | undefined): void {
  if (wrong) errors.add({ check: 'young', table, ...wrong });
}
