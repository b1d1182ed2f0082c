import type { Database } from '../db/database.ts';
import { invariant } from '../errors.ts';
import type { FaultBook } from './audit-report.ts';

const CHUNK = 10_000;
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
export interface Reading {
  realm: number | undefined;
  faults: FaultBook;
  /** Rows from this time on are read, the others were read by an audit before. Null for all rows. */
  since: string | null;
}

// Holds in the order of their ids, which is that of their opening. A wallet is looked up for each user: a join would
// read all wallets for each page.
const holdsSql = `
WITH page AS MATERIALIZED (
  SELECT id, user_id FROM holds WHERE id > $1 AND outcome IS NULL ORDER BY id LIMIT ${CHUNK}
), orphan AS (
  SELECT id, user_id FROM page
  WHERE (SELECT w.user_id FROM wallets w WHERE w.user_id = page.user_id) IS NULL ORDER BY id LIMIT 1
)
SELECT (SELECT count(*)::integer FROM page) AS count, (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last,
  (SELECT id FROM orphan) AS hold, (SELECT user_id FROM orphan) AS orphan`;

/** Holds of users who have no wallet; all others were added up with their wallet. */
export async function auditHoldOwners(db: Database, { realm, faults, since }: Reading): Promise<void> {
  // Without a wallet a hold has no realm.
  if (realm !== undefined) return;
  for (let after = since === null ? FIRST_ID : await firstIdAt(db, since); ; ) {
    const { rows } = await db.pool.query<{
      count: number;
      last: string | null;
      hold: string | null;
      orphan: string | null;
    }>({ name: 'audit-hold-owners', text: holdsSql, values: [after] });
    const page = rows[0];
    invariant(page, 'a page has a row');
    if (page.hold)
      faults.add({
        check: 'users',
        table: 'holds',
        row: page.hold,
        message: `is of ${page.orphan}, who has no wallet`,
      });
    if (page.count < CHUNK || page.last === null) return;
    after = page.last;
  }
}

/** The lowest UUIDv7 of a time. */
async function firstIdAt(db: Database, since: string): Promise<string> {
  const { rows } = await db.pool.query<{ id: string }>({
    name: 'audit-first-id',
    text: `SELECT encode(substr(int8send(floor(extract(epoch FROM $1::timestamptz) * 1000)::bigint), 3)
      || '\\x7000'::bytea || '\\x8000000000000000'::bytea, 'hex')::uuid AS id`,
    values: [since],
  });
  invariant(rows[0], 'a time has an id');
  return rows[0].id;
}

export interface ReferencePage {
  count: number;
  /** Its last row's place in the order, null for a page without rows. */
  last: string[] | null;
  wrong: string | null;
  message: string | null;
}

/**
 * What foreign keys would check, of one page of rows that name an auction and a user. Both are looked up for each row: a
 * join would read all auctions and users for each page.
 */
export function referencesSql({
  page,
  key,
  order,
  afterwards = '',
}: {
  page: string;
  /** What names a row within its auction. */
  key: string;
  order: readonly string[];
  afterwards?: string;
}): string {
  return `
WITH page AS MATERIALIZED (${page}), found AS MATERIALIZED (
  SELECT page.*, (SELECT a.realm FROM auctions a WHERE a.id = page.auction_id) AS auction_realm,
    (SELECT u.realm FROM users u WHERE u.id = page.user_id) AS user_realm
  FROM page
), checked AS (
  SELECT *, CASE
    WHEN auction_realm IS NULL THEN 'is of an auction that does not exist'
    WHEN user_realm IS NULL THEN 'is of user ' || user_id || ', who does not exist'
    WHEN user_realm <> auction_realm THEN 'of realm ' || auction_realm || ' is of user ' || user_id || ' of realm ' || user_realm
  END AS message
  FROM found WHERE $1::integer IS NULL OR auction_realm = $1
), wrong AS (
  SELECT auction_id || '/' || ${key} AS row, message FROM checked WHERE message IS NOT NULL
  ORDER BY ${order.join(', ')} LIMIT 1
)${afterwards}
SELECT (SELECT count(*)::integer FROM page) AS count,
  (SELECT ARRAY[${order.map((column) => `${column}::text`).join(', ')}] FROM page
    ORDER BY ${order.map((column) => `${column} DESC`).join(', ')} LIMIT 1) AS last,
  (SELECT row FROM wrong) AS wrong, (SELECT message FROM wrong) AS message`;
}

const entriesSql = referencesSql({
  page: `SELECT auction_id, user_id, joined_at FROM auction_entries
    WHERE joined_at >= $2 AND (joined_at, auction_id, user_id) > ($2, $3, $4)
    ORDER BY joined_at, auction_id, user_id LIMIT ${CHUNK}`,
  key: 'user_id',
  order: ['joined_at', 'auction_id', 'user_id'],
});

/** Every entry's user and auction exist, in one realm. Entries are read in the order of their time. */
export async function auditEntries(
  db: Database,
  { realm, faults, since }: Reading,
  onChunk: (count: number) => void,
): Promise<void> {
  for (let after = [since ?? '-infinity', '0', FIRST_ID]; ; ) {
    const page = await readReferences(db, 'audit-entries-of-time', entriesSql, [realm ?? null, ...after]);
    reportReference(page, 'auction_entries', faults);
    onChunk(page.count);
    if (page.count < CHUNK || page.last === null) return;
    after = page.last;
  }
}

export async function readReferences(
  db: Database,
  name: string,
  text: string,
  values: unknown[],
): Promise<ReferencePage> {
  const { rows } = await db.pool.query<ReferencePage>({ name, text, values });
  invariant(rows[0], 'a page has a row');
  return rows[0];
}

export function reportReference(page: ReferencePage, table: string, faults: FaultBook): void {
  if (page.wrong !== null)
    faults.add({ check: 'users', table, row: page.wrong, message: page.message ?? '' });
}
