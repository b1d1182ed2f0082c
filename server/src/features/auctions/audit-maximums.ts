import { type AuditReferences, inRealm } from '../../ledger/audit-references.ts';

/**
 * Each live maximum is the leader's and is held in full, and each active auction's maximum is live (A13). `auditBids` checks
 * that every automatic bid is within a maximum. Each statement reads one snapshot, so a concurrent batch of bids is seen as
 * a whole.
 */
export const auditMaximums: AuditReferences = {
  counts: 'maximums',
  checks: [
    {
      name: 'live-maximums',
      check: 'maximums',
      table: 'auction_maximums',
      order: { auction_id: 'int' },
      rows: 'auction_maximums',
      where: 'until_seq IS NULL',
      columns: 'auction_id, user_id, maximum',
      facts: `SELECT p.*, a.realm, a.status, a.leader_id, a.leader_max, (SELECT h.amount FROM holds h
          WHERE h.subject_kind = 'auction' AND h.subject_id = p.auction_id::text AND h.user_id = p.user_id
            AND h.outcome IS NULL) AS held
        FROM page p LEFT JOIN auctions a ON a.id = p.auction_id`,
      realm: 'realm',
      row: 'auction_id',
      wrong: `WHEN status IS NULL THEN 'belongs to no auction'
        WHEN status <> 'active' THEN 'is live in an auction that is ' || status
        WHEN leader_id IS DISTINCT FROM user_id THEN 'is live, but its user does not lead'
        WHEN leader_max IS DISTINCT FROM maximum THEN 'is ' || maximum || '; the auction has ' || coalesce(leader_max::text, 'none')
        WHEN held IS DISTINCT FROM maximum THEN 'is ' || maximum || '; ' || coalesce(held::text, 'nothing') || ' is held'`,
    },
    {
      name: 'leaders-maximums',
      check: 'maximums',
      table: 'auctions',
      text: `SELECT id::text AS row, 'has a maximum of its leader that is not live' AS message FROM auctions a
        WHERE status = 'active' AND leader_max IS NOT NULL AND ${inRealm}
          AND (SELECT m.user_id FROM auction_maximums m WHERE m.auction_id = a.id AND m.until_seq IS NULL) IS NULL
        ORDER BY id LIMIT 1`,
    },
  ],
};
