import { payoutsAdminCalls } from '@copup/shared/calls/payouts.ts';
import type { AdminPayout } from '@copup/shared/payouts.ts';
import { FAILED_TRANSFER_MS } from '@copup/shared/queues.ts';
import { type DecidedQueue, matchesBy, type QueueRow, toQueueItem } from '../../decisions/decided-queue.ts';
import { dueAfter } from '../../operators/read-queue.ts';
import { settingDefinitions } from '../../settings/definitions.ts';
import { payoutKind } from './payout-kind.ts';
import type { PayoutRow } from './payouts.queries.ts';
import { naira, onHold } from './payouts.wire.ts';
import { awaitsSending } from './sendings.queries.ts';

/** A payout with its person, and that person's record. */
export interface QueuedPayout extends QueueRow<AdminPayout['status']> {
  realm: number;
  rate_kobo: number;
  account_name: string;
  account_number: string;
  name_differs: boolean;
  name_checked: boolean;
  ended_at: Date | null;
  bank_code: string;
  bank_name: string;
  awaits_sending: boolean;
  sending: AdminPayout['sending'];
}

/** /api/admin/payouts (O3). */
export const payoutQueue: DecidedQueue<PayoutRow, QueuedPayout, typeof payoutsAdminCalls> = {
  calls: payoutsAdminCalls,
  kind: payoutKind,
  table: 'payouts',
  columns: `v.realm, v.rate_kobo, v.account_name, v.account_number, v.name_differs, v.name_checked, v.ended_at, b.code AS bank_code,
    b.name AS bank_name, ${awaitsSending} AS awaits_sending,
    CASE WHEN s.payout_id IS NOT NULL THEN jsonb_build_object('state', s.state, 'reference', s.reference,
      'started_at', to_char(s.started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'provider_id', s.provider_id,
      'message', s.message, 'contradiction', s.contradiction) END AS sending`,
  joined: 'JOIN banks b ON b.id = v.bank_id LEFT JOIN payout_sendings s ON s.payout_id = v.id',
  record: { counted: 'h.id <> v.id', approved: `h.status IN ('approved', 'paid')` },
  changedAt: `greatest(coalesce(v.ended_at, v.decided_at, v.created_at),
    (SELECT s.changed_at FROM payout_sendings s WHERE s.payout_id = v.id))`,
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
    // What the provider could not send goes back, or is paid by hand, within the time of a failed transfer.
    dueAt: (row) => `coalesce((SELECT ${dueAfter('f.changed_at', FAILED_TRANSFER_MS)} FROM payout_sendings f
        WHERE f.payout_id = ${row}.id AND f.state IN ('unclear', 'refused')),
      ${row}.created_at + make_interval(hours =>
        coalesce((SELECT (h.value #>> '{}')::int FROM settings h WHERE h.key = 'payoutDueHours'), ${settingDefinitions.payoutDueHours.defaultValue})))`,
    // The provider decides about one that is on its way.
    filter: `t.realm = 0 AND NOT EXISTS (SELECT FROM payout_sendings s WHERE s.payout_id = t.id AND s.state IN ('asked', 'accepted'))`,
    oldest: {
      name: 'u.full_name',
      item: 'b.name',
      coins: 't.bid_points',
      naira: 't.bid_points * t.rate_kobo / 100.0',
      joins: 'JOIN users u ON u.id = t.user_id JOIN banks b ON b.id = t.bank_id',
    },
  },
};
