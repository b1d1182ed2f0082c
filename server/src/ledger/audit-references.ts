import type { Database } from '../db/database.ts';
import { invariant } from '../errors.ts';
import type { FaultBook } from './audit-report.ts';

const CHUNK = 10_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface Reading {
  realm: number | undefined;
  faults: FaultBook;
}

/** Holds of users who have no wallet; all others were added up with their wallet. */
export async function auditHoldOwners(db: Database, { realm, faults }: Reading): Promise<void> {
  // Without a wallet a hold has no realm.
  if (realm !== undefined) return;
  for (let after = FIRST_ID; ; ) {
    const { rows } = await db.pool.query<{
      lastUser: string | null;
      hold: string | null;
      orphan: string | null;
    }>({
      name: 'audit-hold-owners',
      text: `WITH page AS MATERIALIZED (
          SELECT id, user_id FROM holds WHERE outcome IS NULL AND user_id > $1 ORDER BY user_id LIMIT ${CHUNK}
        ), orphan AS (
          SELECT id, user_id FROM page WHERE NOT EXISTS (SELECT FROM wallets w WHERE w.user_id = page.user_id)
          ORDER BY id LIMIT 1
        )
        SELECT (SELECT user_id FROM page ORDER BY user_id DESC LIMIT 1) AS "lastUser",
          (SELECT id FROM orphan) AS hold, (SELECT user_id FROM orphan) AS orphan`,
      values: [after],
    });
    const page = rows[0];
    invariant(page, 'a page has a row');
    if (page.hold)
      faults.add({
        check: 'users',
        table: 'holds',
        row: page.hold,
        message: `is of ${page.orphan}, who has no wallet`,
      });
    if (!page.lastUser) return;
    after = page.lastUser;
  }
}

interface ReferencePage {
  count: number;
  lastAuction: number | null;
  lastKey: string | null;
  wrong: string | null;
  message: string | null;
}

// What foreign keys would check, of one page of rows that name an auction and a user.
const pageSql = (select: string, key: string, afterwards = '') => `
WITH page AS MATERIALIZED (${select}), checked AS (
  SELECT page.auction_id, page.${key}, CASE
    WHEN a.id IS NULL THEN 'is of an auction that does not exist'
    WHEN u.id IS NULL THEN 'is of user ' || page.user_id || ', who does not exist'
    WHEN u.realm <> a.realm THEN 'of realm ' || a.realm || ' is of user ' || u.id || ' of realm ' || u.realm
  END AS message
  FROM page LEFT JOIN auctions a ON a.id = page.auction_id LEFT JOIN users u ON u.id = page.user_id
  WHERE $4::integer IS NULL OR a.realm = $4
), wrong AS (
  SELECT auction_id || '/' || ${key} AS row, message FROM checked WHERE message IS NOT NULL ORDER BY auction_id, ${key} LIMIT 1
)${afterwards}
SELECT (SELECT count(*)::integer FROM page) AS count, last.auction_id AS "lastAuction", last.${key}::text AS "lastKey",
  (SELECT row FROM wrong) AS wrong, (SELECT message FROM wrong) AS message
FROM (SELECT 1) AS one LEFT JOIN (SELECT * FROM page ORDER BY auction_id DESC, ${key} DESC LIMIT 1) AS last ON true`;

const entriesSql = pageSql(
  `SELECT auction_id, user_id FROM auction_entries WHERE (auction_id, user_id) > ($1, $2::uuid)
   ORDER BY auction_id, user_id LIMIT $3`,
  'user_id',
);
const bidsPage = `SELECT auction_id, seq, user_id FROM bids WHERE (auction_id, seq) > ($1, $2::integer)
   ORDER BY auction_id, seq LIMIT $3`;
const bidsSql = pageSql(bidsPage, 'seq');
// A statement of its own: the servers' role may not even prepare it.
const rememberedBidsSql = pageSql(
  bidsPage,
  'seq',
  `, remembered AS (
  INSERT INTO audit_bids (auction_id, seq)
  SELECT auction_id, max(seq) FROM page WHERE NOT EXISTS (SELECT FROM wrong) GROUP BY auction_id ORDER BY auction_id
  ON CONFLICT (auction_id) DO UPDATE SET seq = excluded.seq
)`,
);

/** Every entry's user and auction exist, in one realm. Entries are few; all are read each time. */
export async function auditEntries(
  db: Database,
  { realm, faults }: Reading,
  onChunk: (count: number) => void,
): Promise<void> {
  for (let after: [number, string] = [0, FIRST_ID]; ; ) {
    const page = await readPage(db, 'audit-auction-entries', entriesSql, [...after, CHUNK, realm ?? null]);
    report(page, 'auction_entries', faults);
    onChunk(page.count);
    if (page.count < CHUNK || page.lastAuction === null || page.lastKey === null) return;
    after = [page.lastAuction, page.lastKey];
  }
}

/**
 * Every bid's user and auction exist, in one realm. Unless all are read, those up to where the last audit was are left
 * out: bids are only added, and an auction's are numbered under its lock, so none appears behind another.
 */
export async function auditBids(
  db: Database,
  { realm, faults, isFull, isRemembered }: Reading & { isFull: boolean; isRemembered: boolean },
  onChunk: (count: number) => void,
): Promise<void> {
  for (let after: [number, number] = [0, 0]; ; ) {
    const skipped = isFull ? undefined : await skipChecked(db, after);
    if (skipped === 'done') return;
    if (skipped) after = skipped;
    const values = [...after, CHUNK, realm ?? null];
    const page = isRemembered
      ? await readPage(db, 'audit-bids-remembered', rememberedBidsSql, values)
      : await readPage(db, 'audit-bids', bidsSql, values);
    report(page, 'bids', faults);
    onChunk(page.count);
    if (page.count < CHUNK || page.lastAuction === null || page.lastKey === null) return;
    after = [page.lastAuction, Number(page.lastKey)];
  }
}

/** From `after` on, the place before the first bid that has not been checked. */
async function skipChecked(db: Database, after: [number, number]): Promise<[number, number] | 'done'> {
  const { rows } = await db.pool.query<{ id: number; seq: number }>({
    name: 'audit-bids-skip',
    text: `SELECT b.id, greatest(b.seen, CASE WHEN b.id = $1 THEN $2::integer ELSE 0 END) AS seq FROM (
        SELECT a.id, a.seq AS now, coalesce(c.seq, 0) AS seen FROM auctions a LEFT JOIN audit_bids c ON c.auction_id = a.id
        WHERE a.id >= $1
      ) AS b
      WHERE b.now > greatest(b.seen, CASE WHEN b.id = $1 THEN $2::integer ELSE 0 END) ORDER BY b.id LIMIT 1`,
    values: after,
  });
  const next = rows[0];
  return next ? [next.id, next.seq] : 'done';
}

async function readPage(db: Database, name: string, text: string, values: unknown[]): Promise<ReferencePage> {
  const { rows } = await db.pool.query<ReferencePage>({ name, text, values });
  invariant(rows[0], 'a page has a row');
  return rows[0];
}

function report(page: ReferencePage, table: string, faults: FaultBook): void {
  if (page.wrong !== null)
    faults.add({ check: 'users', table, row: page.wrong, message: page.message ?? '' });
}
