import { toNaira } from '@copup/shared/coins.ts';
import { imageUrl } from '@copup/shared/images.ts';
import { recordKind } from '@copup/shared/records.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import type { z } from 'zod';
import type { Database } from '../db/database.ts';
import { getTableName } from '../db/drizzle.ts';
import { type Condition, equal, type OperatorList, readList } from '../operators/operator-list.ts';
import { columnsOf, type RecordAdmin } from './record-admin.ts';

type Values = Record<string, unknown>;
type Query = z.output<typeof ListQuery> & Readonly<Record<string, unknown>>;

/** The columns of a row, by the names of the reply. */
function selected(admin: RecordAdmin): string {
  const fields = columnsOf(admin).map(({ field, column }) => `t.${column} AS "${field}"`);
  const more = admin.more === undefined ? [] : [admin.more];
  return ['t.id', ...fields, ...more, 't.created_at', 't.updated_at'].join(', ');
}

function listOf(admin: RecordAdmin): OperatorList {
  const table = getTableName(admin.table);
  return {
    from: `${table} t`,
    key: 't.id',
    select: `SELECT ${selected(admin)} FROM page JOIN ${table} t ON t.id = page.key ${admin.joined ?? ''}`,
    // Ids ascend with time.
    orders: { id: ['t.id'], created_at: ['t.id'], ...admin.orders },
    orderBy: 'id',
  };
}

function oneOf(admin: RecordAdmin): string {
  return `SELECT ${selected(admin)} FROM ${getTableName(admin.table)} t ${admin.joined ?? ''} WHERE t.id = $1`;
}

/** Reads a page of the records, with the total. An unknown sort field means the id. */
export async function listRecords<Reply = Values, Listed extends object = object>(
  db: Database,
  admin: RecordAdmin<{ id: number }, Listed>,
  { q, realm, ...query }: Query,
): Promise<{ rows: Reply[]; total: number }> {
  const { filters = [] } = recordKind(admin.name);
  const flags = filters.filter((name) => name.startsWith('is_'));
  const conditions: Condition[] = [
    ...(admin.where?.(query) ?? []),
    ...flags.flatMap((name) =>
      query[name] === undefined ? [] : [{ sql: `t.${name} = ${query[name] === 'true'}`, values: [] }],
    ),
    ...equal('t.realm', realm as number | undefined),
    ...(q && admin.search ? [await admin.search(String(q), db)] : []),
  ];
  const { rows, total } = await readList<Listed>(db, listOf(admin), query, conditions);
  return { rows: rows.map((row) => toReply<Reply>(admin, row)), total };
}

/** Reads one record; undefined when there is none. */
export async function findRecord<Reply = Values, Listed extends object = object>(
  db: Database,
  admin: RecordAdmin<{ id: number }, Listed>,
  id: number,
): Promise<Reply | undefined> {
  const { rows } = await db.pool.query<Listed>(oneOf(admin), [id]);
  return rows[0] && toReply<Reply>(admin, rows[0]);
}

/** Reads one record in full; throws when there is none. */
export async function getRecord(db: Database, admin: RecordAdmin, id: number): Promise<Values> {
  const record = await findRecord(db, admin, id);
  if (!record) throw admin.notFound();
  return admin.detail ? admin.detail(db, record) : record;
}

function toReply<Reply>(admin: RecordAdmin, row: object): Reply {
  const { fields } = recordKind(admin.name);
  const entries = Object.entries(admin.toReply?.(row) ?? row).map(([name, value]) => {
    if (value instanceof Date) return [name, value.toISOString()];
    if (name === 'image') return [name, imageUrl(value)];
    return [name, fields[name]?.type === 'naira' ? toNaira(value) : value];
  });
  return Object.fromEntries(entries) as Reply;
}
