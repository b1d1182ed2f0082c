import { paymentsAdminCalls } from '@copup/shared/calls/shop.ts';
import { toNaira } from '@copup/shared/coins.ts';
import type { AdminPayment } from '@copup/shared/shop.ts';
import type { Database } from '../../db/database.ts';
import { type DecidedQueue, FEW, type QueueRow, toQueueItem } from '../../decisions/decided-queue.ts';
import { type Condition, findUserIds, searchPattern } from '../../operators/operator-list.ts';
import { type Payment, paymentKind } from './payment-kind.ts';

/** A payment as the operators' queue shows it. */
export interface QueuedPayment extends QueueRow<AdminPayment['status']> {
  price_kobo: number;
  reference: string;
  sender_account_name: string;
}

/** /api/admin/payments (O3). */
export const paymentQueue: DecidedQueue<Payment, QueuedPayment, typeof paymentsAdminCalls> = {
  calls: paymentsAdminCalls,
  kind: paymentKind,
  table: 'manual_payments',
  columns: 'v.price_kobo, v.reference, v.sender_account_name',
  joined: '',
  record: { counted: `h.status <> 'pending'`, approved: `h.status = 'approved'` },
  changedAt: 'coalesce(v.decided_at, v.created_at)',
  matches: findMatches,
  toReply: (row) => ({ ...toQueueItem(row), price: toNaira(row.price_kobo) }),
  search: { by: ['bank reference', 'id'], detailOf: ({ reference, status }) => `${reference}, ${status}` },
  waiting: {
    oldest: {
      name: 'u.full_name',
      coins: 't.bid_points',
      naira: 't.price_kobo / 100.0',
      joins: 'JOIN users u ON u.id = t.user_id',
    },
  },
};

/**
 * Finds by the buyer's username, the sender, or the reference. When many buyers match, payments are read in sequence until
 * a page is full.
 */
async function findMatches(db: Database, text: string): Promise<{ from?: string; condition: Condition }> {
  const pattern = searchPattern(text);
  const own = 'v.sender_account_name ILIKE ? OR v.reference ILIKE ?';
  const buyers = await findUserIds(db, text, FEW + 1);
  if (buyers.length <= FEW) {
    const sql = `v.user_id = ANY(?::uuid[]) OR ${own}`;
    return { condition: { sql, values: [buyers, pattern, pattern] } };
  }
  return {
    from: 'manual_payments v JOIN users u ON u.id = v.user_id',
    condition: { sql: `u.username::text ILIKE ? OR ${own}`, values: [pattern, pattern, pattern] },
  };
}
