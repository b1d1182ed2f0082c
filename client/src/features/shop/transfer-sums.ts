import { toKobo, toNaira } from '@copup/shared/coins.ts';
import type { PaymentHistoryItem, PaymentTransfer } from '@copup/shared/shop.ts';

/**
 * Naira that arrived for a payment and that went back, after another amount than its price came (W2a). A server of an earlier
 * version sends no transfers.
 */
export function sumsOf({ price, status, transfers = [] }: PaymentHistoryItem) {
  const sum = (counted: (amount: number) => boolean) =>
    transfers.reduce((kobo, { amount }) => kobo + (counted(amount) ? toKobo(amount) : 0), 0);
  const arrived = sum((amount) => amount > 0);
  const sent = -sum((amount) => amount < 0);
  const isBack = status === 'returning' || status === 'returned';
  return {
    arrived: toNaira(arrived),
    missing: toNaira(Math.max(0, toKobo(price) - arrived)),
    sent: toNaira(sent),
    /** What still goes back. */
    back: toNaira(Math.max(0, arrived - sent - (isBack ? 0 : toKobo(price)))),
    /** The newest transfer in each direction. */
    last: transfers.findLast(({ amount }) => amount > 0),
    lastSent: transfers.findLast(({ amount }) => amount < 0) as PaymentTransfer | undefined,
  };
}
