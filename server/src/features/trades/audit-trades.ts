import type { Database } from '../../db/database.ts';
import { invariant } from '../../errors.ts';
import { type AuditPage, auditPages } from '../../ledger/audit-pages.ts';
import type { AuditReferences } from '../../ledger/audit-references.ts';

/** Trades of one statement. */
const TRADES = 1_000;

type TradesPage = AuditPage<number, number>;

const pages = {
  all: `SELECT * FROM trades WHERE id > $1 ORDER BY id LIMIT ${TRADES}`,
  // A decided trade does not change. The upper bound makes a generic plan, which does not know how recent $2 is, use the
  // index.
  since: `SELECT * FROM (
      SELECT * FROM trades WHERE status IN ('reserved', 'pending', 'disputed')
      UNION ALL SELECT * FROM trades WHERE decided_at >= $2::timestamptz AND decided_at < 'infinity'
    ) AS due WHERE id > $1 ORDER BY id LIMIT ${TRADES}`,
};

const checkSql = (page: string) => `
WITH page AS MATERIALIZED (${page}), found AS (
  SELECT t.id, t.status, t.bid_points,
    (SELECT f.balance FROM funds f WHERE f.kind = 'escrow' AND f.realm = 0 AND f.unit = 'coin'
      AND f.subject_kind = 'trade' AND f.subject_id = t.id::text) AS escrow,
    (SELECT sum(p.amount) FROM transfer_keys k JOIN postings p ON p.transfer_id = k.transfer_id
      WHERE k.kind = CASE WHEN t.status IN ('reserved', 'pending') THEN 'trade_reserve' WHEN t.status = 'approved' THEN 'trade' ELSE 'escrow_return' END
        AND k.key = 'trade:' || t.id) AS moved
  FROM page t
), wrong AS (
  SELECT id, CASE
    WHEN escrow IS DISTINCT FROM CASE WHEN status IN ('reserved', 'pending') THEN bid_points ELSE 0 END
      THEN 'is ' || status || ' with ' || coalesce(escrow::text, 'no') || ' coins in escrow'
    WHEN moved IS DISTINCT FROM bid_points
      THEN 'is ' || status || ', which moved ' || coalesce(moved::text, 'no') || ' of its ' || bid_points || ' coins'
  END AS message FROM found
)
SELECT (SELECT count(*)::int FROM page) AS count, (SELECT max(id) FROM page) AS last,
  (SELECT id FROM wrong WHERE message IS NOT NULL ORDER BY id LIMIT 1) AS row,
  (SELECT message FROM wrong WHERE message IS NOT NULL ORDER BY id LIMIT 1) AS message`;

/**
 * Checks that the coins of each reserved or pending trade are in its escrow, that an approved one paid them to its buyer and any
 * other returned them to the stock, and that the escrow is then empty. Each statement reads one snapshot, so it may run
 * during trades. Trades are of realm 0.
 */
export const auditTrades: AuditReferences = {
  counts: 'trades',
  async audit(db: Database, { realm, since, errors }, onChunk) {
    if (realm !== undefined && realm !== 0) return;
    const part = since === null ? 'all' : 'since';
    const read = async (after: number) => {
      const { rows } = await db.pool.query<TradesPage>({
        name: `audit-trades-${part}`,
        text: checkSql(pages[part]),
        values: since === null ? [after] : [after, since],
      });
      invariant(rows[0], 'the query of a page of trades returned no row');
      return rows[0];
    };
    await auditPages({ check: 'trades', table: 'trades', size: TRADES, first: 0, errors, read, onChunk });
  },
};
