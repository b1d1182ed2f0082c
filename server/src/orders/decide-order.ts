import { inTransaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { invariant } from '../errors.ts';
import { writeAudit } from '../operators/write-audit.ts';
import { orderNotFound, wrongOrderStatus } from './order.errors.ts';
import { lockOrder, type OrderKind, orderSubject, type StoredOrder, setOrderStatus } from './order-kind.ts';
import { refuseEarly } from './refuse-early.ts';

interface DecideOrder {
  orderId: number;
  /** The name of one of the kind's moves. */
  action: string;
  operatorId: string;
}

/**
 * Sets the next status of an order (A10, H8) and notifies its owner. Does nothing when the order already has the
 * status, so an action can be repeated; throws ORDER_STATUS for any other status.
 */
export async function decideOrder<Row extends StoredOrder>(
  deps: Pick<Deps, 'db' | 'notices'>,
  kind: OrderKind<Row>,
  { orderId, action, operatorId }: DecideOrder,
): Promise<Row> {
  const move = kind.moves[action];
  invariant(move, `${kind.plural} have no action ${action}`);
  await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, kind, orderId);
    if (!order) throw orderNotFound();
    if (order.status === move.to) return;
    if (order.status !== move.from) throw wrongOrderStatus(order.status);
    // What is shipped was checked then.
    if (move.to === 'delivered' && !kind.shipment) await refuseEarly(tx, kind, order);
    await setOrderStatus(tx, kind, order.id, move.to);
    const subject = orderSubject(kind, order.id);
    const details = { name: order.itemName, status: move.to };
    await deps.notices.write(tx, [{ userId: order.userId, kind: 'order', subject, details }]);
    await writeAudit(tx, { operatorId, action: `${kind.name}.${action}`, subject });
  });
  const decided = await kind.find(deps.db, orderId);
  if (!decided) throw orderNotFound();
  return decided;
}
