import type { ApprovalPending } from '@copup/shared/admin.ts';
import { eq, sql } from 'drizzle-orm';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import { moveOrRequest } from '../../operators/move-or-request.ts';
import { lockOperatorAndOwner } from '../../operators/operator-moves.ts';
import { orderNotFound, wrongOrderStatus } from './orders.errors.ts';
import { findOrder, lockOrder, type OrderRow } from './orders.queries.ts';
import { orders } from './orders.tables.ts';

const ACTION = 'order.refund';

type RefundDeps = Pick<Deps, 'db' | 'newId' | 'notices' | 'settings'>;

interface RefundOrder {
  orderId: number;
  operatorId: string;
  /** Included in the notice to the winner. */
  reason: string;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
}

/**
 * Returns the price from revenue to the winner's `available`, once (A10). When it needs a second operator (O3a),
 * returns the request and leaves the order unchanged. Does nothing when the order is already refunded.
 */
export async function refundOrder(
  deps: RefundDeps,
  { orderId, operatorId, reason, key }: RefundOrder,
): Promise<ApprovalPending | undefined> {
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(
      tx,
      { userId: operatorId, route: 'admin/orders/refund', subject: String(orderId), key, input: { reason } },
      async () => ({
        status: 200,
        reply: (await refundOrRequest(tx, deps, orderId, operatorId, reason)) ?? null,
      }),
    ),
  );
  return reply ?? undefined;
}

async function refundOrRequest(
  tx: Transaction,
  deps: RefundDeps,
  orderId: number,
  operatorId: string,
  reason: string,
): Promise<ApprovalPending | undefined> {
  // Users are locked before the order, as for an approval; the owner of an order never changes.
  const owner = (await findOrder(tx, orderId))?.userId;
  if (owner === undefined) throw orderNotFound();
  await lockOperatorAndOwner(tx, operatorId, owner);
  const order = await lockRefundable(tx, orderId);
  if (order.status === 'refunded') return undefined;
  const move = {
    action: ACTION,
    subject: { kind: 'order', id: String(order.id) },
    details: { bid_points: order.pricePaid, name: order.auctionName, reason },
    operatorId,
    user: { id: order.userId, realm: order.realm },
    amount: order.pricePaid,
    isCredit: true,
  };
  return moveOrRequest(tx, deps, move, () => refund(tx, deps, order, reason));
}

/** Executes a refund that a second operator approved. */
export const refundApproved = (deps: Pick<Deps, 'newId' | 'notices'>) => ({
  [ACTION]: {
    async apply(
      tx: Transaction,
      { subject, details }: { subject: { id: string }; details: Record<string, unknown> },
    ): Promise<Record<string, unknown>> {
      const order = await lockRefundable(tx, Number(subject.id));
      if (order.status === 'refunded') throw wrongOrderStatus(order.status);
      return { transfer_id: await refund(tx, deps, order, String(details.reason)) };
    },
  },
});

async function lockRefundable(tx: Transaction, orderId: number): Promise<OrderRow> {
  const order = await lockOrder(tx, orderId);
  if (!order) throw orderNotFound();
  return order;
}

async function refund(
  tx: Transaction,
  deps: Pick<Deps, 'newId' | 'notices'>,
  order: OrderRow,
  reason: string,
): Promise<string> {
  const subject = { kind: 'order', id: String(order.id) };
  await tx.orm
    .update(orders)
    .set({ status: 'refunded', updatedAt: sql`clock_timestamp()` })
    .where(eq(orders.id, order.id));
  const id = deps.newId();
  const to = { kind: 'available', id: order.userId } as const;
  await postTransfers(tx, [
    {
      id,
      kind: 'refund',
      realm: order.realm,
      subject,
      key: `order:${order.id}`,
      postings: [{ from: { kind: 'revenue' }, to, amount: order.pricePaid }],
    },
  ]);
  const details = { name: order.auctionName, status: 'refunded', reason };
  await deps.notices.write(tx, [{ userId: order.userId, kind: 'order', subject, details }]);
  return id;
}
