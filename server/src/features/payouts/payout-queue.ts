import { payoutsAdminCalls } from '@copup/shared/calls/payouts.ts';
import type { AdminPayout } from '@copup/shared/payouts.ts';
import { type DecidedQueue, matchesBy, type QueueRow, toQueueItem } from '../../decisions/decided-queue.ts';
import { payoutKind } from './payout-kind.ts';
import type { PayoutRow } from './payouts.queries.ts';
import { naira, onHold } from './payouts.wire.ts';

/** A payout with its person, and that person's record. */
export interface QueuedPayout extends QueueRow<AdminPayout['status']> {
  realm: number;
  rate_kobo: number;
  account_name: string;
  account_number: string;
  name_differs: boolean;
  ended_at: Date | null;
  bank_code: string;
  bank_name: string;
}

/** /api/admin/payouts (O3). */
export const payoutQueue: DecidedQueue<PayoutRow, QueuedPayout, typeof payoutsAdminCalls> = {
  calls: payoutsAdminCalls,
  kind: payoutKind,
  table: 'payouts',
  columns: `v.realm, v.rate_kobo, v.account_name, v.account_number, v.name_differs, v.ended_at, b.code AS bank_code,
    b.name AS bank_name`,
  joined: 'JOIN banks b ON b.id = v.bank_id',
  record: { counted: 'h.id <> v.id', approved: `h.status IN ('approved', 'paid')` },
  changedAt: 'coalesce(v.ended_at, v.decided_at, v.created_at)',
  order: ['v.realm'],
  matches: matchesBy('v.account_name'),
  paysOut: true,
  toReply: (row, risk) => ({
    ...toQueueItem(row),
    rate: naira(row.rate_kobo),
    amount: naira(row.bid_points * row.rate_kobo),
    ended_at: row.ended_at?.toISOString() ?? null,
    on_hold: onHold(row.status, risk),
  }),
  search: { by: [], detailOf: ({ id, bank_name, status }) => `${id}, ${bank_name}, ${status}` },
  waiting: {
    filter: 'realm = 0',
    oldest: {
      name: 'u.full_name',
      item: 'b.name',
      coins: 't.bid_points',
      naira: 't.bid_points * t.rate_kobo / 100.0',
      joins: 'JOIN users u ON u.id = t.user_id JOIN banks b ON b.id = t.bank_id',
    },
  },
};
