import { toKobo } from '@copup/shared/coins.ts';
import type { PayWebhookBody } from '@copup/shared/shop.ts';
import { type ChargeResult, readResult } from './provider-api.ts';

/** The content of an event of the provider. */
export interface ProviderEvent {
  /** `transfer` is of money that the provider sends (W19); `other` concerns nothing here. */
  kind: 'charge' | 'transfer' | ReversalKind | 'other';
  transactionId: string | undefined;
  txRef: string | undefined;
  amountKobo: number | undefined;
  currency: string | undefined;
  /** Of a charge or a transfer. */
  result: ChargeResult;
  /** Of a refund or a chargeback: the number that the provider gave it. */
  reversalId?: string | undefined;
  state?: ReversalState;
}

/** Applies an event whose signature was checked, and returns what it changed; undefined when it is about something else. */
export type ApplyProviderEvent = (event: ProviderEvent) => Promise<string | undefined>;

/** `open` is a dispute that is not decided; `void` failed, or was lost by the buyer. Only `void` takes no coins. */
export type ReversalState = 'open' | 'final' | 'void';
export type ReversalKind = 'refund' | 'chargeback';

const VOID: ReadonlySet<string> = new Set(['failed', 'won', 'reversed', 'cancelled']);
const LOST: ReadonlySet<string> = new Set(['lost', 'accepted']);
/** Of refunds that are not made yet. */
const NOT_YET: ReadonlySet<string> = new Set(['pending', 'processing']);

/**
 * Translates the provider's status: a reversal is `void` when the coins return, `open` while it is undecided.
 */
function readState(kind: ReversalKind, status: string): ReversalState {
  if (VOID.has(status)) return 'void';
  return kind === 'refund' || LOST.has(status) ? 'final' : 'open';
}

/** Another spelling of a number, such as 00108, would be another transaction. */
const CANONICAL = /^[1-9]\d{0,17}$/;

function readId(id: string | number | undefined): string | undefined {
  const text = String(id);
  return CANONICAL.test(text) ? text : undefined;
}

/** Returns the event in the terms of this server. Kinds and statuses that move nothing are `other`. */
export function readEvent({ event, data }: PayWebhookBody): ProviderEvent {
  const { tx_ref: txRef, currency } = data;
  if (event.startsWith('charge.')) {
    return {
      kind: 'charge',
      transactionId: readId(data.id),
      txRef,
      amountKobo: data.amount === undefined ? undefined : toKobo(data.amount),
      currency,
      result: readResult(data.status),
    };
  }
  if (event.startsWith('transfer.')) {
    // Our reference stands where a charge has its own.
    const { reference, id, status } = data;
    return {
      kind: 'transfer',
      transactionId: readId(id),
      txRef: reference,
      amountKobo: data.amount === undefined ? undefined : toKobo(data.amount),
      currency,
      result: readResult(status),
    };
  }
  const kind = /^(?:refund|chargeback)/.exec(event)?.[0] as ReversalKind | undefined;
  const status = data.status?.toLowerCase() ?? '';
  const amount = data.amount_refunded ?? data.amount;
  return {
    kind: kind === undefined || (kind === 'refund' && NOT_YET.has(status)) ? 'other' : kind,
    // `data.id` is the number of the refund or dispute itself, and could equal that of another transaction.
    transactionId: readId(data.tx_id ?? data.transaction_id),
    reversalId: readId(data.id),
    state: readState(kind ?? 'refund', status),
    txRef,
    amountKobo: amount === undefined ? undefined : toKobo(amount),
    currency,
    result: 'open',
  };
}
