import type { Right } from './rights.ts';
import { UPLOAD_OVERDUE_HOURS } from './task-limits.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Within which an item of each queue is to be decided, by its name; a dispute of a trade names its own time (W4). */
const dueAfterMs: Readonly<Record<string, number>> = {
  payments: HOUR_MS / 2,
  // The buyer has paid and waits for the coins.
  trades: HOUR_MS / 4,
  // Another operator waits.
  approvals: HOUR_MS,
  'task-uploads': UPLOAD_OVERDUE_HOURS * HOUR_MS,
};
export const dueAfterMsOf = (queue: string): number => dueAfterMs[queue] ?? 24 * HOUR_MS;

/**
 * The promises of the Central Bank of Nigeria's rules of 2018 for electronic payments: money that arrived is credited, and that of
 * a transfer that failed goes back, within these times.
 */
export const INWARD_CREDIT_MS = 4 * MINUTE_MS;
export const FAILED_TRANSFER_MS = 24 * HOUR_MS;

/** The queues whose items an operator claims while deciding them, with the kind of their items and the right to decide them. */
export const claimedQueues = {
  payments: { kind: 'payment', right: 'payments' },
  payouts: { kind: 'payout', right: 'payments' },
  trades: { kind: 'trade', right: 'payments' },
  'task-uploads': { kind: 'task-upload', right: 'tasks' },
  approvals: { kind: 'approval', right: 'approvals' },
} as const satisfies Record<string, { kind: string; right: Right }>;
export type ClaimedQueue = keyof typeof claimedQueues;
/** How long a claim lasts without a sign of its operator. */
export const CLAIM_MS = 5 * MINUTE_MS;
