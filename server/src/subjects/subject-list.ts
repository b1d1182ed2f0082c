import type { ListQuery } from '@copup/shared/wire.ts';
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

/** What the operators' list of one kind adds to the list that all kinds have (O3). `Filters` are those of the kind alone. */
export interface SubjectList<Filters> {
  /** Columns of a listed row, of the table `s` and what is joined. */
  readonly columns: string;
  /** Joined for the columns, e.g. `JOIN funds f ON …`. */
  readonly joined?: string;
  /** Columns to order by for further fields than id, created_at, status, end_date and the name. */
  readonly orders?: OperatorList['orders'];
  /** Where operators see several stored statuses as one: the stored ones. */
  readonly storedStatuses?: Readonly<Record<string, readonly string[]>>;
  /** Conditions of the filters, on `s`. */
  where(filters: Filters): readonly Condition[];
  /** Finds the subjects whose name matches a pattern of ILIKE. The name's column by default. */
  named?(pattern: string): Condition;
}

/** Filters that every kind has, beside the order and the page. */
export interface SubjectFilters extends z.output<typeof ListQuery> {
  status?: string | undefined;
  realm?: number | undefined;
  /** A part of the name. */
  q?: string | undefined;
}

type Listable = Pick<SubjectKind<SubjectRow>, 'table' | 'nameColumn'>;

/** A page of the subjects of all realms, and how many there are. A field that cannot be sorted by means the id. */
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

export async function findForOperators<Listed extends object, Filters>(
  db: Database,
  { table }: Listable,
  { columns, joined = '' }: SubjectList<Filters>,
  id: number,
): Promise<Listed | undefined> {
  const { rows } = await db.pool.query<Listed>(
    `SELECT ${columns} FROM ${table} s ${joined} WHERE s.id = $1`,
    [id],
  );
  return rows[0];
}
