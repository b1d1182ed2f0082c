import { type AuditReferences, inRealm, sinceThen } from '../../ledger/audit-references.ts';

/** The transfers of each payout are those of its status, once each and of its amount: held, then captured or released, then returned. */
export const auditPayouts: AuditReferences = {
  counts: 'payouts',
  checks: [
    {
      name: 'payouts',
      check: 'payouts',
      table: 'payouts',
      order: { id: 'int' },
      rows: 'payouts',
      columns: 'id',
      where: inRealm,
      changed: [sinceThen('coalesce(ended_at, decided_at, created_at)')],
      facts: `SELECT p.id, p.status, p.bid_points, ARRAY(SELECT k.kind FROM transfer_keys k JOIN postings o ON o.transfer_id = k.transfer_id
          WHERE k.kind IN ('payout_hold', 'payout_capture', 'payout_release', 'payout_return') AND k.key = 'payout:' || p.id
            AND o.amount = p.bid_points ORDER BY k.kind) AS kinds
        FROM page JOIN payouts p USING (id)`,
      row: 'id',
      wrong: `WHEN kinds IS DISTINCT FROM CASE status WHEN 'pending' THEN ARRAY['payout_hold']
          WHEN 'rejected' THEN ARRAY['payout_hold', 'payout_release']
          WHEN 'returned' THEN ARRAY['payout_capture', 'payout_hold', 'payout_return']
          ELSE ARRAY['payout_capture', 'payout_hold'] END
        THEN 'is ' || status || '; its transfers of ' || bid_points || ' coins are '
          || coalesce(nullif(array_to_string(kinds, ', '), ''), 'none')`,
    },
  ],
};
