import { eq, sql } from 'drizzle-orm';
import { writeAudit } from '../../audit-log/write-audit.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import { orderNotFound } from './orders.errors.ts';
import { findOrder, lockOrder, type OrderRow } from './orders.queries.ts';
import { orders } from './orders.tables.ts';

export const orderActions = {
  ship: { to: 'shipped', from: ['processing'] },
  deliver: { to: 'delivered', from: ['shipped'] },
  refund: { to: 'refunded', from: ['processing', 'shipped', 'delivered'] },
} as const satisfies Record<string, { to: OrderRow['status']; from: readonly OrderRow['status'][] }>;
export type OrderAction = keyof typeof orderActions;

interface DecideOrder {
  orderId: number;
  action: OrderAction;
  operatorId: string;
  /** Of a refund; told to the winner. */
  reason?: string;
}

/**
 * Moves an order on (A10) and tells its owner. A refund gives the price back from revenue to where a bid's coins come
 * from, `available`, once. An order that is already there is left as it is, so an action can be repeated; from any
 * other state ORDER_STATUS is thrown.
 */
export async function decideOrder(
  deps: Pick<Deps, 'db' | 'newId' | 'notices'>,
  command: DecideOrder,
): Promise<OrderRow> {
  await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, command.orderId);
    if (!order) throw orderNotFound();
    const { to, from } = orderActions[command.action];
    if (order.status === to) return;
    if (!(from as readonly string[]).includes(order.status)) {
      throw new Refusal('ORDER_STATUS', `This order is ${order.status}.`, {
        details: { status: order.status },
      });
    }
    await tx.orm
      .update(orders)
      .set({ status: to, updatedAt: sql`clock_timestamp()` })
      .where(eq(orders.id, order.id));
    if (command.action === 'refund') await giveBack(tx, deps, order);
    const subject = { kind: 'order', id: String(order.id) };
    const details = {
      name: order.auctionName,
      status: to,
      ...(command.reason && { reason: command.reason }),
    };
    await deps.notices.write(tx, [{ userId: order.userId, kind: 'order', subject, details }]);
    await writeAudit(tx, {
      operatorId: command.operatorId,
      action: `order.${command.action}`,
      subject,
      details: command.reason ? { reason: command.reason } : {},
    });
  });
  const decided = await findOrder(deps.db, command.orderId);
  if (!decided) throw orderNotFound();
  return decided;
}

async function giveBack(tx: Transaction, deps: Pick<Deps, 'newId'>, order: OrderRow): Promise<void> {
  await postTransfers(tx, [
    {
      id: deps.newId(),
      kind: 'refund',
      realm: order.realm,
      subject: { kind: 'order', id: String(order.id) },
      key: `order:${order.id}`,
      postings: [
        { from: { kind: 'revenue' }, to: { kind: 'available', id: order.userId }, amount: order.pricePaid },
      ],
    },
  ]);
}
