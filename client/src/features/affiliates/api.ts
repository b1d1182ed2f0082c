import type { AffiliateKind } from '@copup/shared/affiliates.ts';
import type { PayEntryBody } from '@copup/shared/entry-payments.ts';
import type { Message } from '@copup/shared/wire.ts';
import { call, callOnce, callPage } from '../../lib/calls.ts';

export const listOffers = (kind: AffiliateKind, before: string | undefined, signal: AbortSignal) =>
  callPage(kind === 'auction' ? 'GET /auction/affiliate/list' : 'GET /hurt/heist/affiliate/list', {
    query: { before },
    signal,
  });
export const readProgress = (kind: AffiliateKind, id: number, signal: AbortSignal) =>
  call(
    kind === 'auction' ? 'GET /auction/affiliate/progress/:id' : 'GET /hurt/heist/affiliate/progress/:id',
    { params: { id }, signal },
  );
export const makeLink = (kind: AffiliateKind, id: number, signal: AbortSignal) =>
  call(kind === 'auction' ? 'GET /auction/affiliate/link/:id' : 'GET /hurt/heist/affiliate/link/:id', {
    params: { id },
    signal,
  });
export const claimReward = (kind: AffiliateKind, id: number) =>
  callOnce(
    `claim:${kind}:${id}`,
    kind === 'auction'
      ? 'POST /auction/affiliate/check-target/:id'
      : 'POST /hurt/heist/affiliate/check-target/:id',
    { params: { id } },
  );

export const readTotal = (signal: AbortSignal) => call('GET /affiliate/heist/affiliate/total', { signal });
export const readMonth = (signal: AbortSignal) => call('GET /affiliate/heist/affiliate/progress', { signal });

/** A subject and the referral code in a link to it. */
export interface Link {
  kind: AffiliateKind;
  id: number;
  code: string;
}
export const readLinked = ({ kind, id, code }: Link, signal: AbortSignal) =>
  kind === 'auction'
    ? call('GET /affiliate/auction/:auctionId/:referrerId', {
        params: { auctionId: id, referrerId: code },
        signal,
      })
    : call('GET /affiliate/heist/:heistId/:referrerId', {
        params: { heistId: id, referrerId: code },
        signal,
      });
/** The intent names the code, because another link is another request. */
export function joinThrough({ kind, id, code }: Link, body: PayEntryBody): Promise<Message> {
  const name = `join:${kind}:${id}/${encodeURIComponent(code)}`;
  return kind === 'auction'
    ? callOnce(name, 'POST /auction/pay-entry/affiliate/:auctionId/:referrerId', {
        params: { auctionId: id, referrerId: code },
        body,
      })
    : callOnce(name, 'POST /hurt/heist/pay-entry/affiliate/:heistId/:referrerId', {
        params: { heistId: id, referrerId: code },
        body,
      });
}
