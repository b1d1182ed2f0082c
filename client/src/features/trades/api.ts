import type { BuyReply } from '@copup/shared/trades.ts';
import { call, callAll, callOnce } from '../../lib/calls.ts';

export const listTraders = (signal?: AbortSignal) => callAll('GET /trade/traders', signal);
export const readOpenTrade = (signal?: AbortSignal) => call('GET /trade/open', { signal });

export interface Purchase {
  traderId: number;
  coinAmount: number;
  /** Naira with 2 decimals. */
  totalPrice: string;
  screenshot: File;
}

/** A picture of 2 MB takes half a minute on a slow connection. */
const uploadTimeoutMs = 45_000;

/** Sends a purchase as a form. The file's name, size and time represent it in the stored intent. */
export function buyCoins({ traderId, coinAmount, totalPrice, screenshot }: Purchase): Promise<BuyReply> {
  const form = new FormData();
  form.append('coinAmount', String(coinAmount));
  form.append('totalPrice', totalPrice);
  form.append('screenshot', screenshot);
  const { name, size, lastModified } = screenshot;
  return callOnce(`trade:${traderId}`, 'POST /tradeConfirm/buy/:traderId', {
    params: { traderId },
    body: { coinAmount, totalPrice, name, size, lastModified },
    sent: form,
    timeoutMs: uploadTimeoutMs,
  });
}
