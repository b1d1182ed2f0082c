import { toKobo } from '@copup/shared/coins.ts';
import type { PayWebhookBody } from '@copup/shared/shop.ts';
import { type ChargeResult, readResult } from './provider.ts';

/** What an event of the provider says. */
export interface ProviderEvent {
  /** `reversal` is a refund or a chargeback; `other` concerns nothing here. */
  kind: 'charge' | 'reversal' | 'other';
  transactionId: string | undefined;
  txRef: string | undefined;
  amountKobo: number | undefined;
  currency: string | undefined;
  /** Of a charge. */
  result: ChargeResult;
}

/** Reversals that did not take place, or that the merchant won. */
const withoutEffect: ReadonlySet<string> = new Set([
  'failed',
  'won',
  'reversed',
  'cancelled',
  'pending',
  'processing',
]);

/** Another spelling of a number, such as 00108, would be another transaction. */
const CANONICAL = /^[1-9]\d{0,17}$/;

function readId(id: string | number | undefined): string | undefined {
  const text = String(id);
  return CANONICAL.test(text) ? text : undefined;
}

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
  // `data.id` is the number of the refund or dispute itself, and could equal that of another transaction.
  const amount = data.amount_refunded ?? data.amount;
  const hasEffect = !withoutEffect.has(data.status?.toLowerCase() ?? '');
  return {
    kind: /^(?:refund|chargeback)/.test(event) && hasEffect ? 'reversal' : 'other',
    transactionId: readId(data.tx_id),
    txRef,
    amountKobo: amount === undefined ? undefined : toKobo(amount),
    currency,
    result: 'open',
  };
}
