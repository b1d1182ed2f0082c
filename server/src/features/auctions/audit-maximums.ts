import type { Database } from '../../db/database.ts';
import { invariant } from '../../errors.ts';
import { type AuditPage, auditPages } from '../../ledger/audit-pages.ts';
import type { AuditReferences } from '../../ledger/audit-references.ts';

/** Live maximums of one statement. */
const ROWS = 1_000;

type Page = AuditPage<number>;

// Each statement reads one snapshot, so a concurrent batch of bids is seen as a whole.
const liveSql = `WITH page AS MATERIALIZED (
    SELECT auction_id, user_id, maximum FROM auction_maximums
    WHERE until_seq IS NULL AND auction_id > $1 ORDER BY auction_id LIMIT ${ROWS}
  ), found AS (
    SELECT p.*, a.realm, a.status, a.leader_id, a.leader_max, (SELECT h.amount FROM holds h
      WHERE h.subject_kind = 'auction' AND h.subject_id = p.auction_id::text AND h.user_id = p.user_id
        AND h.outcome IS NULL) AS held
    FROM page p LEFT JOIN auctions a ON a.id = p.auction_id
  ), wrong AS (
    SELECT auction_id, CASE
      WHEN status IS NULL THEN 'is of no auction that exists'
      WHEN status <> 'active' THEN 'is live in an auction that is ' || status
      WHEN leader_id IS DISTINCT FROM user_id THEN 'is live, but its user does not lead'
      WHEN leader_max IS DISTINCT FROM maximum THEN 'is ' || maximum || '; the auction has ' || coalesce(leader_max::text, 'none')
      WHEN held IS DISTINCT FROM maximum THEN 'is ' || maximum || '; ' || coalesce(held::text, 'nothing') || ' is held'
    END AS message FROM found WHERE $2::int IS NULL OR realm = $2 ORDER BY auction_id
  )
  SELECT (SELECT count(*)::int FROM page) AS count, (SELECT max(auction_id) FROM page) AS last,
    (SELECT auction_id::text FROM wrong WHERE message IS NOT NULL LIMIT 1) AS row,
    (SELECT message FROM wrong WHERE message IS NOT NULL LIMIT 1) AS message`;

const leadersSql = `SELECT id::text AS row FROM auctions a
  WHERE status = 'active' AND leader_max IS NOT NULL AND ($1::int IS NULL OR realm = $1)
    AND (SELECT m.user_id FROM auction_maximums m WHERE m.auction_id = a.id AND m.until_seq IS NULL) IS NULL
  ORDER BY id LIMIT 1`;

/**
 * Checks that each live maximum is the leader's and is held in full, and that each active auction's maximum is live
 * (A13). `auditBids` checks that every automatic bid is within a maximum.
 */
export const auditMaximums: AuditReferences = {
  counts: 'maximums',
  async audit(db, { errors, realm = null }, onChunk) {
    const table = 'auction_maximums';
    const read = (after: number) => readPage(db, after, realm);
    await auditPages({ check: 'maximums', table, size: ROWS, first: 0, errors, read, onChunk });
    const { rows } = await db.pool.query<{ row: string }>({
      name: 'audit-leaders-maximums',
      text: leadersSql,
      values: [realm],
    });
    for (const { row } of rows) {
      const message = 'has a maximum of its leader that is not live';
      errors.add({ check: 'maximums', table: 'auctions', row, message });
    }
  },
};

async function readPage(db: Database, after: number, realm: number | null): Promise<Page> {
  const { rows } = await db.pool.query<Page>({
    name: 'audit-live-maximums',
    text: liveSql,
    values: [after, realm],
  });
  invariant(rows[0], 'the query of a page of maximums returned no row');
  return rows[0];
}
