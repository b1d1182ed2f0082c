import type { ApprovalPending } from '@copup/shared/admin.ts';
import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { invariant } from '../errors.ts';
import type { ApprovedActions } from '../operators/approved-action.ts';
import { writeAudit } from '../operators/write-audit.ts';
import { orderNotFound, wrongOrderStatus } from './order.errors.ts';
import { lockOrder, type OrderKind, orderSubject, type StoredOrder, setOrderStatus } from './order-kind.ts';
import { refuseEarly } from './refuse-early.ts';
import { lockToDecide, sendOrRequest } from './send-order.ts';

interface DecideOrder {
  orderId: number;
  /** The name of one of the kind's moves. */
  action: string;
  operatorId: string;
}

/** The move that sends an order of a kind without shipments. */
const SENDING = 'deliver';

/**
 * Sets the next status of an order (A10, H8) and notifies its owner. When that needs a second operator (O3a), returns the
 * request and leaves the order unchanged. Does nothing when the order already has the status, so an action can be
 * repeated; throws ORDER_STATUS for any other status.
 */
export async function decideOrder<Row extends StoredOrder>(
  deps: Pick<Deps, 'db' | 'newId' | 'notices' | 'settings'>,
  kind: OrderKind<Row>,
  { orderId, action, operatorId }: DecideOrder,
): Promise<ApprovalPending | undefined> {
  const move = kind.moves[action];
  invariant(move, `${kind.plural} have no action ${action}`);
  return inTransaction(deps.db, async (tx) => {
    const order = await lockToDecide(tx, kind, { orderId, operatorId });
    if (order.status === move.to) return undefined;
    if (order.status !== move.from) throw wrongOrderStatus(order.status);
    const logged = { operatorId, action: `${kind.name}.${action}`, details: {} };
    const execute = () => setMoved(tx, deps, kind, order, move.to);
    // What is shipped was checked and counted then.
    if (action === SENDING && !kind.shipment) return sendOrRequest(tx, deps, kind, order, logged, execute);
    await execute();
    await writeAudit(tx, { ...logged, subject: orderSubject(kind, order.id) });
    return undefined;
  });
}

/** Executes a delivery that a second operator approved, of a kind without shipments. */
export const deliveryApproved = <Row extends StoredOrder>(
  deps: Pick<Deps, 'notices'>,
  kind: OrderKind<Row>,
): ApprovedActions => ({
  [`${kind.name}.${SENDING}`]: {
    async apply(tx, { subject }) {
      const order = await lockOrder(tx, kind, Number(subject.id));
      if (!order) throw orderNotFound();
      const move = kind.moves[SENDING];
      if (order.status !== move?.from) throw wrongOrderStatus(order.status);
      await refuseEarly(tx, kind, order);
      await setMoved(tx, deps, kind, order, move.to);
      return {};
    },
  },
});

async function setMoved<Row extends StoredOrder>(
  tx: Transaction,
  { notices }: Pick<Deps, 'notices'>,
  kind: OrderKind<Row>,
  order: Row,
  status: string,
): Promise<void> {
  await setOrderStatus(tx, kind, order.id, status);
  const subject = orderSubject(kind, order.id);
  const details = { name: order.itemName, status };
  await notices.write(tx, [{ userId: order.userId, kind: 'order', subject, details }]);
}
