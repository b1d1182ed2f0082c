import { paymentsAdminCalls } from '@copup/shared/calls/shop.ts';
import { toNaira } from '@copup/shared/coins.ts';
import { dueAfterMsOf, FAILED_TRANSFER_MS, INWARD_CREDIT_MS } from '@copup/shared/queues.ts';
import type { AdminPayment, PaymentTransfer } from '@copup/shared/shop.ts';
import type { Database } from '../../db/database.ts';
import { type DecidedQueue, FEW, type QueueRow, toQueueItem } from '../../decisions/decided-queue.ts';
import { type Condition, findUserIds, searchPattern } from '../../operators/operator-list.ts';
import { dueAfter } from '../../operators/read-queue.ts';
import { paymentKind } from './payment-kind.ts';
import { nextReturn } from './payment-sums.ts';
import type { Payment } from './payments.queries.ts';

/** A payment as the operators' queue shows it. */
export interface QueuedPayment extends QueueRow<AdminPayment['status']> {
  price_kobo: number;
  reference: string;
  sender_account_name: string;
  choice: AdminPayment['choice'];
  rest_until: Date | null;
  finding: string | null;
  proposed: AdminPayment['proposed'];
  transfers: readonly ReadTransfer[];
}

/** A row of payment_transfers as JSON. */
export type ReadTransfer = Record<'id' | 'amount_kobo', number> &
  Record<'sender' | 'bank_reference' | 'sent_at', string> & { returns: number | null };

/** SQL of what was recorded of the payment `v`, in that order. */
export const transfersSql = `coalesce((SELECT jsonb_agg(jsonb_build_object('id', t.id, 'amount_kobo', t.amount_kobo,
  'sender', t.sender, 'bank_reference', t.bank_reference, 'returns', t.returns, 'sent_at', t.sent_at) ORDER BY t.id)
  FROM payment_transfers t WHERE t.payment_id = v.id), '[]')`;

export const toTransfer = (transfer: ReadTransfer): PaymentTransfer => ({
  amount: toNaira(transfer.amount_kobo),
  sender: transfer.sender,
  bank_reference: transfer.bank_reference,
  sent_at: new Date(transfer.sent_at).toISOString(),
});

/** /api/admin/payments (O3). */
export const paymentQueue: DecidedQueue<Payment, QueuedPayment, typeof paymentsAdminCalls> = {
  calls: paymentsAdminCalls,
  kind: paymentKind,
  table: 'manual_payments',
  columns: `v.price_kobo, v.reference, v.sender_account_name, v.choice, v.rest_until, v.finding, v.proposed, ${transfersSql} AS transfers`,
  joined: '',
  record: {
    counted: `h.status IN ('approved', 'overpaid', 'rejected')`,
    approved: `h.status IN ('approved', 'overpaid')`,
  },
  changedAt: 'coalesce(v.changed_at, v.decided_at, v.created_at)',
  matches: findMatches,
  toReply: (row) => ({
    ...toQueueItem(row),
    price: toNaira(row.price_kobo),
    transfers: row.transfers.map(toTransfer),
    rest_until: row.rest_until?.toISOString() ?? null,
    next_return: toNextReturn(row),
  }),
  search: { by: ['bank reference', 'id'], detailOf: ({ reference, status }) => `${reference}, ${status}` },
  waiting: {
    // Soon once the money is there, also on an account of its own (W18); what goes back within the time of a failed transfer.
    dueAt: (row) => {
      const changed = `coalesce(${row}.changed_at, ${row}.created_at)`;
      return `CASE WHEN ${row}.status IN ('overpaid', 'returning') THEN ${dueAfter(changed, FAILED_TRANSFER_MS)}
        WHEN ${row}.choice IS NULL AND EXISTS (SELECT FROM payment_transfers a WHERE a.payment_id = ${row}.id)
          THEN ${dueAfter(changed, INWARD_CREDIT_MS)}
        ELSE ${dueAfter(changed, dueAfterMsOf('payments'))} END`;
    },
    // One that is underpaid waits for its buyer.
    statuses: ['pending', 'overpaid', 'returning'],
    oldest: {
      name: 'u.full_name',
      coins: 't.bid_points',
      naira: 't.price_kobo / 100.0',
      joins: 'JOIN users u ON u.id = t.user_id',
    },
  },
};

function toNextReturn({
  status,
  price_kobo: priceKobo,
  transfers,
}: QueuedPayment): AdminPayment['next_return'] {
  if (status !== 'overpaid' && status !== 'returning') return null;
  const recorded = transfers.map((each) => ({ ...each, amountKobo: each.amount_kobo }));
  const next = nextReturn({ status, priceKobo, transfers: recorded });
  return next ? { ...toTransfer(next.of), amount: toNaira(next.amountKobo) } : null;
}

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
