import type { AuctionCategory } from '@copup/shared/auctions.ts';
import type { AdminOrdersQuery } from '@copup/shared/cart.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import { and, asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { offsetOf } from '../../lists/operator-list.ts';
import { orders } from './orders.tables.ts';

/** An order with what it is about. */
export type OrderRow = typeof orders.$inferSelect & {
  auctionName: string;
  auctionCategory: AuctionCategory;
  realm: number;
  /** Coins the winner paid. */
  pricePaid: number;
  username: string;
};

/** Orders of one list. */
const MAX_ORDERS = 200;

const columns = {
  ...getTableColumns(orders),
  auctionName: sql<string>`a.name`,
  auctionCategory: sql<AuctionCategory>`a.category`,
  realm: sql<number>`a.realm`,
  pricePaid: sql<number>`a.current_bid_amount`.mapWith(Number),
  username: sql<string>`u.username`,
};

function selectOrders(orm: Database['orm']) {
  return orm
    .select(columns)
    .from(orders)
    .innerJoin(sql`auctions a`, sql`a.id = ${orders.auctionId}`)
    .innerJoin(sql`users u`, sql`u.id = ${orders.userId}`)
    .$dynamic();
}

/** The user's own orders, newest first. */
export async function listOrdersOf(db: Database, userId: string): Promise<OrderRow[]> {
  return selectOrders(db.orm).where(eq(orders.userId, userId)).orderBy(desc(orders.id)).limit(MAX_ORDERS);
}

export async function findOrder(source: Database | Transaction, id: number): Promise<OrderRow | undefined> {
  return (await selectOrders(source.orm).where(eq(orders.id, id)))[0];
}

/** Locks the order alone, waiting for it (L5); what it is about does not change any more. */
export async function lockOrder(tx: Transaction, id: number): Promise<OrderRow | undefined> {
  await tx.client.query({
    name: 'order-lock',
    text: 'SELECT 1 FROM orders WHERE id = $1 FOR NO KEY UPDATE',
    values: [id],
  });
  return (await selectOrders(tx.orm).where(eq(orders.id, id)))[0];
}

const sortable = {
  id: orders.id,
  status: orders.status,
  created_at: orders.createdAt,
  updated_at: orders.updatedAt,
};
const isSortable = (field: string | undefined): field is keyof typeof sortable =>
  field !== undefined && Object.hasOwn(sortable, field);

type Query = z.output<typeof ListQuery> & z.output<typeof AdminOrdersQuery>;

/** A page of all orders for operators, and how many there are. A field that cannot be sorted by means the id. */
export async function listOrders(db: Database, query: Query): Promise<{ rows: OrderRow[]; total: number }> {
  const filter = and(query.status && eq(orders.status, query.status), query.q ? matches(query.q) : undefined);
  const by = isSortable(query.sort) ? sortable[query.sort] : orders.id;
  const direction = query.order === 'ASC' ? asc : desc;
  const [rows, [counted]] = await Promise.all([
    selectOrders(db.orm)
      .where(filter)
      .orderBy(direction(by), direction(orders.id))
      .limit(query.perPage)
      .offset(offsetOf(query)),
    db.orm
      .select({ total: sql<number>`count(*)`.mapWith(Number) })
      .from(orders)
      .innerJoin(sql`auctions a`, sql`a.id = ${orders.auctionId}`)
      .innerJoin(sql`users u`, sql`u.id = ${orders.userId}`)
      .where(filter),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/** By the item's name, the winner's, or the order's number. */
function matches(text: string): SQL {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`(a.name ILIKE ${pattern} OR u.username::text ILIKE ${pattern} OR ${orders.id}::text = ${text.trim()})`;
}
