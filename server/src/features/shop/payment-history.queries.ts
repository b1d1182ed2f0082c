import type { PaymentMethod, PaymentStatus } from '@copup/shared/shop.ts';
import type { Database } from '../../db/database.ts';

/** A payment of any method. */
export interface PastPayment {
  method: PaymentMethod;
  /** Unique within the method. */
  number: number;
  bidPoints: number;
  priceKobo: number;
  status: PaymentStatus;
  reference: string;
  reason: string | null;
  expiresAt: Date | null;
  createdAt: Date;
  decidedAt: Date | null;
}

/** Where a page begins: after this payment. */
export type Position = Pick<PastPayment, 'createdAt' | 'method' | 'number'>;

/** One part for each method, each read in the order of its own index (user_id, created_at, id). */
const parts = [
  `SELECT 'bank_transfer' AS method, id AS number, bid_points AS "bidPoints", price_kobo AS "priceKobo", status,
    reference, reason, NULL::timestamptz AS "expiresAt", created_at AS "createdAt", decided_at AS "decidedAt"
  FROM manual_payments WHERE user_id = $1 AND (created_at, 'bank_transfer', id) < ($2, $3, $4)`,
  `SELECT 'card', id, bid_points, price_kobo, status, tx_ref, NULL, NULL, created_at, coalesce(charged_back_at, decided_at)
  FROM card_payments WHERE user_id = $1 AND (created_at, 'card', id) < ($2, $3, $4)`,
  `SELECT 'p2p', id, bid_points, price_kobo, status, id::text AS reference, reason, expires_at, created_at, decided_at
  FROM trades WHERE user_id = $1 AND (created_at, 'p2p', id) < ($2, $3, $4)`,
];
const historySql = `${parts.map((part) => `(${part} ORDER BY created_at DESC, id DESC LIMIT $5)`).join('\nUNION ALL\n')}
ORDER BY "createdAt" DESC, method DESC, number DESC LIMIT $5`;

/** Lists a user's own payments of all methods, newest first (W11). */
export async function listPayments(
  db: Database,
  userId: string,
  before: Position | undefined,
  limit: number,
): Promise<PastPayment[]> {
  const { rows } = await db.pool.query<PastPayment>({
    name: 'payment-history',
    text: historySql,
    values: [userId, before?.createdAt ?? 'infinity', before?.method ?? '', before?.number ?? 0, limit],
  });
  return rows;
}
