import type { ApprovalPending } from '@copup/shared/admin.ts';
import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import { withStoredReply } from '../db/with-stored-reply.ts';
import type { Deps } from '../deps.ts';
import { postTransfers } from '../ledger/post-transfers.ts';
import type { ApprovedActions } from '../operators/approved-action.ts';
import { moveOrRequest } from '../operators/move-or-request.ts';
import { lockOperatorAndOwner } from '../operators/operator-moves.ts';
import { orderNotFound, wrongOrderStatus } from './order.errors.ts';
import { lockOrder, type OrderKind, orderSubject, type StoredOrder, setOrderStatus } from './order-kind.ts';

type RefundDeps = Pick<Deps, 'db' | 'newId' | 'notices' | 'settings'>;

interface RefundOrder {
  orderId: number;
  operatorId: string;
  /** Included in the notice to the winner. */
  reason: string;
}

const actionOf = ({ name }: { name: string }) => `${name}.refund`;

/**
 * Returns from revenue what the winner paid, once, to the parts of the wallet that paid it (A10, H8, L6). When it needs
 * a second operator (O3a), returns the request and leaves the order unchanged. Does nothing when the order is already
 * refunded. `key` is the Idempotency-Key (P6).
 */
export async function refundOrder<Row extends StoredOrder>(
  deps: RefundDeps,
  kind: OrderKind<Row>,
  command: RefundOrder & { key: string | undefined },
): Promise<ApprovalPending | undefined> {
  const { orderId, operatorId, reason, key } = command;
  const route = `admin/${kind.plural}/refund`;
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(
      tx,
      { userId: operatorId, route, subject: String(orderId), key, input: { reason } },
      async () => ({ status: 200, reply: (await refundOrRequest(tx, deps, kind, command)) ?? null }),
    ),
  );
  return reply ?? undefined;
}

async function refundOrRequest<Row extends StoredOrder>(
  tx: Transaction,
  deps: RefundDeps,
  kind: OrderKind<Row>,
  { orderId, operatorId, reason }: RefundOrder,
): Promise<ApprovalPending | undefined> {
  // Users are locked before the order, as for an approval; the owner of an order never changes.
  const owner = (await kind.find(tx, orderId))?.userId;
  if (owner === undefined) throw orderNotFound();
  await lockOperatorAndOwner(tx, operatorId, owner);
  const order = await lockRefundable(tx, kind, orderId);
  if (order.status === 'refunded') return undefined;
  const { available, bonus } = kind.paidBy(order);
  const amount = available + bonus;
  const move = {
    action: actionOf(kind),
    subject: orderSubject(kind, order.id),
    details: { bid_points: amount, name: order.itemName, reason },
    operatorId,
    user: { id: order.userId, realm: order.realm },
    amount,
    isCredit: true,
  };
  return moveOrRequest(tx, deps, move, () => refund(tx, deps, kind, order, reason));
}

/** Executes a refund that a second operator approved. */
export const refundApproved = <Row extends StoredOrder>(
  deps: Pick<Deps, 'newId' | 'notices'>,
  kind: OrderKind<Row>,
): ApprovedActions => ({
  [actionOf(kind)]: {
    async apply(tx, { subject, details }) {
      const order = await lockRefundable(tx, kind, Number(subject.id));
      if (order.status === 'refunded') throw wrongOrderStatus(order.status);
      return { transfer_id: await refund(tx, deps, kind, order, String(details.reason)) };
    },
  },
});

async function lockRefundable<Row extends StoredOrder>(
  tx: Transaction,
  kind: OrderKind<Row>,
  orderId: number,
): Promise<Row> {
  const order = await lockOrder(tx, kind, orderId);
  if (!order) throw orderNotFound();
  return order;
}

/** Returns the id of the transfer; null when the winner paid nothing. */
async function refund<Row extends StoredOrder>(
  tx: Transaction,
  deps: Pick<Deps, 'newId' | 'notices'>,
  kind: OrderKind<Row>,
  order: Row,
  reason: string,
): Promise<string | null> {
  await setOrderStatus(tx, kind, order.id, 'refunded');
  const subject = orderSubject(kind, order.id);
  const { available, bonus } = kind.paidBy(order);
  const postings = [
    { part: 'available' as const, amount: available },
    { part: 'bonus' as const, amount: bonus },
  ]
    .filter(({ amount }) => amount > 0)
    .map(({ part, amount }) => ({
      from: { kind: 'revenue' as const },
      to: { kind: part, id: order.userId },
      amount,
    }));
  const id = postings.length === 0 ? null : deps.newId();
  if (id !== null) {
    const key = `${kind.name}:${order.id}`;
    await postTransfers(tx, [{ id, kind: 'refund', realm: order.realm, subject, key, postings }]);
  }
  const details = { name: order.itemName, status: 'refunded', reason };
  await deps.notices.write(tx, [{ userId: order.userId, kind: 'order', subject, details }]);
  return id;
}
