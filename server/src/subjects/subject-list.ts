import type { ListQuery } from '@copup/shared/wire.ts';
import type { Pool, PoolClient } from 'pg';
import type { z } from 'zod';
import type { Database } from '../db/database.ts';
import {
  type Condition,
  equal,
  type OperatorList,
  readList,
  searchPattern,
} from '../operators/operator-list.ts';
import type { SubjectKind, SubjectRow } from './subject-kind.ts';

/** The parts of an operators' list that differ between kinds (O3). `Filters` are those of the kind alone. */
export interface SubjectList<Filters> {
  /** Columns of a listed row, of the table `s` and its joins. */
  readonly columns: string;
  /** Joins for the columns, e.g. `JOIN funds f ON …`. */
  readonly joined?: string;
  /** Columns to order by for further fields than id, created_at, status, end_date and the name. */
  readonly orders?: OperatorList['orders'];
  /** The stored statuses of a status that operators see as one. */
  readonly storedStatuses?: Readonly<Record<string, readonly string[]>>;
  /** Conditions of the filters, on `s`. */
  where(filters: Filters): readonly Condition[];
  /** Matches subjects whose name matches a pattern of ILIKE. By default by the name's column. */
  named?(pattern: string): Condition;
}

/** Filters that every kind has, in addition to the order and the page. */
export interface SubjectFilters extends z.output<typeof ListQuery> {
  status?: string | undefined;
  realm?: number | undefined;
  /** A part of the name. */
  q?: string | undefined;
}

type Listable = Pick<SubjectKind<SubjectRow>, 'table' | 'nameColumn'>;

/** Reads a page of the subjects, with the total. An unknown sort field means the id. */
export function listForOperators<Listed extends object, Filters>(
  db: Database,
  { table, nameColumn }: Listable,
  list: SubjectList<Filters>,
  query: SubjectFilters & Filters,
): Promise<{ rows: Listed[]; total: number }> {
  const { status, realm, q } = query;
  const stored = status === undefined ? undefined : list.storedStatuses?.[status];
  const named = list.named ?? ((pattern) => ({ sql: `s.${nameColumn} ILIKE ?`, values: [pattern] }));
  const read: OperatorList = {
    from: `${table} s`,
    key: 's.id',
    select: `SELECT ${list.columns} FROM page JOIN ${table} s ON s.id = page.key ${list.joined ?? ''}`,
    orders: {
      id: ['s.id'],
      // Ids ascend with time.
      created_at: ['s.id'],
      [nameColumn]: [`s.${nameColumn}`, 's.id'],
      status: ['s.status', 's.realm', 's.end_date', 's.id'],
      end_date: ['s.end_date', 's.id'],
      ...list.orders,
    },
    orderBy: 'id',
  };
  return readList<Listed>(db, read, query, [
    ...list.where(query),
    ...(stored ? [{ sql: 's.status = ANY(?::text[])', values: [stored] }] : equal('s.status', status)),
    ...equal('s.realm', realm),
    ...(q ? [named(searchPattern(q))] : []),
  ]);
}

/** Finds a subject with the columns of the operators' list. */
export async function findForOperators<Listed extends object, Filters>(
  on: Pool | PoolClient,
  { table }: Listable,
  { columns, joined = '' }: SubjectList<Filters>,
  id: number,
): Promise<Listed | undefined> {
  const { rows } = await on.query<Listed>(`SELECT ${columns} FROM ${table} s ${joined} WHERE s.id = $1`, [
    id,
  ]);
  return rows[0];
}
