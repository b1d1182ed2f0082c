import type { ApprovalPending } from '@copup/shared/admin.ts';
import type { Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import {
  findApprovalReason,
  lockOperatorAndOwner,
  noteOperatorMove,
  refuseOwnWallet,
} from '../operators/operator-moves.ts';
import { requestApprovalOnce } from '../operators/request-approval.ts';
import { writeAudit } from '../operators/write-audit.ts';
import type { Subject } from '../subject.ts';
import { orderNotFound } from './order.errors.ts';
import { lockOrder, type OrderKind, orderSubject, type StoredOrder } from './order-kind.ts';
import { refuseEarly } from './refuse-early.ts';

interface Sending {
  /** The name of the action in the operators' log, and of what an approval executes. */
  action: string;
  operatorId: string;
  /** Logged, and kept in the request: all that the approved action needs. */
  details: Record<string, unknown>;
}

/** Locks the operator and the order's owner, then the order: the order of an approval. Its owner never changes. */
export async function lockToDecide<Row extends StoredOrder>(
  tx: Transaction,
  kind: OrderKind<Row>,
  { orderId, operatorId }: { orderId: number; operatorId: string },
): Promise<Row> {
  const owner = (await kind.find(tx, orderId))?.userId;
  if (owner === undefined) throw orderNotFound();
  await lockOperatorAndOwner(tx, operatorId, owner);
  const order = await lockOrder(tx, kind, orderId);
  if (!order) throw orderNotFound();
  return order;
}

/**
 * Sends a prize, logged and counted with its worth as received by its owner (A10a). When that needs a second operator
 * (O3a), requests the approval instead. Throws while it must not be sent, and OWN_WALLET. Lock by `lockToDecide` before.
 */
export async function sendOrRequest<Row extends StoredOrder>(
  tx: Transaction,
  deps: Pick<Deps, 'newId' | 'settings'>,
  kind: OrderKind<Row>,
  order: Row,
  { action, operatorId, details }: Sending,
  send: () => Promise<void>,
): Promise<ApprovalPending | undefined> {
  await refuseEarly(tx, kind, order);
  const { userId, realm, itemName: name } = order;
  await refuseOwnWallet(tx, operatorId, userId);
  const subject = orderSubject(kind, order.id);
  const logged = { operatorId, action, subject, details };
  const worth = kind.worth(order);
  // What the operator sent and undid is in their sum already.
  const amount = (await wasJustSent(tx, logged)) ? 0 : worth;
  const move = { operatorId, user: { id: userId, realm }, amount, isCredit: true };
  const why = await findApprovalReason(tx, deps, move);
  if (why) {
    const requested = { ...details, name, bid_points: worth };
    return requestApprovalOnce(tx, { ...logged, beneficiaryId: userId, why, details: requested });
  }
  await send();
  if (amount > 0) await noteOperatorMove(tx, move, deps.newId());
  await writeAudit(tx, logged);
  return undefined;
}

/** Whether the operator sent the order without a second operator within 24 hours. */
async function wasJustSent(
  tx: Transaction,
  { operatorId, action, subject }: { operatorId: string; action: string; subject: Subject },
): Promise<boolean> {
  const { rowCount } = await tx.client.query({
    name: 'order-just-sent',
    text: `SELECT FROM admin_audit WHERE subject_kind = $1 AND subject_id = $2 AND action = $3 AND operator_id = $4
      AND at > statement_timestamp() - interval '24 hours' LIMIT 1`,
    values: [subject.kind, subject.id, action, operatorId],
  });
  return rowCount === 1;
}
