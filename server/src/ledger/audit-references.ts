import type { Database } from '../db/database.ts';
import { FIRST_ID } from '../db/first-id.ts';
import { invariant } from '../errors.ts';
import type { AuditCheck, ErrorCollector } from './audit-report.ts';

/** Maximum number of rows per statement. */
export const REFERENCES_CHUNK = 10_000;
export interface Reading {
  realm: number | undefined;
  errors: ErrorCollector;
  /** Only rows from this time on are read; an earlier audit read the others. Null reads all rows. */
  since: string | null;
  /** Whether this audit stores its end position for the next one. */
  isRemembered: boolean;
}

// Holds are read by id, which is the order of their opening. A wallet is looked up for each user: a join would read all
// wallets for each page.
const holdsSql = `
WITH page AS MATERIALIZED (
  SELECT id, user_id FROM holds WHERE id > $1 AND outcome IS NULL ORDER BY id LIMIT ${REFERENCES_CHUNK}
), orphan AS (
  SELECT id, user_id FROM page
  WHERE (SELECT w.user_id FROM wallets w WHERE w.user_id = page.user_id) IS NULL ORDER BY id LIMIT 1
)
SELECT (SELECT count(*)::integer FROM page) AS count, (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last,
  (SELECT id FROM orphan) AS hold, (SELECT user_id FROM orphan) AS orphan`;

/** Reports open holds of users without a wallet; all others were summed up with their wallet. */
export async function auditHoldOwners(
  db: Database,
  { realm, errors, since }: Omit<Reading, 'isRemembered'>,
): Promise<void> {
  // A hold without a wallet has no realm.
  if (realm !== undefined) return;
  for (let after = since === null ? FIRST_ID : await firstIdAt(db, since); ; ) {
    const { rows } = await db.pool.query<{
      count: number;
      last: string | null;
      hold: string | null;
      orphan: string | null;
    }>({ name: 'audit-hold-owners', text: holdsSql, values: [after] });
    const page = rows[0];
    invariant(page, 'the query of a page of holds returned no row');
    if (page.hold)
      errors.add({
        check: 'users',
        table: 'holds',
        row: page.hold,
        message: `is of ${page.orphan}, who has no wallet`,
      });
    if (page.count < REFERENCES_CHUNK || page.last === null) return;
    after = page.last;
  }
}

/** Returns the lowest UUIDv7 of a time. */
export async function firstIdAt(db: Database, since: string): Promise<string> {
  const { rows } = await db.pool.query<{ id: string }>({
    name: 'audit-first-id',
    text: `SELECT encode(substr(int8send(floor(extract(epoch FROM $1::timestamptz) * 1000)::bigint), 3)
      || '\\x7000'::bytea || '\\x8000000000000000'::bytea, 'hex')::uuid AS id`,
    values: [since],
  });
  invariant(rows[0], 'the query of the lowest id of a time returned no row');
  return rows[0].id;
}

/** Rows of a feature that the ledger's audit checks: references without foreign keys, and sums. */
export interface AuditReferences {
  /** The name of these rows in the report. */
  readonly counts: string;
  /** Checks the rows of `reading` and reports the first wrong one. */
  audit(db: Database, reading: Reading, onChunk: (count: number) => void): Promise<void>;
}

/** The table that the rows reference. Names are constants of the code. */
export interface ReferencedSubject {
  table: string;
  /** The column that references the subject. */
  column: string;
  /** The noun for the subject in error messages. */
  called: string;
}

export interface ReferencePage {
  count: number;
  /** The position of its last row in the order, null for a page without rows. */
  last: string[] | null;
  wrong: string | null;
  message: string | null;
}

/**
 * Builds the query that checks one page of rows for what foreign keys on the subject and the user would check. Both are
 * looked up for each row: a join would read all subjects and users for each page.
 */
export function referencesSql({
  subject: { table, column, called },
  page,
  key,
  order,
  also = '',
  afterwards = '',
}: {
  subject: ReferencedSubject;
  page: string;
  /** The column that identifies a row within its subject. */
  key: string;
  order: readonly string[];
  /** A further WHEN clause of the error's message. */
  also?: string;
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
    ${also}
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
  invariant(rows[0], 'the query of a page of references returned no row');
  return rows[0];
}

export function reportReference(
  page: ReferencePage,
  table: string,
  errors: ErrorCollector,
  check: AuditCheck = 'users',
): void {
  if (page.wrong !== null) errors.add({ check, table, row: page.wrong, message: page.message ?? '' });
}
