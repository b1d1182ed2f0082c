import type { MaximumReply } from '@copup/shared/auctions.ts';
import { postIntent } from '../../../lib/intents.ts';

const path = (id: number) => `/auction/max/${id}`;

/** A13: the server bids for the user up to this many coins. */
export const setMaximum = (id: number, maxBidPoints: number) =>
  postIntent<MaximumReply>(`max:${id}`, path(id), { maxBidPoints }, { method: 'PUT' });
/** A13: the leading bid stays. */
export const withdrawMaximum = (id: number) =>
  postIntent<MaximumReply>(`no-max:${id}`, path(id), undefined, { method: 'DELETE' });
