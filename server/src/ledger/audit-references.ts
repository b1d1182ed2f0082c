import type { Database } from '../db/database.ts';
import { FIRST_ID } from '../db/first-id.ts';
import { invariant } from '../errors.ts';
import type { AuditCheck, ErrorCollector } from './audit-report.ts';

/** Maximum number of rows per statement of relations whose rows are checked by look-ups. */
export const REFERENCES_CHUNK = 10_000;
const CHUNK = 1_000;

export interface Reading {
  realm: number | undefined;
  errors: ErrorCollector;
  /** Only rows from this time on are read; an earlier audit read the others. Null reads all rows. */
  since: string | null;
  /** Whether this audit stores its end position for the next one. */
  isRemembered: boolean;
}

/** The types of columns by which rows can be ordered, with a value before all others. */
const lowest = {
  ...{ uuid: FIRST_ID, int: '0', timestamptz: '-infinity', date: '0001-01-01', text: '' },
} as const;
/** The parameters that texts may name, with their types: `$realm` is NULL for all realms. */
const parameters = {
  ...{ realm: 'int', since: 'timestamptz', ids: 'int[]', afters: 'int[]', uptos: 'int[]' },
  ...{ accepted: 'jsonb[]', firstId: 'uuid' },
} as const;
type Values = Readonly<Partial<Record<keyof typeof parameters, unknown>>>;

export const inRealm = '($realm IS NULL OR realm = $realm)';
/** The upper bound makes a generic plan, which does not know how recent the time is, expect few rows and use the index. */
export const sinceThen = (column: string): string => `${column} >= $since AND ${column} < 'infinity'`;

/** Rows that can be read page by page. Names and texts are constants of the code. */
export interface PagedRows {
  /** Of the prepared statement. */
  name: string;
  /** Rows of one statement. */
  size?: number;
  /**
   * The columns that order the rows, with their types. By default rows are read from the time of the last audit on, where
   * the first column is a time or a UUIDv7.
   */
  order: Readonly<Record<string, keyof typeof lowest>>;
  isReadInFull?: true;
  /** A FROM clause and its condition. */
  rows: string;
  where?: string;
  columns?: string;
  /** Conditions of the rows that may have changed since the last audit, one for each index. Without them `rows` are read. */
  changed?: readonly string[];
}

/** Rows that must correspond to rows of other tables, mostly to transfers and their postings. */
export interface Relation extends PagedRows {
  check: AuditCheck | ((message: string) => AuditCheck);
  table: string;
  /** Adds what the rows of `page` are compared with. A join would read whole tables for each page: look rows up instead. */
  facts?: string;
  /** The realm of a row of `facts`, unless `where` leaves other realms out. */
  realm?: string;
  /** The primary key of a row, for its error. */
  row: string;
  /** WHEN clauses of the error's message. */
  wrong: string;
  /** A further CTE, which may read `page` and `wrong`. */
  afterwards?: string;
}

/** A statement that returns the wrong rows with their messages, at most one for each check. */
export interface Finding {
  name: string;
  check: AuditCheck;
  table: string;
  text: string;
  isOnlyInFull?: true;
  /** Values of parameters that the text names. */
  given?: (db: Database, ids: readonly number[]) => Promise<Values>;
}

/** Rows whose page is checked by further statements, with their numbers as `$ids`. */
export interface DueRows extends PagedRows {
  checks: readonly Check[];
}

export type Check = Relation | Finding | DueRows | CustomCheck;
type CustomCheck = (
  db: Database,
  reading: Reading,
  onChunk: OnChunk,
  ids: readonly number[],
) => Promise<void>;
type OnChunk = (count: number) => void;

/** Rows of a feature that the ledger's audit checks: references without foreign keys, and sums. */
export interface AuditReferences {
  /** The name of these rows in the report. */
  readonly counts: string;
  readonly checks: readonly Check[];
}

/** Makes all checks and reports the first wrong row of each page. */
export async function auditReferences(
  db: Database,
  { checks }: Pick<AuditReferences, 'checks'>,
  reading: Reading,
  onChunk: OnChunk,
  ids: readonly number[] = [],
): Promise<void> {
  for (const check of checks) {
    if (typeof check === 'function') await check(db, reading, onChunk, ids);
    else if ('text' in check) await auditFinding(db, check, reading, ids);
    else if ('checks' in check) await auditDueRows(db, check, reading, onChunk);
    else await auditRelation(db, check, reading, onChunk, { ids });
  }
}

interface RelationPage {
  count: number;
  /** The position of its last row in the order; null for a page without rows. */
  last: string[] | null;
  row: string | null;
  message: string | null;
}

export async function auditRelation(
  db: Database,
  relation: Relation,
  reading: Pick<Reading, 'realm' | 'errors' | 'since'>,
  onChunk: OnChunk = () => {},
  values: Values = {},
): Promise<void> {
  const { text, valuesOf } = withParameters(relationSql(relation, reading.since), relation.order);
  const { check, table, size = CHUNK } = relation;
  for (let after = await firstOf(db, relation, reading); ; ) {
    const { rows } = await db.pool.query<RelationPage>({
      name: nameOf(relation, reading),
      text,
      values: valuesOf(reading, values, after),
    });
    const page = rows[0];
    invariant(page, 'the query of a page of checked rows returned no row');
    const message = page.message ?? '';
    if (page.row !== null) {
      const failed = typeof check === 'string' ? check : check(message);
      reading.errors.add({ check: failed, table, row: page.row, message });
    }
    onChunk(page.count);
    if (page.count < size || page.last === null) return;
    after = page.last;
  }
}

async function auditDueRows(db: Database, due: DueRows, reading: Reading, onChunk: OnChunk): Promise<void> {
  const { text, valuesOf } = withParameters(pageSql(due, reading.since), due.order);
  for (let after = await firstOf(db, due, reading); ; ) {
    const page = await db.pool.query<{ id: number }>({
      name: nameOf(due, reading),
      text,
      values: valuesOf(reading, {}, after),
    });
    const ids = page.rows.map(({ id }) => id);
    if (ids.length > 0) await auditReferences(db, due, reading, () => {}, ids);
    onChunk(ids.length);
    if (ids.length < (due.size ?? CHUNK)) return;
    after = [String(ids.at(-1))];
  }
}

async function auditFinding(
  db: Database,
  finding: Finding,
  reading: Reading,
  ids: readonly number[],
): Promise<void> {
  const { name, check, table, isOnlyInFull, given } = finding;
  if (isOnlyInFull && reading.since !== null) return;
  const { text, valuesOf } = withParameters(finding.text);
  const values = valuesOf(reading, { ids, ...(await given?.(db, ids)) });
  const { rows } = await db.pool.query<{ row: string; message: string; part?: AuditCheck }>({
    name: `audit-${name}`,
    text,
    values,
  });
  for (const { row, message, part = check } of rows) reading.errors.add({ check: part, table, row, message });
}

const nameOf = ({ name, changed }: PagedRows, { since }: Pick<Reading, 'since'>) =>
  `audit-${name}${changed && since !== null ? '-since' : ''}`;

async function firstOf(
  db: Database,
  { order, isReadInFull }: PagedRows,
  { since }: Pick<Reading, 'since'>,
): Promise<string[]> {
  const types = Object.values(order);
  const [, ...others] = types.map((type) => lowest[type]);
  const type = types[0] ?? 'int';
  if (since !== null && !isReadInFull) {
    if (type === 'timestamptz') return [since, ...others];
    if (type === 'uuid') return [await firstIdAt(db, since), ...others];
  }
  return [lowest[type], ...others];
}

export function pageSql(rows: PagedRows, since: string | null): string {
  const { order, size = CHUNK, changed, columns = '*', where = 'true' } = rows;
  const names = Object.keys(order);
  const [first = ''] = names;
  const after = names.map((_, nth) => `$after${nth}`);
  const bounds = [
    ...(order[first] === 'timestamptz' ? [`${first} >= ${after[0]} AND ${first} < 'infinity'`] : []),
    `(${names.join(', ')}) > (${after.join(', ')})`,
  ].join(' AND ');
  const end = `ORDER BY ${names.join(', ')} LIMIT ${size}`;
  if (changed === undefined || since === null)
    return `SELECT ${columns} FROM ${rows.rows} WHERE ${bounds} AND ${where} ${end}`;
  // Ordered outside the scans of the indexes: by id alone all rows would be scanned. One realm is always read in full.
  const due = changed.map((condition) => `SELECT ${columns} FROM ${rows.rows} WHERE ${condition}`);
  return `SELECT * FROM (${due.join(' UNION ')} OFFSET 0) AS due WHERE ${bounds} ${end}`;
}

/** Builds the query that checks one page of a relation. */
export function relationSql(relation: Relation, since: string | null): string {
  const { order, facts = 'SELECT * FROM page', realm, row, wrong, afterwards = '' } = relation;
  const names = Object.keys(order);
  return `
WITH page AS MATERIALIZED (${pageSql(relation, since)}), facts AS MATERIALIZED (
  SELECT * FROM (${facts}) AS facts ${realm === undefined ? '' : `WHERE $realm IS NULL OR ${realm} = $realm`}
), checked AS (
  SELECT ${names.join(', ')}, (${row})::text AS row, CASE ${wrong} END AS message FROM facts
), wrong AS (
  SELECT row, message FROM checked WHERE message IS NOT NULL ORDER BY ${names.join(', ')} LIMIT 1
)${afterwards}
SELECT (SELECT count(*)::integer FROM page) AS count,
  (SELECT ARRAY[${names.map((name) => `${name}::text`).join(', ')}] FROM page
    ORDER BY ${names.map((name) => `${name} DESC`).join(', ')} LIMIT 1) AS last,
  (SELECT row FROM wrong) AS row, (SELECT message FROM wrong) AS message`;
}

/** Numbers the parameters that a text names. */
export function withParameters(named: string, order: PagedRows['order'] = {}) {
  const found: string[] = [];
  const types: Record<string, string> = { ...parameters };
  for (const [nth, type] of Object.values(order).entries()) types[`after${nth}`] = type;
  const text = named.replaceAll(/\$([a-z]\w*)/gi, (_, name: string) => {
    if (!found.includes(name)) found.push(name);
    return `$${found.indexOf(name) + 1}::${types[name]}`;
  });
  const valuesOf = (
    { realm, since }: Pick<Reading, 'realm' | 'since'>,
    given: Values,
    after: readonly string[] = [],
  ): unknown[] => {
    const values: Record<string, unknown> = { realm: realm ?? null, since: since ?? lowest.date, ...given };
    for (const [nth, value] of after.entries()) values[`after${nth}`] = value;
    return found.map((name) => values[name]);
  };
  return { text, valuesOf };
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

/** The table that rows reference. */
export interface ReferencedSubject {
  table: string;
  /** The column that references the subject. */
  column: string;
  /** The noun for the subject in error messages. */
  called: string;
}

/** Checks what foreign keys on the subject and the user would check. */
export const subjectReference = ({ table, column, called }: ReferencedSubject) => ({
  facts: `SELECT page.*, (SELECT s.realm FROM ${table} s WHERE s.id = page.${column}) AS subject_realm,
    (SELECT u.realm FROM users u WHERE u.id = page.user_id) AS user_realm FROM page`,
  realm: 'subject_realm',
  wrong: `WHEN subject_realm IS NULL THEN 'belongs to no ${called}'
    WHEN user_realm IS NULL THEN 'is of user ' || user_id || ', who does not exist'
    WHEN user_realm <> subject_realm THEN 'of realm ' || subject_realm || ' is of user ' || user_id || ' of realm ' || user_realm`,
});

/** Transfers of a kind that must have a row: `wrong` finds those without one. */
export const transfersOf = (
  kind: string,
  relation: Pick<Relation, 'name' | 'check' | 'wrong'>,
): Relation => ({
  ...relation,
  table: 'transfers',
  order: { id: 'uuid' },
  rows: 'transfers',
  where: `kind = '${kind}'`,
  columns: 'id, kind, key, realm, subject_kind, subject_id',
  realm: 'realm',
  row: 'id',
});
