import { type AuditReferences, sinceThen } from '../../ledger/audit-references.ts';

/**
 * The coins of each reserved or pending trade are in its escrow; an approved one paid them to its buyer, any other returned
 * them to the stock, and the escrow is then empty. A decided trade does not change. Trades are of realm 0.
 */
export const auditTrades: AuditReferences = {
  counts: 'trades',
  checks: [
    {
      name: 'trades',
      check: 'trades',
      table: 'trades',
      order: { id: 'int' },
      rows: 'trades',
      where: 'coalesce($realm, 0) = 0',
      columns: 'id, status, bid_points',
      changed: [`status IN ('reserved', 'pending', 'disputed')`, sinceThen('decided_at')],
      facts: `SELECT page.*,
          (SELECT f.balance FROM funds f WHERE f.kind = 'escrow' AND f.realm = 0 AND f.unit = 'coin'
            AND f.subject_kind = 'trade' AND f.subject_id = page.id::text) AS escrow,
          (SELECT sum(p.amount) FROM transfer_keys k JOIN postings p ON p.transfer_id = k.transfer_id
            WHERE k.kind = CASE WHEN status IN ('reserved', 'pending') THEN 'trade_reserve' WHEN status = 'approved' THEN 'trade' ELSE 'escrow_return' END
              AND k.key = 'trade:' || page.id) AS moved
        FROM page`,
      row: 'id',
      wrong: `WHEN escrow IS DISTINCT FROM CASE WHEN status IN ('reserved', 'pending') THEN bid_points ELSE 0 END
          THEN 'is ' || status || ' with ' || coalesce(escrow::text, 'no') || ' coins in escrow'
        WHEN moved IS DISTINCT FROM bid_points
          THEN 'is ' || status || ', which moved ' || coalesce(moved::text, 'no') || ' of its ' || bid_points || ' coins'`,
    },
  ],
};
