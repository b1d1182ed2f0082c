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

export function readEvent({ event, data }: PayWebhookBody): ProviderEvent {
  const { tx_ref: txRef, currency } = data;
  if (event.startsWith('charge.')) {
    return {
      kind: 'charge',
      transactionId: data.id === undefined ? undefined : String(data.id),
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
    transactionId: data.tx_id === undefined ? undefined : String(data.tx_id),
    txRef,
    amountKobo: amount === undefined ? undefined : toKobo(amount),
    currency,
    result: 'open',
  };
}
