import type { HeistCategory } from '@copup/shared/heists.ts';
import type { Database } from '../../../db/database.ts';
import { and, eq, isNull, type SQL, sql } from '../../../db/drizzle.ts';
import type { Transaction } from '../../../db/in-transaction.ts';
import { newestFirst, type Page, type PageQuery } from '../../../db/keyset.ts';
import { heistCartItems, heists, heistTickets } from '../../heists/heists.tables.ts';

/** A won prize without an order. */
export interface HeistCartRow {
  id: number;
  heistId: number;
  name: string;
  image: string | null;
  prizeName: string;
  category: HeistCategory;
  /** Coins that the winner paid for the ticket. */
  ticketPaid: number;
  wonAt: Date;
}

/** Most prizes of one order of the cart. */
const MAX_ITEMS = 200;

const newest = newestFirst('heist_cart_items.id');

const selectOpen = (source: Database | Transaction, userId: string, after?: SQL) =>
  source.orm
    .select({
      id: heistCartItems.id,
      heistId: heistCartItems.heistId,
      name: heists.name,
      image: heists.image,
      prizeName: heists.prizeName,
      category: heists.category,
      ticketPaid: sql`coalesce(${heistTickets.paidAvailable} + ${heistTickets.paidBonus}, 0)`.mapWith(Number),
      wonAt: heistCartItems.createdAt,
    })
    .from(heistCartItems)
    .innerJoin(heists, eq(heists.id, heistCartItems.heistId))
    .leftJoin(
      heistTickets,
      and(eq(heistTickets.heistId, heistCartItems.heistId), eq(heistTickets.userId, heistCartItems.userId)),
    )
    .where(and(eq(heistCartItems.userId, userId), isNull(heistCartItems.orderId), after));

/** Lists the won prizes without an order, newest first. */
export async function listHeistCart(
  source: Database | Transaction,
  userId: string,
  query: PageQuery,
): Promise<Page<HeistCartRow>> {
  const { after, by, limit } = newest.orm(query);
  return newest.cut(await selectOpen(source, userId, after).orderBy(by).limit(limit), query);
}

/** Locks the items: of two concurrent checkouts, the second finds what the first left. */
export async function lockHeistCart(tx: Transaction, userId: string): Promise<HeistCartRow[]> {
  return selectOpen(tx, userId)
    .orderBy(heistCartItems.id)
    .limit(MAX_ITEMS)
    .for('no key update', { of: heistCartItems });
}

/** Creates an order of each prize and returns their ids. */
export async function insertHeistOrders(
  tx: Transaction,
  userId: string,
  items: readonly HeistCartRow[],
  address: string,
): Promise<number[]> {
  const { rows } = await tx.client.query<{ id: number }>({
    name: 'heist-cart-order',
    text: `WITH ordered AS (
        INSERT INTO heist_orders (user_id, heist_id, address) SELECT $1, unnest($2::int[]), $3 RETURNING id, heist_id)
      UPDATE heist_cart_items c SET order_id = ordered.id FROM ordered WHERE c.heist_id = ordered.heist_id
      RETURNING ordered.id`,
    values: [userId, items.map(({ heistId }) => heistId), address],
  });
  return rows.map(({ id }) => id);
}
