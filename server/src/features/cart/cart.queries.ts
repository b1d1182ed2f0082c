import type { AuctionCategory } from '@copup/shared/auctions.ts';
import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';

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

const open = `SELECT c.id, c.auction_id AS "auctionId", a.name, a.image, a.category
  FROM cart_items c JOIN auctions a ON a.id = c.auction_id
  WHERE c.user_id = $1 AND c.order_id IS NULL ORDER BY c.id LIMIT $2`;

export async function listCart(db: Database, userId: string): Promise<CartRow[]> {
  const { rows } = await db.pool.query<CartRow>({
    name: 'cart-list',
    text: open,
    values: [userId, MAX_ITEMS],
  });
  return rows;
}

/** Two checkouts of one cart meet here: the second finds what the first left. */
export async function lockCart(tx: Transaction, userId: string): Promise<CartRow[]> {
  const { rows } = await tx.client.query<CartRow>({
    name: 'cart-lock',
    text: `${open} FOR NO KEY UPDATE OF c`,
    values: [userId, MAX_ITEMS],
  });
  return rows;
}
