import type { Database } from '../db/database.ts';
import { invariant } from '../errors.ts';
import type { FaultBook } from './audit-report.ts';

/** Rows of one statement. */
export const REFERENCES_CHUNK = 10_000;
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
export interface Reading {
  realm: number | undefined;
  faults: FaultBook;
  /** Rows from this time on are read, the others were read by an audit before. Null for all rows. */
  since: string | null;
  /** Whether this audit stores where it ended, for the next one. */
  isRemembered: boolean;
}

// Holds in the order of their ids, which is that of their opening. A wallet is looked up for each user: a join would
// read all wallets for each page.
const holdsSql = `
WITH page AS MATERIALIZED (
  SELECT id, user_id FROM holds WHERE id > $1 AND outcome IS NULL ORDER BY id LIMIT ${REFERENCES_CHUNK}
), orphan AS (
  SELECT id, user_id FROM page
  WHERE (SELECT w.user_id FROM wallets w WHERE w.user_id = page.user_id) IS NULL ORDER BY id LIMIT 1
)
SELECT (SELECT count(*)::integer FROM page) AS count, (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last,
  (SELECT id FROM orphan) AS hold, (SELECT user_id FROM orphan) AS orphan`;

/** Holds of users who have no wallet; all others were added up with their wallet. */
export async function auditHoldOwners(
  db: Database,
  { realm, faults, since }: Omit<Reading, 'isRemembered'>,
): Promise<void> {
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
    if (page.count < REFERENCES_CHUNK || page.last === null) return;
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

/** Rows of a feature that the ledger's audit checks: references without foreign keys, and sums that they must give. */
export interface AuditReferences {
  /** What the report calls these rows. */
  readonly counts: string;
  /** Checks the rows of `reading` and adds the first wrong one to its faults. */
  audit(db: Database, reading: Reading, onChunk: (count: number) => void): Promise<void>;
}

/** What the rows belong to. Names are constants of the code. */
export interface ReferencedSubject {
  table: string;
  /** The column that names the subject. */
  column: string;
  /** The subject in a sentence. */
  called: string;
}

export interface ReferencePage {
  count: number;
  /** Its last row's place in the order, null for a page without rows. */
  last: string[] | null;
  wrong: string | null;
  message: string | null;
}

/**
 * What foreign keys would check, of one page of rows that name a subject and a user. Both are looked up for each row: a
 * join would read all subjects and users for each page.
 */
export function referencesSql({
  subject: { table, column, called },
  page,
  key,
  order,
  afterwards = '',
}: {
  subject: ReferencedSubject;
  page: string;
  /** What names a row within its subject. */
  key: string;
  order: readonly string[];
  afterwards?: string;
}): string {
  return `
WITH page AS MATERIALIZED (${page}), found AS MATERIALIZED (
  SELECT page.*, (SELECT s.realm FROM ${table} s WHERE s.id = page.${column}) AS subject_realm,
    (SELECT u.realm FROM users u WHERE u.id = page.user_id) AS user_realm
  FROM page
), checked AS (
  SELECT *, CASE
    WHEN subject_realm IS NULL THEN 'is of no ${called} that exists'
    WHEN user_realm IS NULL THEN 'is of user ' || user_id || ', who does not exist'
    WHEN user_realm <> subject_realm THEN 'of realm ' || subject_realm || ' is of user ' || user_id || ' of realm ' || user_realm
  END AS message
  FROM found WHERE $1::integer IS NULL OR subject_realm = $1
), wrong AS (
  SELECT ${column} || '/' || ${key} AS row, message FROM checked WHERE message IS NOT NULL
  ORDER BY ${order.join(', ')} LIMIT 1
)${afterwards}
SELECT (SELECT count(*)::integer FROM page) AS count,
  (SELECT ARRAY[${order.map((column) => `${column}::text`).join(', ')}] FROM page
    ORDER BY ${order.map((column) => `${column} DESC`).join(', ')} LIMIT 1) AS last,
  (SELECT row FROM wrong) AS wrong, (SELECT message FROM wrong) AS message`;
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
