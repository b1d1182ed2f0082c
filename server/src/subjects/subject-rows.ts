import type { Column } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import type { Transaction } from '../db/in-transaction.ts';
import type { SubjectKind, SubjectRow } from './subject-kind.ts';

/** Returns columns of a table by their names in the code, so that plain named statements are typed by the table. */
export function selectColumns(columns: Readonly<Record<string, Column>>, alias: string): string {
  return Object.entries(columns)
    .map(([name, column]) => `${alias}."${column.name}" AS "${name}"`)
    .join(', ');
}

type Readable = Pick<SubjectKind<SubjectRow>, 'table' | 'columns'>;

/** Locks one subject, waiting for it. Read the clock afterwards, in a separate statement (P7). */
export async function lockSubject<Row extends SubjectRow>(
  tx: Transaction,
  { table, columns }: Readable,
  id: number,
): Promise<Row | undefined> {
  const { rows } = await tx.client.query<Row>({
    name: `${table}-lock-one`,
    text: `SELECT ${columns} FROM ${table} s WHERE s.id = $1 FOR NO KEY UPDATE`,
    values: [id],
  });
  return rows[0];
}

/**
 * Locks the subjects of these ids in order of id, waiting for each (L5: `FOR NO KEY UPDATE`, subjects before wallets).
 * Unknown ids are left out.
 */
export async function lockSubjects<Row extends SubjectRow>(
  tx: Transaction,
  { table, columns }: Readable,
  ids: readonly number[],
): Promise<Row[]> {
  const { rows } = await tx.client.query<Row>({
    name: `${table}-lock`,
    text: `SELECT ${columns} FROM ${table} s WHERE s.id = ANY($1::int[]) ORDER BY s.id FOR NO KEY UPDATE`,
    values: [ids],
  });
  return rows;
}

/** Locks those of the subjects that no other transaction has locked, without waiting. */
export async function lockFreeSubjects<Row extends SubjectRow>(
  tx: Transaction,
  { table, columns }: Readable,
  ids: readonly number[],
): Promise<Row[]> {
  const { rows } = await tx.client.query<Row>({
    name: `${table}-lock-free`,
    text: `SELECT ${columns} FROM ${table} s WHERE s.id = ANY($1::int[]) ORDER BY s.id FOR NO KEY UPDATE SKIP LOCKED`,
    values: [ids],
  });
  return rows;
}

/** Reads without a lock, in any realm: the caller checks what a player may see. */
export async function listSubjects<Row extends SubjectRow>(
  source: Database | Transaction,
  { table, columns }: Readable,
  ids: readonly number[],
): Promise<Row[]> {
  const { rows } = await ('client' in source ? source.client : source.pool).query<Row>({
    name: `${table}-read`,
    text: `SELECT ${columns} FROM ${table} s WHERE s.id = ANY($1::int[])`,
    values: [ids],
  });
  return rows;
}

export async function findSubject<Row extends SubjectRow>(
  source: Database | Transaction,
  kind: Readable,
  id: number,
): Promise<Row | undefined> {
  return (await listSubjects<Row>(source, kind, [id]))[0];
}
