import type { AuctionCategory } from '@copup/shared/auctions.ts';
import { users } from '../../../accounts/users.tables.ts';
import type { Database } from '../../../db/database.ts';
import { and, eq, getTableColumns, inArray } from '../../../db/drizzle.ts';
import type { Transaction } from '../../../db/in-transaction.ts';
import { newestFirst, type Page, type PageQuery } from '../../../db/keyset.ts';
import { selectColumns } from '../../../subjects/subject-rows.ts';
import { auctions } from '../../auctions/auctions.tables.ts';
import type { OrderList } from '../order-list.ts';
import { orders } from './orders.tables.ts';

/** An order with its item and winner. */
export type OrderRow = typeof orders.$inferSelect & {
  itemName: string;
  auctionCategory: AuctionCategory;
  realm: number;
  image: string | null;
  /** The item's value in kobo. */
  priceKobo: number;
  wonAt: Date;
  /** Coins that the winner paid. */
  pricePaid: number;
  username: string;
};

const newest = newestFirst('orders.id');

const columns = {
  ...getTableColumns(orders),
  itemName: auctions.name,
  auctionCategory: auctions.category,
  realm: auctions.realm,
  image: auctions.image,
  priceKobo: auctions.priceKobo,
  wonAt: auctions.statusAt,
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
export async function listOrdersOf(
  { orm }: Database,
  userId: string,
  query: PageQuery,
): Promise<Page<OrderRow>> {
  const { after, by, limit } = newest.orm(query);
  const isOwn = eq(orders.userId, userId);
  return newest.cut(await selectOrders(orm).where(and(isOwn, after)).orderBy(by).limit(limit), query);
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

/** The operators' list of orders. */
export const orderList: OrderList = {
  table: 'orders',
  itemColumn: 'auction_id',
  names: { table: 'auction_names', id: 'auction_id' },
  columns: `${selectColumns(getTableColumns(orders), 'o')}, a.name AS "itemName", a.category AS "auctionCategory", a.realm,
    a.image, a.price_kobo AS "priceKobo",
    a.status_at AS "wonAt", a.current_bid_amount AS "pricePaid", u.username::text`,
  joined: 'JOIN auctions a ON a.id = o.auction_id JOIN users u ON u.id = o.user_id',
};

/** Columns that name an order in a wallet's timeline. */
export const orderNames = {
  table: 'orders',
  nameColumn: '(SELECT a.name FROM auctions a WHERE a.id = auction_id)',
  kindColumn: 'status',
};
