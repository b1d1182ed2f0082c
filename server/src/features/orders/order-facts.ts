import type { RiskReason } from '@copup/shared/payouts.ts';
import { readRisks } from '../../accounts/refuse-at-risk.ts';
import type { Database } from '../../db/database.ts';
import type { OrderKind, StoredOrder } from './order-kind.ts';

/** What an order waits for. */
export interface OrderFacts {
  /** When the coins that paid for it are old; null when they are, and once it is sent (A10a). */
  sendableFrom: Date | null;
  /** Why it is not sent, for a reason without a time. */
  onHold: RiskReason | null;
  /** The request for a second operator that waits (O3a). */
  approvalId: number | null;
}

const none: OrderFacts = { sendableFrom: null, onHold: null, approvalId: null };

/** Reads what orders of one kind wait for, without locks: for display. */
export async function readOrderFacts<Row extends StoredOrder>(
  db: Database,
  kind: OrderKind<Row>,
  orders: readonly Row[],
): Promise<(order: Row) => OrderFacts> {
  const waiting = orders.filter(({ status }) => !['shipped', 'delivered', 'refunded'].includes(status));
  const open = orders.filter(({ status }) => status !== 'refunded');
  if (open.length === 0) return () => none;
  const [risks, { rows }] = await Promise.all([
    readRisks(
      db,
      waiting.map(({ userId }) => userId),
    ),
    db.pool.query<{ id: number; sendableFrom: Date | null; approvalId: number | null }>({
      name: 'order-facts',
      text: `SELECT o.id, a.id AS "approvalId", l.until AS "sendableFrom"
        FROM unnest($1::int[], $2::uuid[], $3::text[]) AS o (id, user_id, won_id)
          LEFT JOIN LATERAL (SELECT max(y.until) AS until FROM young_lots y JOIN transfers t ON t.id = y.holder
            WHERE y.payer = o.user_id AND t.subject_kind = $4 AND t.subject_id = o.won_id) AS l ON true
          LEFT JOIN LATERAL (SELECT min(p.id) AS id FROM approvals p
            WHERE p.status = 'pending' AND p.subject_kind = $5 AND p.subject_id = o.id::text) AS a ON true
        WHERE l.until IS NOT NULL OR a.id IS NOT NULL`,
      values: [
        open.map(({ id }) => id),
        open.map(({ userId }) => userId),
        open.map((order) => kind.wonBy(order).id),
        open[0] && kind.wonBy(open[0]).kind,
        kind.name,
      ],
    }),
  ]);
  const found = new Map(rows.map((row) => [row.id, row]));
  const isWaiting = new Set(waiting);
  return (order) => ({
    sendableFrom: (isWaiting.has(order) && found.get(order.id)?.sendableFrom) || null,
    onHold: (isWaiting.has(order) && risks.get(order.userId)) || null,
    approvalId: found.get(order.id)?.approvalId ?? null,
  });
}
