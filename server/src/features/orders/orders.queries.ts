import type { AuctionCategory } from '@copup/shared/auctions.ts';
import type { AdminOrdersQuery } from '@copup/shared/cart.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import { and, desc, eq, getTableColumns, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { users } from '../../accounts/users.tables.ts';
import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import {
  type Condition,
  equal,
  findUserIds,
  type OperatorList,
  readList,
  searchedId,
  searchPattern,
} from '../../operators/operator-list.ts';
import { auctions } from '../auctions/auctions.tables.ts';
import { orders } from './orders.tables.ts';

/** An order with its item and winner. */
export type OrderRow = typeof orders.$inferSelect & {
  auctionName: string;
  auctionCategory: AuctionCategory;
  realm: number;
  /** Coins that the winner paid. */
  pricePaid: number;
  username: string;
};

/** Maximum number of orders in a list. */
const MAX_ORDERS = 200;

const columns = {
  ...getTableColumns(orders),
  auctionName: auctions.name,
  auctionCategory: auctions.category,
  realm: auctions.realm,
  pricePaid: auctions.currentBidAmount,
  username: users.username,
};

function selectOrders(orm: Database['orm']) {
  return orm
    .select(columns)
    .from(orders)
    .innerJoin(auctions, eq(auctions.id, orders.auctionId))
    .innerJoin(users, eq(users.id, orders.userId))
    .$dynamic();
}

/** Lists the user's own orders, newest first. */
export async function listOrdersOf(db: Database, userId: string): Promise<OrderRow[]> {
  return selectOrders(db.orm).where(eq(orders.userId, userId)).orderBy(desc(orders.id)).limit(MAX_ORDERS);
}

/** Lists orders of the user that are not delivered. */
export async function listOpenOrders(tx: Transaction, userId: string, limit: number): Promise<OrderRow[]> {
  return selectOrders(tx.orm)
    .where(and(eq(orders.userId, userId), inArray(orders.status, ['processing', 'shipped'])))
    .limit(limit);
}

export async function findOrder(source: Database | Transaction, id: number): Promise<OrderRow | undefined> {
  return (await selectOrders(source.orm).where(eq(orders.id, id)))[0];
}

/** Locks the order only, waiting for it (L5); its item never changes. */
export async function lockOrder(tx: Transaction, id: number): Promise<OrderRow | undefined> {
  await tx.client.query({
    name: 'order-lock',
    text: 'SELECT 1 FROM orders WHERE id = $1 FOR NO KEY UPDATE',
    values: [id],
  });
  return (await selectOrders(tx.orm).where(eq(orders.id, id)))[0];
}

const listed = Object.entries(getTableColumns(orders)).map(
  ([name, column]) => `o."${column.name}" AS "${name}"`,
);
const adminOrders: OperatorList = {
  from: 'orders o',
  key: 'o.id',
  select: `SELECT ${listed.join(', ')}, a.name AS "auctionName", a.category AS "auctionCategory", a.realm,
      a.current_bid_amount AS "pricePaid", u.username::text
    FROM page JOIN orders o ON o.id = page.key JOIN auctions a ON a.id = o.auction_id JOIN users u ON u.id = o.user_id`,
  orders: {
    id: ['o.id'],
    // Ids ascend with time.
    created_at: ['o.id'],
    status: ['o.status', 'o.id'],
    updated_at: ['o.updated_at', 'o.id'],
  },
  orderBy: 'id',
};

type Query = z.output<typeof ListQuery> & z.output<typeof AdminOrdersQuery>;

/** Reads a page of all orders for operators, with the total. An unknown sort field means the id. */
export async function listOrders(db: Database, query: Query): Promise<{ rows: OrderRow[]; total: number }> {
  const status = equal('o.status', query.status);
  if (!query.q) return readList<OrderRow>(db, adminOrders, query, status);
  const search = await findMatches(db, query.q);
  return readList<OrderRow>(db, { ...adminOrders, from: search.from }, query, [...status, search.condition]);
}

/**
 * Up to this many matching winners and items are joined by id; above, orders are read in sequence until a page is full.
 */
const FEW = 1_000;

/** Finds by the name of the item or the winner, or by the order's number. */
async function findMatches(db: Database, text: string): Promise<{ from: string; condition: Condition }> {
  const pattern = searchPattern(text);
  const id = searchedId(text);
  const [winners, items] = await Promise.all([
    findUserIds(db, text, FEW + 1),
    db.pool.query<{ id: number }>(
      `SELECT n.auction_id AS id FROM auction_names n WHERE n.name ILIKE $1 ORDER BY n.auction_id LIMIT ${FEW + 1}`,
      [pattern],
    ),
  ]);
  if (winners.length <= FEW && items.rows.length <= FEW) {
    return {
      from: adminOrders.from,
      condition: {
        sql: 'o.user_id = ANY(?::uuid[]) OR o.auction_id = ANY(?::int[]) OR o.id = ?::int',
        values: [winners, items.rows.map((row) => row.id), id],
      },
    };
  }
  return {
    from: `${adminOrders.from} JOIN auction_names n ON n.auction_id = o.auction_id JOIN users u ON u.id = o.user_id`,
    condition: {
      sql: 'n.name ILIKE ? OR u.username::text ILIKE ? OR o.id = ?::int',
      values: [pattern, pattern, id],
    },
  };
}
