import type { Database } from '../../db/database.ts';
import {
  auditRelation,
  REFERENCES_CHUNK as CHUNK,
  type Reading,
  type Relation,
  subjectReference,
} from '../../ledger/audit-references.ts';

const WITHOUT_MAXIMUM = 'is automatic without a maximum that covers it';
const reference = subjectReference({ table: 'auctions', column: 'auction_id', called: 'auction' });

const allBids: Relation = {
  name: 'bids-all',
  check: (message) => (message === WITHOUT_MAXIMUM ? 'maximums' : 'users'),
  table: 'bids',
  size: CHUNK,
  order: { auction_id: 'int', seq: 'int' },
  rows: 'bids',
  columns: 'auction_id, seq, user_id, price, reason',
  ...reference,
  row: `auction_id || '/' || seq`,
  // A13. Looked up for automatic bids only.
  wrong: `${reference.wrong}
    WHEN reason = 'own_maximum' AND (SELECT true FROM auction_maximums m
      WHERE m.auction_id = facts.auction_id AND m.user_id = facts.user_id AND m.after_seq < facts.seq
        AND coalesce(m.until_seq, 2147483647) >= facts.seq AND m.maximum >= facts.price LIMIT 1) IS NULL
      THEN '${WITHOUT_MAXIMUM}'`,
};
const newBids: Relation = {
  ...allBids,
  name: 'bids-new',
  rows: `unnest($ids, $afters, $uptos) AS r(id, after, upto) CROSS JOIN LATERAL (
      SELECT auction_id, seq, user_id, price, reason FROM bids
      WHERE auction_id = r.id AND seq > r.after AND seq <= coalesce(r.upto, 2147483647) OFFSET 0
    ) AS b`,
};
const remembered = `, remembered AS (
  INSERT INTO audit_bids (auction_id, seq)
  SELECT auction_id, max(seq) FROM page WHERE NOT EXISTS (SELECT FROM wrong) GROUP BY auction_id ORDER BY auction_id
  ON CONFLICT (auction_id) DO UPDATE SET seq = excluded.seq
)`;
// Separate statements: the servers' role may not even prepare writes to audit_bids.
const rememberedBy = (relation: Relation, isRemembered: boolean): Relation =>
  isRemembered ? { ...relation, name: `${relation.name}-remembered`, afterwards: remembered } : relation;

/** Every form of the check. */
export const bidRelations = [allBids, newBids].flatMap((each) => [each, rememberedBy(each, true)]);

/**
 * Checks that every bid's user and auction exist, in one realm, and that every automatic bid is within a maximum. Unless all bids are read, skips those that an earlier
 * audit checked: bids are append-only, and an auction's bids are numbered under its lock, so none appears before
 * another. Settled auctions receive no bids, so those settled before the last audit are skipped too.
 */
export async function auditBids(
  db: Database,
  reading: Reading,
  onChunk: (count: number) => void,
): Promise<void> {
  const { since, isRemembered } = reading;
  if (since === null) return auditRelation(db, rememberedBy(allBids, isRemembered), reading, onChunk);
  for (const batch of inBatches(await listAuctionsWithNewBids(db, since)))
    await auditRelation(db, rememberedBy(newBids, isRemembered), reading, onChunk, {
      ids: batch.map(({ id }) => id),
      afters: batch.map(({ after }) => after),
      uptos: batch.map(({ upto }) => upto),
    });
}

interface NewBids {
  id: number;
  /** The last bid that was checked. */
  seen: number;
  now: number;
}

async function listAuctionsWithNewBids(db: Database, since: string): Promise<NewBids[]> {
  const { rows } = await db.pool.query<NewBids>({
    name: 'audit-auctions-with-bids',
    text: `WITH possible AS MATERIALIZED (
        SELECT id, seq FROM auctions WHERE status IN ('pending', 'active')
        UNION ALL SELECT id, seq FROM auctions WHERE status = 'cancelling'
        UNION ALL SELECT id, seq FROM auctions WHERE settled_at >= $1 AND settled_at < 'infinity'
      ), seen AS MATERIALIZED (
        SELECT id, seq, coalesce((SELECT c.seq FROM audit_bids c WHERE c.auction_id = possible.id), 0) AS seen FROM possible
      )
      SELECT id, seen, seq AS now FROM seen WHERE seq > seen ORDER BY id`,
    values: [since],
  });
  return rows;
}

interface Range {
  id: number;
  after: number;
  /** Null for all that follow. */
  upto: number | null;
}

/** Yields ranges of bids, grouped and split so that a batch reads about CHUNK of them. */
function* inBatches(auctions: readonly NewBids[]): Generator<Range[]> {
  let batch: Range[] = [];
  let room = CHUNK;
  for (const { id, seen, now } of auctions) {
    for (let after = seen; after < now; ) {
      const upto = Math.min(after + room, now);
      batch.push({ id, after, upto: upto < now ? upto : null });
      room -= upto - after;
      after = upto;
      if (room > 0) continue;
      yield batch;
      batch = [];
      room = CHUNK;
    }
  }
  if (batch.length > 0) yield batch;
}
