import type { Transaction } from '../db/in-transaction.ts';
import { youngUntil } from '../ledger/young-coins.ts';
import { refuseAtRisk } from '../payments/refuse-at-risk.ts';
import { paidWithYoungCoins } from './order.errors.ts';
import type { OrderKind, StoredOrder } from './order-kind.ts';

/**
 * Throws while an order must not leave the house (A10a): its coins are young, or its owner owes coins or has an open
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
