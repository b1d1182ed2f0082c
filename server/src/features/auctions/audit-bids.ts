import type { Database } from '../../db/database.ts';
import {
  REFERENCES_CHUNK as CHUNK,
  type Reading,
  type ReferencePage,
  readReferences,
  referencesSql,
  reportReference,
} from '../../ledger/audit-references.ts';

const subject = { table: 'auctions', column: 'auction_id', called: 'auction' };
const order = ['auction_id', 'seq'];
const WITHOUT_MAXIMUM = 'is automatic without a maximum that covers it';
// A13. Looked up for automatic bids only.
const also = `WHEN reason = 'own_maximum' AND (SELECT true FROM auction_maximums m
      WHERE m.auction_id = found.auction_id AND m.user_id = found.user_id AND m.after_seq < found.seq
        AND coalesce(m.until_seq, 2147483647) >= found.seq AND m.maximum >= found.price LIMIT 1) IS NULL
      THEN '${WITHOUT_MAXIMUM}'`;
const allBids = `SELECT auction_id, seq, user_id, price, reason FROM bids WHERE (auction_id, seq) > ($2, $3) ORDER BY auction_id, seq LIMIT ${CHUNK}`;
const allSql = referencesSql({ subject, page: allBids, key: 'seq', order, also });
const newBids = `SELECT b.auction_id, b.seq, b.user_id, b.price, b.reason FROM unnest($2::integer[], $3::integer[], $4::integer[]) AS r(id, after, upto)
  CROSS JOIN LATERAL (
    SELECT auction_id, seq, user_id, price, reason FROM bids
    WHERE auction_id = r.id AND seq > r.after AND seq <= coalesce(r.upto, 2147483647) OFFSET 0
  ) AS b`;
const newSql = referencesSql({ subject, page: newBids, key: 'seq', order, also });
// Separate statements: the servers' role may not even prepare writes to audit_bids.
const remembered = `, remembered AS (
  INSERT INTO audit_bids (auction_id, seq)
  SELECT auction_id, max(seq) FROM page WHERE NOT EXISTS (SELECT FROM wrong) GROUP BY auction_id ORDER BY auction_id
  ON CONFLICT (auction_id) DO UPDATE SET seq = excluded.seq
)`;
const rememberedAllSql = referencesSql({
  subject,
  page: allBids,
  key: 'seq',
  order,
  also,
  afterwards: remembered,
});
const rememberedNewSql = referencesSql({
  subject,
  page: newBids,
  key: 'seq',
  order,
  also,
  afterwards: remembered,
});

const checkOf = ({ message }: ReferencePage) => (message === WITHOUT_MAXIMUM ? 'maximums' : 'users');

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
  const { since } = reading;
  if (since === null) await auditAllBids(db, reading, onChunk);
  else await auditNewBids(db, since, reading, onChunk);
}

async function auditAllBids(
  db: Database,
  { realm, errors, isRemembered }: Reading,
  onChunk: (count: number) => void,
): Promise<void> {
  const [name, text] = isRemembered
    ? ['audit-bids-all-remembered', rememberedAllSql]
    : ['audit-bids-all', allSql];
  for (let after = ['0', '0']; ; ) {
    const page = await readReferences(db, name, text, [realm ?? null, ...after]);
    reportReference(page, 'bids', errors, checkOf(page));
    onChunk(page.count);
    if (page.count < CHUNK || page.last === null) return;
    after = page.last;
  }
}

async function auditNewBids(
  db: Database,
  since: string,
  { realm, errors, isRemembered }: Reading,
  onChunk: (count: number) => void,
): Promise<void> {
  const [name, text] = isRemembered
    ? ['audit-bids-new-remembered', rememberedNewSql]
    : ['audit-bids-new', newSql];
  for (const batch of inBatches(await listAuctionsWithNewBids(db, since))) {
    const page = await readReferences(db, name, text, [
      realm ?? null,
      batch.map(({ id }) => id),
      batch.map(({ after }) => after),
      batch.map(({ upto }) => upto),
    ]);
    reportReference(page, 'bids', errors, checkOf(page));
    onChunk(page.count);
  }
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
