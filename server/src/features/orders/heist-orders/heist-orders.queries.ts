import type { HeistCategory } from '@copup/shared/heists.ts';
import { users } from '../../../accounts/users.tables.ts';
import type { Database } from '../../../db/database.ts';
import { and, eq, getTableColumns, inArray, sql } from '../../../db/drizzle.ts';
import type { Transaction } from '../../../db/in-transaction.ts';
import { newestFirst, type Page, type PageQuery } from '../../../db/keyset.ts';
import { selectColumns } from '../../../subjects/subject-rows.ts';
import { heistOrders, heists, heistTickets } from '../../heists/heists.tables.ts';
import type { OrderList } from '../order-list.ts';

/** An order with its heist, its winner and what the winner paid for the ticket. */
export type HeistOrderRow = typeof heistOrders.$inferSelect & {
  itemName: string;
  prizeName: string;
  image: string | null;
  prize: number;
  category: HeistCategory;
  realm: number;
  username: string;
  paidAvailable: number;
  paidBonus: number;
};

const newest = newestFirst('heist_orders.id');

const columns = {
  ...getTableColumns(heistOrders),
  itemName: heists.name,
  prizeName: heists.prizeName,
  image: heists.image,
  prize: heists.prize,
  category: heists.category,
  realm: heists.realm,
  username: users.username,
  paidAvailable: sql`coalesce(${heistTickets.paidAvailable}, 0)`.mapWith(Number),
  paidBonus: sql`coalesce(${heistTickets.paidBonus}, 0)`.mapWith(Number),
};

function selectOrders(orm: Database['orm']) {
  return orm
    .select(columns)
    .from(heistOrders)
    .innerJoin(heists, eq(heists.id, heistOrders.heistId))
    .innerJoin(users, eq(users.id, heistOrders.userId))
    .leftJoin(
      heistTickets,
      and(eq(heistTickets.heistId, heistOrders.heistId), eq(heistTickets.userId, heistOrders.userId)),
    )
    .$dynamic();
}

/** Lists the user's own orders, newest first. */
export async function listHeistOrdersOf(
  { orm }: Database,
  userId: string,
  query: PageQuery,
): Promise<Page<HeistOrderRow>> {
  const { after, by, limit } = newest.orm(query);
  const isOwn = eq(heistOrders.userId, userId);
  return newest.cut(await selectOrders(orm).where(and(isOwn, after)).orderBy(by).limit(limit), query);
}

/** Lists orders of the user that are neither delivered nor refunded. */
export async function listOpenHeistOrders(
  tx: Transaction,
  userId: string,
  limit: number,
): Promise<HeistOrderRow[]> {
  return selectOrders(tx.orm)
    .where(and(eq(heistOrders.userId, userId), inArray(heistOrders.status, ['pending', 'approved'])))
    .limit(limit);
}

export async function findHeistOrder(
  source: Database | Transaction,
  id: number,
): Promise<HeistOrderRow | undefined> {
  return (await selectOrders(source.orm).where(eq(heistOrders.id, id)))[0];
}

/** The operators' list of heist orders. */
export const heistOrderList: OrderList = {
  table: 'heist_orders',
  itemColumn: 'heist_id',
  names: { table: 'heists', id: 'id' },
  columns: `${selectColumns(getTableColumns(heistOrders), 'o')}, h.name AS "itemName", h.prize_name AS "prizeName", h.image,
    h.prize, h.category, h.realm, u.username::text, coalesce(t.paid_available, 0) AS "paidAvailable",
    coalesce(t.paid_bonus, 0) AS "paidBonus"`,
  joined: `JOIN heists h ON h.id = o.heist_id JOIN users u ON u.id = o.user_id
    LEFT JOIN heist_tickets t ON t.heist_id = o.heist_id AND t.user_id = o.user_id`,
};

/** Columns that name an order in a wallet's timeline. */
export const heistOrderNames = {
  table: 'heist_orders',
  nameColumn: '(SELECT h.name FROM heists h WHERE h.id = heist_id)',
  kindColumn: 'status',
};

/** Erases the phone numbers and addresses of a user's orders (S7). */
export async function eraseAddresses(tx: Transaction, userId: string): Promise<void> {
  await tx.orm.update(heistOrders).set({ address: null }).where(eq(heistOrders.userId, userId));
}
