import type { AuctionCategory } from '@copup/shared/auctions.ts';
import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { auctions } from '../auctions/auctions.tables.ts';
import { cartItems } from './cart.tables.ts';

/** A won item without an order. */
export interface CartRow {
  id: number;
  auctionId: number;
  name: string;
  image: string | null;
  category: AuctionCategory;
}

/** Bounds the cart, which holds won items without an order. */
const MAX_ITEMS = 200;

const selectOpen = (source: Database | Transaction, userId: string) =>
  source.orm
    .select({
      id: cartItems.id,
      auctionId: cartItems.auctionId,
      name: auctions.name,
      image: auctions.image,
      category: auctions.category,
    })
    .from(cartItems)
    .innerJoin(auctions, eq(auctions.id, cartItems.auctionId))
    .where(and(eq(cartItems.userId, userId), isNull(cartItems.orderId)))
    .orderBy(cartItems.id)
    .limit(MAX_ITEMS);

export async function listCart(db: Database | Transaction, userId: string): Promise<CartRow[]> {
  return selectOpen(db, userId);
}

/** Locks the items: of two concurrent checkouts, the second finds what the first left. */
export async function lockCart(tx: Transaction, userId: string): Promise<CartRow[]> {
  return selectOpen(tx, userId).for('no key update', { of: cartItems });
}
