import type { Database } from '../../db/database.ts';
import { FIRST_ID } from '../../db/first-id.ts';
import { invariant } from '../../errors.ts';
import { type AuditPage, auditPages } from '../../ledger/audit-pages.ts';
import { type AuditReferences, firstIdAt } from '../../ledger/audit-references.ts';

/** Claims or transfers of one statement. */
const ROWS = 1_000;

type Page = AuditPage<string[]>;

/** The referrals of claim `c` whose entry is not refunded. */
const counted = (kind: string, table: string, subjectId: string) =>
  `(SELECT count(*) FROM affiliate_referrals r JOIN ${table} e ON e.${subjectId} = r.subject_id AND e.user_id = r.user_id
      WHERE r.referrer_id = c.referrer_id AND r.subject_kind = '${kind}' AND r.subject_id = c.subject_id
        AND e.refunded_by IS NULL)`;

const texts = {
  affiliate_claims: `WITH page AS MATERIALIZED (
    SELECT * FROM affiliate_claims WHERE claimed_at >= $1::timestamptz AND claimed_at < 'infinity'
      AND (claimed_at, transfer_id) > ($1::timestamptz, $2::uuid)
    ORDER BY claimed_at, transfer_id LIMIT ${ROWS}
  ), found AS (
    SELECT c.*, s.target_users, s.status, s.reward_bid_points, s.realm, t.kind AS transfer_kind, t.realm AS transfer_realm,
      (SELECT sum(p.amount) FROM postings p WHERE p.transfer_id = c.transfer_id AND p.source = 'rewards') AS paid,
      CASE c.subject_kind WHEN 'auction' THEN ${counted('auction', 'auction_entries', 'auction_id')}
        ELSE ${counted('heist', 'heist_tickets', 'heist_id')} END AS referrals
    FROM page c LEFT JOIN transfers t ON t.id = c.transfer_id LEFT JOIN LATERAL (
      SELECT a.target_users, a.status, a.reward_bid_points, a.realm FROM auctions a
        WHERE c.subject_kind = 'auction' AND a.id = c.subject_id
      UNION ALL SELECT h.target_users, h.status, h.reward_bid_points, h.realm FROM heists h
        WHERE c.subject_kind = 'heist' AND h.id = c.subject_id) AS s ON true
  ), wrong AS (
    SELECT subject_kind || ':' || subject_id || '/' || referrer_id AS row, CASE
      WHEN transfer_kind IS DISTINCT FROM 'affiliate_reward' OR transfer_realm IS DISTINCT FROM realm
        THEN 'has no transfer of a reward'
      WHEN paid IS DISTINCT FROM amount OR amount IS DISTINCT FROM reward_bid_points
        THEN 'of ' || amount || ' coins was paid ' || coalesce(paid::text, 'no') || ' of the reward of ' || reward_bid_points
      WHEN status <> 'completed' THEN 'is of a subject that is ' || status
      WHEN counted < target_users OR referrals < counted
        THEN 'counted ' || counted || ' of ' || target_users || ' users; ' || referrals || ' referrals count'
    END AS message FROM found WHERE $3::int IS NULL OR realm = $3 ORDER BY claimed_at, transfer_id
  )
  SELECT (SELECT count(*)::int FROM page) AS count,
    (SELECT ARRAY[claimed_at::text, transfer_id::text] FROM page ORDER BY claimed_at DESC, transfer_id DESC LIMIT 1) AS last,
    (SELECT row FROM wrong WHERE message IS NOT NULL LIMIT 1) AS row,
    (SELECT message FROM wrong WHERE message IS NOT NULL LIMIT 1) AS message`,
  transfers: `WITH page AS MATERIALIZED (
    SELECT t.id, t.key, t.realm FROM transfers t WHERE t.kind = 'affiliate_reward' AND t.id > $1::uuid
    ORDER BY t.id LIMIT ${ROWS}
  ), wrong AS (
    SELECT p.id::text AS row, 'pays the reward ' || p.key || ', which was not claimed' AS message FROM page p
    WHERE NOT EXISTS (SELECT FROM affiliate_claims c WHERE c.transfer_id = p.id) AND ($2::int IS NULL OR p.realm = $2)
    ORDER BY p.id LIMIT 1
  )
  SELECT (SELECT count(*)::int FROM page) AS count,
    (SELECT ARRAY[id::text] FROM page ORDER BY id DESC LIMIT 1) AS last,
    (SELECT row FROM wrong) AS row, (SELECT message FROM wrong) AS message`,
} as const;

/**
 * Checks that each claim was paid once with the reward of its subject, that the subject ended with its fees kept and
 * the target was reached; and that each transfer of a reward has a claim. Each statement reads one snapshot. A claim
 * does not change: unless all are read, only those since the last audit are checked.
 */
export const auditClaims: AuditReferences = {
  counts: 'affiliate claims',
  async audit(db, reading, onChunk) {
    const { errors, realm = null } = reading;
    const from = reading.since === null ? FIRST_ID : await firstIdAt(db, reading.since);
    for (const [table, first] of [
      ['affiliate_claims', [reading.since ?? '-infinity', FIRST_ID]],
      ['transfers', [from]],
    ] as const) {
      const read = (after: readonly string[]) => readPage(db, table, [...after, realm]);
      await auditPages({ check: 'affiliates', table, size: ROWS, first, errors, read, onChunk });
    }
  },
};

async function readPage(db: Database, table: keyof typeof texts, values: unknown[]): Promise<Page> {
  const { rows } = await db.pool.query<Page>({
    name: `audit-affiliates-${table}`,
    text: texts[table],
    values,
  });
  invariant(rows[0], 'the query of a page of claims returned no row');
  return rows[0];
}
