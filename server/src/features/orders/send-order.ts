import { refuseAtRisk } from '../../accounts/refuse-at-risk.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { youngUntil } from '../../ledger/young-coins.ts';
import type { Counted } from '../../operators/move-or-request.ts';
import { paidWithYoungCoins } from './order.errors.ts';
import { type OrderKind, orderSubject, type StoredOrder } from './order-kind.ts';

/**
 * Throws while an order must not be sent (A10a): its coins are young, or its owner owes coins or has an open
 * dispute. Load tests have neither. Lock the order before.
 */
export async function refuseEarly<Row extends StoredOrder>(
  tx: Transaction,
  kind: OrderKind<Row>,
  order: Row,
): Promise<void> {
  if (order.realm !== 0) return;
  await refuseAtRisk(tx, order.userId);
  const until = await youngUntil(tx, kind.wonBy(order), order.userId);
  if (until) throw paidWithYoungCoins(until);
}

/** Counts a prize that is sent with its worth as received by its owner (A10a). */
export async function countSent<Row extends StoredOrder>(
  tx: Transaction,
  kind: OrderKind<Row>,
  order: Row,
  { operatorId, action }: { operatorId: string; action: string },
): Promise<Counted> {
  const worth = kind.worth(order);
  const subject = orderSubject(kind, order.id);
  // What the operator sent within 24 hours without a second operator, and undid, is in their sum already.
  const { rowCount } = await tx.client.query({
    name: 'order-just-sent',
    text: `SELECT FROM admin_audit WHERE subject_kind = $1 AND subject_id = $2 AND action = $3 AND operator_id = $4
      AND at > statement_timestamp() - interval '24 hours' LIMIT 1`,
    values: [subject.kind, subject.id, action, operatorId],
  });
  return { amount: rowCount === 1 ? 0 : worth, requested: { name: order.itemName, bid_points: worth } };
}
