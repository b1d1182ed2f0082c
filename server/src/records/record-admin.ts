import type { ApprovalPending } from '@copup/shared/admin.ts';
import type { TaggedCalls } from '@copup/shared/call.ts';
import { type RecordName, recordKind } from '@copup/shared/records.ts';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../db/database.ts';
import { getTableColumns } from '../db/drizzle.ts';
import type { Transaction } from '../db/in-transaction.ts';
import { invariant, type Refusal } from '../errors.ts';
import type { Condition, OperatorList } from '../operators/operator-list.ts';

/** A row as a list reads it: times and pictures are not yet those of the reply. */
export type Stored<Reply> = {
  [Name in keyof Reply]: Name extends `${string}_at` | 'date'
    ? Date | Extract<Reply[Name], null>
    : Name extends 'image'
      ? string | null
      : Reply[Name];
} & { created_at: Date; updated_at: Date };

/** What is special about a kind of records on the server; `shared/records.ts` declares the rest (O3). */
export interface RecordAdmin<Row extends { id: number } = { id: number }, Listed extends object = object> {
  readonly name: RecordName;
  readonly table: PgTable & { id: PgColumn };
  /** The fields that have another name in the code than their column has in the database. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Of `recordCalls`. */
  readonly calls: TaggedCalls;
  /** Reads what the reply of a single record has in addition. */
  detail?(db: Database, record: object): Promise<Record<string, unknown>>;
  readonly notFound: () => Refusal;

  /** What the list has in addition to the id, the fields and the times, of the table `t` and its joins. */
  readonly more?: string;
  readonly joined?: string;
  readonly orders?: OperatorList['orders'];
  search?(text: string, db: Database): Condition | Promise<Condition>;
  /** Conditions of filters that are no columns. */
  where?(filters: Readonly<Record<string, unknown>>): readonly Condition[];
  toReply?(row: Listed): object;

  /** By unique index: the refusal of what exists already. */
  readonly unique?: Readonly<Record<string, (cause: unknown) => Refusal>>;
  /** A field whose values the operators' log must not have. */
  readonly secret?: string;
  /** Takes the locks that precede the record's. */
  lock?(tx: Transaction, operatorId: string): Promise<unknown>;
  /** Throws unless the record may become this. Without `before` it is new. */
  check?(tx: Transaction, after: Row, before: Row | undefined): Promise<void>;
  /** Returns columns that follow from the others. */
  follow?(after: Row, before: Row | undefined, operatorId: string | null): object;
  /** Requests a change that needs a second operator; then nothing changes. */
  request?(
    tx: Transaction,
    change: { before: Row; changes: Partial<Row>; operatorId: string },
  ): Promise<ApprovalPending | undefined>;
  /** Writes what belongs to a new record. */
  created?(tx: Transaction, row: Row): Promise<unknown>;
  /** Called after the commit. */
  written?(after: Row, before: Row | undefined): void;
}

/** A field with the name of its column in the code and in the database. */
interface FieldColumn {
  field: string;
  key: string;
  column: string;
}

/** Returns the columns of a kind's fields, its realm and its picture. */
export function columnsOf({ name, table, columns = {} }: RecordAdmin): FieldColumn[] {
  const { fields, hasRealm, hasPicture } = recordKind(name);
  const stored = Object.entries(getTableColumns(table));
  const names = [...Object.keys(fields), ...(hasRealm ? ['realm'] : []), ...(hasPicture ? ['image'] : [])];
  return names.map((field) => {
    const own = columns[field];
    const found = stored.find(([key, column]) => (own === undefined ? column.name === field : key === own));
    invariant(found, `the records of ${name} have no column for ${field}`);
    return { field, key: found[0], column: found[1].name };
  });
}
