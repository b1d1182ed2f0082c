import type { BuyReply, Trade } from '@copup/shared/trades.ts';
import { callOnce } from '../../lib/calls.ts';
import type { Picture } from '../../parts/shrink-picture.ts';

/** A picture of 2 MB takes half a minute on a slow connection. */
const uploadTimeoutMs = 45_000;

interface Upload {
  trade: Trade;
  picture: Picture;
  note: string;
}

export function proveTrade({ trade, picture }: Upload): Promise<BuyReply> {
  const { trader_id: traderId, bid_points, price } = trade;
  return callOnce(`trade:${trade.id}`, 'POST /tradeConfirm/buy/:traderId', {
    params: { traderId },
    ...formOf({ coinAmount: String(bid_points), totalPrice: price.toFixed(2) }, picture),
  });
}

/** Asks operators to decide a trade that ended without coins. */
export const disputeTrade = ({ trade: { id }, picture, note }: Upload) =>
  callOnce(`dispute:${id}`, 'POST /trade/:id/dispute', { params: { id }, ...formOf({ note }, picture) });

/** The picture's name and size represent it in the stored intent. */
function formOf(fields: Readonly<Record<string, string>>, { blob, name, size }: Picture) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('screenshot', blob, name);
  return { body: { ...fields, name, size }, sent: form, timeoutMs: uploadTimeoutMs };
}
