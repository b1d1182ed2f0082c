import type { BuyReply, OpenTradeReply, Trader } from '@copup/shared/trades.ts';
import { request } from '../../lib/api.ts';
import { postIntent } from '../../lib/intents.ts';
import { requestAll } from '../../lib/list-page.ts';

export const listTraders = (signal?: AbortSignal) => requestAll<Trader>('/trade/traders', signal);
export const readOpenTrade = (signal?: AbortSignal) => request<OpenTradeReply>('/trade/open', { signal });

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
  return postIntent<BuyReply>(
    `trade:${traderId}`,
    `/tradeConfirm/buy/${traderId}`,
    { coinAmount, totalPrice, name, size, lastModified },
    { sent: form, timeoutMs: uploadTimeoutMs },
  );
}
