import { type AuditReferences, sinceThen } from '../../ledger/audit-references.ts';

/**
 * Only an approval moves the coins of a bank transfer, once. What was recorded of a credited one is its price, or more
 * while the extra goes back; nothing is left of a returned one, and an underpaid one waits for a rest (W2a).
 */
export const auditPayments: AuditReferences = {
  counts: 'payments',
  checks: [
    {
      name: 'payments',
      check: 'payments',
      table: 'manual_payments',
      order: { id: 'int' },
      rows: 'manual_payments',
      columns: 'id',
      where: 'coalesce($realm, 0) = 0',
      changed: [sinceThen('coalesce(changed_at, decided_at, created_at)')],
      facts: `SELECT v.id, v.status, v.bid_points, v.price_kobo, (SELECT sum(o.amount) FROM transfer_keys k JOIN postings o ON o.transfer_id = k.transfer_id
          WHERE k.kind = 'purchase' AND k.key = 'payment:' || v.id) AS moved,
          (SELECT sum(t.amount_kobo) FROM payment_transfers t WHERE t.payment_id = v.id) AS kobo
        FROM page JOIN manual_payments v USING (id)`,
      row: 'id',
      wrong: `WHEN moved IS DISTINCT FROM CASE WHEN status IN ('approved', 'overpaid') THEN bid_points END
          THEN 'is ' || status || ', which moved ' || coalesce(moved::text, 'no') || ' of its ' || bid_points || ' coins'
        WHEN NOT CASE status WHEN 'approved' THEN coalesce(kobo = price_kobo, true) WHEN 'overpaid' THEN kobo > price_kobo
            WHEN 'underpaid' THEN kobo > 0 AND kobo < price_kobo WHEN 'returning' THEN kobo > 0 WHEN 'returned' THEN kobo = 0
            WHEN 'rejected' THEN kobo IS NULL WHEN 'reserved' THEN kobo IS NULL WHEN 'expired' THEN kobo IS NULL ELSE true END
          THEN 'is ' || status || ' at ' || price_kobo || ' kobo, of which ' || coalesce(kobo::text, 'no') || ' kobo are here'`,
    },
  ],
};
