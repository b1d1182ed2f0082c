import type { SendReceipt } from '@copup/shared/sends.ts';
import { spellCoins } from './check-amount.ts';
import { formatDay } from './format-day.ts';

export function receiptLines({ amount, charge, timestamp, id }: SendReceipt): [string, string][] {
  return [
    ['Charge', spellCoins(charge)],
    ['Left your wallet', spellCoins(amount + charge)],
    ['Date', formatDay(Date.parse(timestamp))],
    ['Receipt', id],
  ];
}

/** The receipt in words, to share: without the sender's balance. */
export function receiptText(receipt: SendReceipt): string {
  const lines = receiptLines(receipt).map(([name, value]) => `${name}: ${value}`);
  return [`${spellCoins(receipt.amount)} sent to @${receipt.recipient_username} on Copup`, ...lines].join(
    '\n',
  );
}
