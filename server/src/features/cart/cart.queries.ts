import type { AuctionCategory } from '@copup/shared/auctions.ts';
import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { auctions } from '../auctions/auctions.tables.ts';
import { cartItems } from './cart.tables.ts';

/** Something won that has no order yet. */
export interface CartRow {
  id: number;
  auctionId: number;
  name: string;
  image: string | null;
  category: AuctionCategory;
}

/** A cart holds what was won and not ordered: bounded by its owner's luck, and by this. */
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

export async function listCart(db: Database, userId: string): Promise<CartRow[]> {
  return selectOpen(db, userId);
}

/** Two checkouts of one cart meet here: the second finds what the first left. */
export async function lockCart(tx: Transaction, userId: string): Promise<CartRow[]> {
  return selectOpen(tx, userId).for('no key update', { of: cartItems });
}
