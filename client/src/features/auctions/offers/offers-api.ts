import type { PurchaseReceipt, WatchlistReply, WatchReply } from '@copup/shared/auctions.ts';
import { request } from '../../../lib/api.ts';
import { postIntent } from '../../../lib/intents.ts';

/** A13: refused with PRICE_MOVED unless this is the auction's price. */
export const buyNow = (id: number, buyNowPoints: number) =>
  postIntent<PurchaseReceipt>(`buy:${id}`, `/auction/buy-now/${id}`, { buyNowPoints });
export const changeWatch = (id: number, isWatched: boolean) =>
  request<WatchReply>(`/auction/watchlist/${id}`, { method: isWatched ? 'PUT' : 'DELETE' });
export const listWatched = (signal?: AbortSignal) =>
  request<WatchlistReply>('/user/watchlist?limit=100', { signal });
