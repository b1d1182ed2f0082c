import { type AuditReferences, transfersOf } from '../../ledger/audit-references.ts';

/** The referrals of claim `c` whose entry is not refunded. */
const counted = (kind: string, table: string, subjectId: string) =>
  `(SELECT count(*) FROM affiliate_referrals r JOIN ${table} e ON e.${subjectId} = r.subject_id AND e.user_id = r.user_id
      WHERE r.referrer_id = c.referrer_id AND r.subject_kind = '${kind}' AND r.subject_id = c.subject_id
        AND e.refunded_by IS NULL)`;

/**
 * Each claim was paid once with the reward of its subject, which ended with its fees kept and its target reached; and each
 * transfer of a reward has a claim. A claim does not change.
 */
export const auditClaims: AuditReferences = {
  counts: 'affiliate claims',
  checks: [
    {
      name: 'affiliate-claims',
      check: 'affiliates',
      table: 'affiliate_claims',
      order: { claimed_at: 'timestamptz', transfer_id: 'uuid' },
      rows: 'affiliate_claims',
      facts: `SELECT c.*, s.target_users, s.status, s.reward_bid_points, s.realm, t.kind AS transfer_kind, t.realm AS transfer_realm,
          (SELECT sum(p.amount) FROM postings p WHERE p.transfer_id = c.transfer_id AND p.source = 'rewards') AS paid,
          CASE c.subject_kind WHEN 'auction' THEN ${counted('auction', 'auction_entries', 'auction_id')}
            ELSE ${counted('heist', 'heist_tickets', 'heist_id')} END AS referrals
        FROM page c LEFT JOIN transfers t ON t.id = c.transfer_id LEFT JOIN LATERAL (
          SELECT a.target_users, a.status, a.reward_bid_points, a.realm FROM auctions a
            WHERE c.subject_kind = 'auction' AND a.id = c.subject_id
          UNION ALL SELECT h.target_users, h.status, h.reward_bid_points, h.realm FROM heists h
            WHERE c.subject_kind = 'heist' AND h.id = c.subject_id) AS s ON true`,
      realm: 'realm',
      row: `subject_kind || ':' || subject_id || '/' || referrer_id`,
      wrong: `WHEN transfer_kind IS DISTINCT FROM 'affiliate_reward' OR transfer_realm IS DISTINCT FROM realm
          THEN 'has no transfer of a reward'
        WHEN paid IS DISTINCT FROM amount OR amount IS DISTINCT FROM reward_bid_points
          THEN 'of ' || amount || ' coins was paid ' || coalesce(paid::text, 'no') || ' of the reward of ' || reward_bid_points
        WHEN status <> 'completed' THEN 'is of a subject that is ' || status
        WHEN counted < target_users OR referrals < counted
          THEN 'counted ' || counted || ' of ' || target_users || ' users; ' || referrals || ' referrals count'`,
    },
    transfersOf('affiliate_reward', {
      name: 'affiliate-transfers',
      check: 'affiliates',
      wrong: `WHEN NOT EXISTS (SELECT FROM affiliate_claims c WHERE c.transfer_id = facts.id)
        THEN 'pays the reward ' || key || ', which was not claimed'`,
    }),
  ],
};
