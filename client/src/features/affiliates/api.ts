import type { AffiliateKind } from '@copup/shared/affiliates.ts';
import type { PayEntryBody } from '@copup/shared/entry-payments.ts';
import type { Message } from '@copup/shared/wire.ts';
import { call, callOnce } from '../../lib/calls.ts';

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
