import { z } from 'zod';
import {
  AdminReferral,
  AdminReferralsQuery,
  AdminReferrer,
  type AffiliateKind,
  AffiliateLink,
  AffiliateMonth,
  AffiliateOffer,
  AffiliateProgress,
  AffiliateTotal,
  AuctionReferralParams,
  ClaimReply,
  HeistReferralParams,
  LinkedSubject,
  UnfundedClaimsReply,
} from '../affiliates.ts';
import { callsBelow, defineCalls, listCall } from '../call.ts';
import { CursorQuery, IdParams, ListQuery } from '../wire.ts';

/** /api/admin/affiliates: who referred whom, suspicious referrers, and claims that wait for funds. */
export const affiliatesAdminCalls = defineCalls('operators: affiliates', {
  'GET /admin/affiliates': listCall(
    'All referrals with their signs of fraud; the total is in Content-Range',
    AdminReferralsQuery,
    AdminReferral,
  ),
  'GET /admin/affiliate-referrers': {
    summary: 'Referrers, those with the most flagged referrals first; the total is in Content-Range',
    query: ListQuery,
    reply: z.array(AdminReferrer),
  },
  'GET /admin/affiliates/unfunded': {
    summary: 'Claims that the account rewards could not pay, oldest first (T5)',
    reply: UnfundedClaimsReply,
  },
});

/** The calls of one kind: what can be promoted, the caller's progress, link and reward (T4, T5). */
const offersCalls = <const Path extends string>(kind: AffiliateKind, path: Path) =>
  callsBelow(path, 'affiliates', {
    'GET /list': {
      summary: `Every ${kind} that can be promoted, with the caller's progress; also ended ones with referrals of the caller; newest first, X-Next-Cursor continues`,
      query: CursorQuery,
      reply: z.array(AffiliateOffer),
    },
    'GET /progress/:id': {
      summary: `The caller's referrals of one ${kind}`,
      errors: ['NOT_PROMOTED'],
      params: IdParams,
      reply: AffiliateProgress,
    },
    'GET /link/:id': {
      summary: `The caller's link to one ${kind}, the same each time (T2)`,
      access: 'player',
      errors: ['NOT_PROMOTED'],
      params: IdParams,
      reply: AffiliateLink,
    },
    'POST /check-target/:id': {
      summary: `Pays the reward of one ${kind} in bonus coins, once, after it was settled with its fees kept (T5)`,
      access: 'player',
      errors: [
        'NOT_PROMOTED',
        'TARGET_NOT_REACHED',
        'NOT_SETTLED',
        'NO_REWARD',
        'ALREADY_CLAIMED',
        'REWARD_UNFUNDED',
      ],
      params: IdParams,
      hasKey: true,
      reply: ClaimReply,
    },
  });

export const auctionOffersCalls = offersCalls('auction', '/auction/affiliate');
export const heistOffersCalls = offersCalls('heist', '/hurt/heist/affiliate');

/** What the pages of links show, also without a session. */
export const linkedSubjectCalls = defineCalls('affiliates', {
  'GET /affiliate/auction/:auctionId/:referrerId': {
    summary:
      "What the page of a link to an auction shows; the referrer's name is empty once the account is deleted",
    access: 'public',
    errors: ['AUCTION_NOT_FOUND', 'UNKNOWN_REFERRER'],
    params: AuctionReferralParams,
    reply: LinkedSubject,
  },
  'GET /affiliate/heist/:heistId/:referrerId': {
    summary:
      "What the page of a link to a heist shows; the referrer's name is empty once the account is deleted",
    access: 'public',
    errors: ['HEIST_NOT_FOUND', 'UNKNOWN_REFERRER'],
    params: HeistReferralParams,
    reply: LinkedSubject,
  },
});

/** Sums of auctions and heists together, under the specification's paths (T4). */
export const affiliateTotalsCalls = defineCalls('affiliates', {
  'GET /affiliate/heist/affiliate/total': {
    summary: "The caller's referrals of this month, Africa/Lagos, of auctions and heists together",
    reply: AffiliateTotal,
  },
  'GET /affiliate/heist/affiliate/progress': {
    summary: "The caller's referrals of this month and the targets of the subjects promoted this month",
    reply: AffiliateMonth,
  },
});
