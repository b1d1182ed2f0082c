import type { CheckoutReply } from '@copup/shared/cart.ts';
import type { Transaction } from '../../../db/in-transaction.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../errors.ts';
import type { Viewer } from '../../../sessions/sessions.ts';
import { checkOut } from '../check-out.ts';
import { type CartRow, lockCart } from './cart.queries.ts';
import { type CheckoutDetails, detailsFor, findIssues } from './checkout-rules.ts';

interface CheckOutCart {
  viewer: Pick<Viewer, 'userId' | 'realm'>;
  key: string | undefined;
  details: CheckoutDetails;
}

/** Orders the cart (A10). Throws VALIDATION_FAILED when a detail is missing that the cart's categories need. */
export function checkOutCart(
  deps: Pick<Deps, 'db'>,
  { viewer, key, details }: CheckOutCart,
): Promise<CheckoutReply> {
  return checkOut(deps, {
    viewer,
    route: 'cart/checkout',
    key,
    input: details,
    lockCart: (tx) => lockCart(tx, viewer.userId),
    order(tx, items) {
      const issues = findIssues(
        items.map(({ category }) => category),
        details,
      );
      if (issues.length > 0) {
        throw new Refusal('VALIDATION_FAILED', 'Some details for your order are missing.', { issues });
      }
      return insertOrders(tx, viewer.userId, items, details);
    },
  });
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
  return rows.map(({ id }) => id);
}
