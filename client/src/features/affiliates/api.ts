import type {
  AffiliateKind,
  AffiliateLink,
  AffiliateMonth,
  AffiliateOffer,
  AffiliateProgress,
  AffiliateTotal,
  ClaimReply,
  LinkedSubject,
} from '@copup/shared/affiliates.ts';
import type { PayEntryBody } from '@copup/shared/entry-payments.ts';
import type { Message } from '@copup/shared/wire.ts';
import { request } from '../../lib/api.ts';
import { postIntent } from '../../lib/intents.ts';
import { requestPage } from '../../lib/list-page.ts';

const below: Record<AffiliateKind, string> = {
  auction: '/auction/affiliate',
  heist: '/hurt/heist/affiliate',
};
const join: Record<AffiliateKind, string> = {
  auction: '/auction/pay-entry/affiliate',
  heist: '/hurt/heist/pay-entry/affiliate',
};

export const listOffers = (kind: AffiliateKind, before: string | undefined, signal: AbortSignal) =>
  requestPage<AffiliateOffer>(`${below[kind]}/list`, { before }, signal);
export const readProgress = (kind: AffiliateKind, id: number, signal: AbortSignal) =>
  request<AffiliateProgress>(`${below[kind]}/progress/${id}`, { signal });
export const makeLink = (kind: AffiliateKind, id: number, signal: AbortSignal) =>
  request<AffiliateLink>(`${below[kind]}/link/${id}`, { signal });
export const claimReward = (kind: AffiliateKind, id: number) =>
  postIntent<ClaimReply>(`claim:${kind}:${id}`, `${below[kind]}/check-target/${id}`);

export const readTotal = (signal: AbortSignal) =>
  request<AffiliateTotal>('/affiliate/heist/affiliate/total', { signal });
export const readMonth = (signal: AbortSignal) =>
  request<AffiliateMonth>('/affiliate/heist/affiliate/progress', { signal });

/** A subject and the referral code in a link to it. */
export interface Link {
  kind: AffiliateKind;
  id: number;
  code: string;
}
const pathOf = ({ id, code }: Link) => `${id}/${encodeURIComponent(code)}`;
export const readLinked = (link: Link, signal: AbortSignal) =>
  request<LinkedSubject>(`/affiliate/${link.kind}/${pathOf(link)}`, { signal });
/** The intent names the code, because another link is another request. */
export const joinThrough = (link: Link, payment: PayEntryBody) =>
  postIntent<Message>(`join:${link.kind}:${pathOf(link)}`, `${join[link.kind]}/${pathOf(link)}`, payment);
