import type { ListQuery } from '@copup/shared/wire.ts';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import {
  type Condition,
  equal,
  findUserIds,
  type OperatorList,
  readList,
  searchedId,
  searchPattern,
} from '../../operators/operator-list.ts';

/** The parts of an operators' list of orders that differ between kinds. All are constants of the code. */
export interface OrderList {
  readonly table: string;
  /** The column of the order with the id of the won subject. */
  readonly itemColumn: string;
  /** The table with the names of the won subjects, which has a trigram index. */
  readonly names: { readonly table: string; readonly id: string };
  /** Columns of a listed row and their joins: FROM `page` JOIN `o` is given. */
  readonly columns: string;
  readonly joined: string;
}

export interface OrderQuery extends z.output<typeof ListQuery> {
  status?: string | undefined;
  /** A part of the name of the winner or the item, or the order's number. */
  q?: string | undefined;
}

/** Reads a page of all orders for operators, with the total (O3). An unknown sort field means the id. */
export async function listOrders<Row extends object>(
  db: Database,
  list: OrderList,
  query: OrderQuery,
): Promise<{ rows: Row[]; total: number }> {
  const { table, columns, joined } = list;
  const read: OperatorList = {
    from: `${table} o`,
    key: 'o.id',
    select: `SELECT ${columns} FROM page JOIN ${table} o ON o.id = page.key ${joined}`,
    orders: {
      id: ['o.id'],
      // Ids ascend with time.
      created_at: ['o.id'],
      status: ['o.status', 'o.id'],
      updated_at: ['o.updated_at', 'o.id'],
    },
    orderBy: 'id',
  };
  const status = equal('o.status', query.status);
  if (!query.q) return readList<Row>(db, read, query, status);
  const { from, condition } = await findMatches(db, list, query.q);
  return readList<Row>(db, { ...read, from }, query, [...status, condition]);
}

/**
 * Up to this many matching winners and items are joined by id; above, orders are read in sequence until a page is full.
 */
const FEW = 1_000;

/** Returns the condition of a search by winner, item or number, and the tables that it needs. */
async function findMatches(
  db: Database,
  { table, itemColumn, names }: OrderList,
  text: string,
): Promise<{ from: string; condition: Condition }> {
  const pattern = searchPattern(text);
  const id = searchedId(text);
  const [winners, items] = await Promise.all([
    findUserIds(db, text, FEW + 1),
    db.pool.query<{ id: number }>(
      `SELECT n.${names.id} AS id FROM ${names.table} n WHERE n.name ILIKE $1 ORDER BY n.${names.id} LIMIT ${FEW + 1}`,
      [pattern],
    ),
  ]);
  if (winners.length <= FEW && items.rows.length <= FEW) {
    return {
      from: `${table} o`,
      condition: {
        sql: `o.user_id = ANY(?::uuid[]) OR o.${itemColumn} = ANY(?::int[]) OR o.id = ?::int`,
        values: [winners, items.rows.map((row) => row.id), id],
      },
    };
  }
  return {
    from: `${table} o JOIN ${names.table} n ON n.${names.id} = o.${itemColumn} JOIN users u ON u.id = o.user_id`,
    condition: {
      sql: 'n.name ILIKE ? OR u.username::text ILIKE ? OR o.id = ?::int',
      values: [pattern, pattern, id],
    },
  };
}
