import type { PaymentMethod, PaymentStatus } from '@copup/shared/shop.ts';
import type { Database } from '../../db/database.ts';
import { Keyset, type Page, type PageQuery } from '../../db/keyset.ts';
import { type ReadTransfer, transfersSql } from './payment-queue.ts';

/** A payment of any method. */
export interface PastPayment {
  method: PaymentMethod;
  /** Unique within the method. */
  number: number;
  bidPoints: number;
  priceKobo: number;
  status: PaymentStatus;
  reference: string;
  sender: string | null;
  reason: string | null;
  expiresAt: Date | null;
  transfers: readonly ReadTransfer[];
  createdAt: Date;
  decidedAt: Date | null;
}

const newest = new Keyset('DESC', {
  createdAt: ['"createdAt"', 'time'],
  method: ['method', 'text'],
  number: ['number', 'int'],
});

/** One part for each method, each read in the order of its own index (user_id, created_at, id). */
const parts = [
  `SELECT 'bank_transfer' AS method, id AS number, bid_points AS "bidPoints", price_kobo AS "priceKobo",
    CASE status WHEN 'overpaid' THEN 'approved' ELSE status END AS status, reference, sender_account_name AS sender, reason,
    rest_until AS "expiresAt", ${transfersSql} AS transfers, created_at AS "createdAt", decided_at AS "decidedAt"
  FROM manual_payments v WHERE user_id = $1`,
  `SELECT 'card' AS method, id AS number, bid_points, price_kobo, status, tx_ref, NULL, NULL, NULL::timestamptz, '[]'::jsonb,
    created_at AS "createdAt", coalesce(charged_back_at, decided_at)
  FROM card_payments WHERE user_id = $1`,
  `SELECT 'p2p' AS method, id AS number, bid_points, price_kobo, status, id::text, NULL, reason, expires_at, '[]'::jsonb,
    created_at AS "createdAt", decided_at
  FROM trades WHERE user_id = $1`,
];
const historySql = `${parts.map((part) => `(SELECT * FROM (${part}) AS part WHERE ${newest.page(2)})`).join('\nUNION ALL\n')}
ORDER BY ${newest.by} LIMIT $2`;

/** Lists a user's own payments of all methods, newest first (W11). */
export async function listPayments(
  db: Database,
  userId: string,
  page: PageQuery,
): Promise<Page<PastPayment>> {
  const { rows } = await db.pool.query<PastPayment>({
    name: 'payment-history',
    text: historySql,
    values: [userId, ...newest.values(page)],
  });
  return newest.cut(rows, page);
}
