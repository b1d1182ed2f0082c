import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Viewer } from '../../sessions/sessions.ts';

/** A checkout of one kind of cart. */
export interface CheckOut<Item> {
  viewer: Pick<Viewer, 'userId' | 'realm'>;
  /** Without parameters, e.g. `cart/checkout`. */
  route: string;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
  input: unknown;
  /** Locks the items: of two concurrent checkouts, the second finds what the first left. */
  lockCart(tx: Transaction): Promise<readonly Item[]>;
  /** Creates an order of each item and returns their ids. */
  order(tx: Transaction, items: readonly Item[]): Promise<number[]>;
}

interface Ordered {
  message: string;
  order_ids: number[];
}

/**
 * Creates an order of each item in the cart (A10, H8). Throws CART_EMPTY. The same Idempotency-Key returns the first
 * reply (P6).
 */
export async function checkOut<Item>(deps: Pick<Deps, 'db'>, command: CheckOut<Item>): Promise<Ordered> {
  const { viewer, route, key, input, lockCart, order } = command;
  if (viewer.realm !== 0) throw new Refusal('FORBIDDEN', 'Players of a load test cannot check out.');
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(tx, { userId: viewer.userId, route, subject: '', key, input }, async () => {
      const items = await lockCart(tx);
      if (items.length === 0) throw new Refusal('CART_EMPTY', 'Your cart is empty');
      const ids = await order(tx, items);
      const placed = {
        message: 'Order placed successfully',
        order_ids: ids.sort((left, right) => left - right),
      };
      return { status: 200, reply: placed };
    }),
  );
  return reply;
}
