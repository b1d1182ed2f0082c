import { call, callOnce } from '../../../lib/calls.ts';

/** A13: refused with PRICE_MOVED unless this is the auction's price. */
export const buyNow = (id: number, buyNowPoints: number) =>
  callOnce(`buy:${id}`, 'POST /auction/buy-now/:id', { params: { id }, body: { buyNowPoints } });
export const changeWatch = (id: number, isWatched: boolean) =>
  call(isWatched ? 'PUT /auction/watchlist/:id' : 'DELETE /auction/watchlist/:id', { params: { id } });
export const listWatched = (signal?: AbortSignal) =>
  call('GET /user/watchlist', { query: { limit: 100 }, signal });
