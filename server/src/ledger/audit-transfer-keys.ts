import type { Database } from '../db/database.ts';
import { invariant } from '../errors.ts';
import type { ErrorCollector } from './audit-report.ts';

const CHUNK = 10_000;

interface KeysPage {
  count: number;
  lastKind: string | null;
  lastKey: string | null;
  wrong: string | null;
  message: string | null;
}

const pageSql = `
WITH page AS MATERIALIZED (
  SELECT kind, key, transfer_id FROM transfer_keys WHERE (kind, key) > ($1, $2) ORDER BY kind, key LIMIT ${CHUNK}
), wrong AS (
  SELECT p.kind || ' ' || p.key AS row, CASE WHEN t.id IS NULL THEN 'is of transfer ' || p.transfer_id || ', which does not exist'
    ELSE 'is of transfer ' || t.id || ', whose key is ' || t.kind || ' ' || t.key END AS message
  FROM page p LEFT JOIN transfers t ON t.id = p.transfer_id
  WHERE (t.kind, t.key) IS DISTINCT FROM (p.kind, p.key) ORDER BY p.kind, p.key LIMIT 1
)
SELECT (SELECT count(*)::integer FROM page) AS count, last.kind AS "lastKind", last.key AS "lastKey", wrong.row AS wrong,
  wrong.message
FROM (SELECT 1) AS one LEFT JOIN (SELECT kind, key FROM page ORDER BY kind DESC, key DESC LIMIT 1) AS last ON true
  LEFT JOIN wrong ON true`;

/**
 * Checks that each key belongs to its transfer. Keys have no time order, so full audits read all of them; that each
 * transfer has its key is checked with its postings.
 */
export async function auditTransferKeys(
  db: Database,
  errors: ErrorCollector,
  onChunk: (count: number) => void,
): Promise<void> {
  for (let after = ['', '']; ; ) {
    const { rows } = await db.pool.query<KeysPage>({
      name: 'audit-transfer-keys',
      text: pageSql,
      values: after,
    });
    const page = rows[0];
    invariant(page, 'the query of a page of transfer keys returned no row');
    if (page.wrong !== null)
      errors.add({ check: 'keys', table: 'transfer_keys', row: page.wrong, message: page.message ?? '' });
    onChunk(page.count);
    if (page.count < CHUNK || page.lastKind === null || page.lastKey === null) return;
    after = [page.lastKind, page.lastKey];
  }
}
