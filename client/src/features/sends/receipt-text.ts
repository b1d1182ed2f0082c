import { inCoins } from '@copup/shared/coins.ts';
import type { SendReceipt } from '@copup/shared/sends.ts';
import { formatDay } from './format-day.ts';

export function receiptLines({ amount, charge, timestamp, id }: SendReceipt): [string, string][] {
  return [
    ['Charge', inCoins(charge)],
    ['Left your wallet', inCoins(amount + charge)],
    ['Date', formatDay(Date.parse(timestamp))],
    ['Receipt', id],
  ];
}

/** The receipt in words, to share: without the sender's balance. */
export function receiptText(receipt: SendReceipt): string {
  const lines = receiptLines(receipt).map(([name, value]) => `${name}: ${value}`);
  return [`${inCoins(receipt.amount)} sent to @${receipt.recipient_username} on Copup`, ...lines].join('\n');
}
