import type { AuctionCategory } from '@copup/shared/auctions.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { Database } from '../../../db/database.ts';
import { and, eq, isNull, type SQL } from '../../../db/drizzle.ts';
import type { Transaction } from '../../../db/in-transaction.ts';
import { newestFirst, type Page, type PageQuery } from '../../../db/keyset.ts';
import type { AccountDeletion } from '../../../feature.ts';
import { auctions } from '../../auctions/auctions.tables.ts';
import { cartItems } from './cart.tables.ts';

/** A won item without an order. */
export interface CartRow {
  id: number;
  auctionId: number;
  name: string;
  image: string | null;
  category: AuctionCategory;
  /** The item's value in kobo. */
  priceKobo: number;
  /** Coins that the winner paid. */
  pricePaid: number;
  wonAt: Date;
}

/** Most items of one order of the cart. */
const MAX_ITEMS = 200;

const newest = newestFirst('cart_items.id');

const selectOpen = (source: Database | Transaction, userId: string, after?: SQL) =>
  source.orm
    .select({
      id: cartItems.id,
      auctionId: cartItems.auctionId,
      name: auctions.name,
      image: auctions.image,
      category: auctions.category,
      priceKobo: auctions.priceKobo,
      pricePaid: auctions.currentBidAmount,
      wonAt: auctions.statusAt,
    })
    .from(cartItems)
    .innerJoin(auctions, eq(auctions.id, cartItems.auctionId))
    .where(and(eq(cartItems.userId, userId), isNull(cartItems.orderId), after));

/** Lists the won items without an order, newest first. */
export async function listCart(
  source: Database | Transaction,
  userId: string,
  query: PageQuery,
): Promise<Page<CartRow>> {
  const { after, by, limit } = newest.orm(query);
  return newest.cut(await selectOpen(source, userId, after).orderBy(by).limit(limit), query);
}

/** Locks the items: of two concurrent checkouts, the second finds what the first left. */
export async function lockCart(tx: Transaction, userId: string): Promise<CartRow[]> {
  return selectOpen(tx, userId)
    .orderBy(cartItems.id)
    .limit(MAX_ITEMS)
    .for('no key update', { of: cartItems });
}

const MAX_SHOWN = 100;

/** S7: won items without an order. */
export const cartDeletion: AccountDeletion = {
  async blocks(tx, userId) {
    const { rows } = await listCart(tx, userId, { limit: MAX_SHOWN });
    return rows.map(({ name }) => ({ kind: 'cart', details: name, bid_points: null, path: paths.cart }));
  },
};
