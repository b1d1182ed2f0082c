import { eq, sql } from 'drizzle-orm';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { orderNotFound, wrongOrderStatus } from './orders.errors.ts';
import { findOrder, lockOrder, type OrderRow } from './orders.queries.ts';
import { orders } from './orders.tables.ts';

export const orderActions = {
  ship: { to: 'shipped', from: ['processing'] },
  deliver: { to: 'delivered', from: ['shipped'] },
} as const satisfies Record<string, { to: OrderRow['status']; from: readonly OrderRow['status'][] }>;
export type OrderAction = keyof typeof orderActions;

interface DecideOrder {
  orderId: number;
  action: OrderAction;
  operatorId: string;
}

/**
 * Sets the next status of an order (A10) and notifies its owner. Does nothing when the order already has the status, so
 * an action can be repeated; throws ORDER_STATUS for any other status.
 */
export async function decideOrder(
  deps: Pick<Deps, 'db' | 'notices'>,
  command: DecideOrder,
): Promise<OrderRow> {
  await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, command.orderId);
    if (!order) throw orderNotFound();
    const { to, from } = orderActions[command.action];
    if (order.status === to) return;
    if (!(from as readonly string[]).includes(order.status)) {
      throw wrongOrderStatus(order.status);
    }
    await tx.orm
      .update(orders)
      .set({ status: to, updatedAt: sql`clock_timestamp()` })
      .where(eq(orders.id, order.id));
    const subject = { kind: 'order', id: String(order.id) };
    const details = { name: order.auctionName, status: to };
    await deps.notices.write(tx, [{ userId: order.userId, kind: 'order', subject, details }]);
    await writeAudit(tx, { operatorId: command.operatorId, action: `order.${command.action}`, subject });
  });
  const decided = await findOrder(deps.db, command.orderId);
  if (!decided) throw orderNotFound();
  return decided;
}
