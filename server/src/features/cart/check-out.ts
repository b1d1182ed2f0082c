import type { CheckoutReply } from '@copup/shared/cart.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { type CartRow, lockCart } from './cart.queries.ts';
import { type CheckoutDetails, detailsFor, findIssues } from './checkout-rules.ts';

export interface CheckOut {
  viewer: Pick<Viewer, 'userId' | 'realm'>;
  key: string | undefined;
  details: CheckoutDetails;
}

/**
 * Creates an order of each item in the cart (A10). Throws CART_EMPTY, or VALIDATION_FAILED when a detail is missing
 * that the cart's categories need. The same Idempotency-Key returns the first reply (P6).
 */
export async function checkOut(deps: Pick<Deps, 'db'>, command: CheckOut): Promise<CheckoutReply> {
  const { viewer, key, details } = command;
  if (viewer.realm !== 0) throw new Refusal('FORBIDDEN', 'Players of a load test cannot check out.');
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(
      tx,
      { userId: viewer.userId, route: 'cart/checkout', subject: '', key, input: details },
      async () => ({ status: 200, reply: await orderCart(tx, command) }),
    ),
  );
  return reply;
}

async function orderCart(tx: Transaction, { viewer, details }: CheckOut): Promise<CheckoutReply> {
  const items = await lockCart(tx, viewer.userId);
  if (items.length === 0) throw new Refusal('CART_EMPTY', 'Your cart is empty');
  const issues = findIssues(
    items.map(({ category }) => category),
    details,
  );
  if (issues.length > 0) {
    throw new Refusal('VALIDATION_FAILED', 'Some details for your order are missing.', { issues });
  }
  return {
    message: 'Order placed successfully',
    order_ids: await insertOrders(tx, viewer.userId, items, details),
  };
}

async function insertOrders(
  tx: Transaction,
  userId: string,
  items: readonly CartRow[],
  details: CheckoutDetails,
): Promise<number[]> {
  const kept = items.map(({ category }) => detailsFor(category, details));
  const { rows } = await tx.client.query<{ id: number }>({
    name: 'cart-order',
    text: `WITH ordered AS (
        INSERT INTO orders (user_id, auction_id, address, account_name, account_number, contact_info)
        SELECT $1, auction_id, address, account_name, account_number, contact_info
        FROM unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[])
          AS n (auction_id, address, account_name, account_number, contact_info)
        RETURNING id, auction_id)
      UPDATE cart_items c SET order_id = ordered.id FROM ordered WHERE c.auction_id = ordered.auction_id RETURNING ordered.id`,
    values: [
      userId,
      items.map(({ auctionId }) => auctionId),
      kept.map(({ address }) => address),
      kept.map(({ accountName }) => accountName),
      kept.map(({ accountNumber }) => accountNumber),
      kept.map(({ contactInfo }) => contactInfo),
    ],
  });
  return rows.map(({ id }) => id).sort((left, right) => left - right);
}
