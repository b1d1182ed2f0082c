import { z } from 'zod';
import { AuctionCategory } from './auctions.ts';
import { boundedString } from './text.ts';
import { Coins, IdText, IsoTime, Message, Uuid } from './wire.ts';

/** Live subjects that can be promoted by links (T2). */
export const AffiliateKind = z.enum(['auction', 'heist']);
export type AffiliateKind = z.infer<typeof AffiliateKind>;

/** In links, `referrerId` is the referral code of the user who made the link (T4). */
const ReferrerCode = boundedString(20).min(1);
export const AuctionReferralParams = z.object({ auctionId: IdText, referrerId: ReferrerCode });
export const HeistReferralParams = z.object({ heistId: IdText, referrerId: ReferrerCode });

/**
 * Whether the caller can claim the reward of a subject, and if not, why (T5): `open` before the target is reached,
 * `waiting` for the end of the subject, `lost` when it was refunded or ended below the target.
 */
export const ClaimState = z.enum(['open', 'waiting', 'ready', 'claimed', 'lost']);
export type ClaimState = z.infer<typeof ClaimState>;

/** A subject that can be promoted, with the caller's progress. */
export const AffiliateOffer = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  /** URL of the 640 px picture; empty if the client draws one. */
  image: z.string(),
  category: AuctionCategory,
  /** Entry fee or ticket price. */
  price: Coins,
  target_users: z.int(),
  reward_bid_points: Coins,
  end_date: IsoTime,
  /** T4: `3/10 (30%)`. */
  progressDisplay: z.string(),
  currentAffiliates: z.int(),
  remainingReferrals: z.int(),
  claim: ClaimState,
});
export type AffiliateOffer = z.infer<typeof AffiliateOffer>;

export const AffiliateProgress = AffiliateOffer.pick({
  progressDisplay: true,
  currentAffiliates: true,
  remainingReferrals: true,
  target_users: true,
  reward_bid_points: true,
  claim: true,
});
export type AffiliateProgress = z.infer<typeof AffiliateProgress>;

export const AffiliateLink = z.object({
  /** Absolute URL of the page through which others join. */
  affiliateLink: z.string(),
});
export type AffiliateLink = z.infer<typeof AffiliateLink>;

export const ClaimReply = Message.extend({ bid_points: Coins });
export type ClaimReply = z.infer<typeof ClaimReply>;

/** T4: referrals counted this month (Africa/Lagos), of auctions and heists together. */
export const AffiliateTotal = z.object({
  totalAffiliates: z.int(),
  auctions: z.int(),
  heists: z.int(),
});
export type AffiliateTotal = z.infer<typeof AffiliateTotal>;
/** T4: of the subjects with a link of the caller made or used this month; `progress` reads `3/10 (30%)`. */
export const AffiliateMonth = z.object({
  progress: z.string(),
  currentAffiliates: z.int(),
  totalTarget: z.int(),
});
export type AffiliateMonth = z.infer<typeof AffiliateMonth>;

/** What the page of a link shows, also without a session: the subject and the referrer's name. */
export const LinkedSubject = z.object({
  id: z.int(),
  name: z.string(),
  image: z.string(),
  category: AuctionCategory,
  price: Coins,
  /** Coins that the winner gets; 0 for an auction and for another prize. */
  prize: Coins,
  end_date: IsoTime,
  /** Whether it can still be joined. */
  open: z.boolean(),
  referrer: z.string(),
});
export type LinkedSubject = z.infer<typeof LinkedSubject>;

// Operators

/** Why a referral should be looked at. */
export const ReferralFlag = z.enum([
  'same_network',
  'same_device',
  'same_bank_account',
  'chain',
  'new_account',
]);
export type ReferralFlag = z.infer<typeof ReferralFlag>;
export const AdminReferral = z.object({
  id: z.int(),
  kind: AffiliateKind,
  subject_id: z.int(),
  subject_name: z.string(),
  referrer_id: z.uuid(),
  referrer: z.string(),
  user_id: z.uuid(),
  username: z.string(),
  /** Coins that the referred user paid. */
  paid: Coins,
  flags: z.array(ReferralFlag),
  /** Whether the entry was refunded: it does not count (T5). */
  refunded: z.boolean(),
  /** When the referrer claimed the reward of this subject. */
  claimed_at: IsoTime.nullable(),
  created_at: IsoTime,
});
export type AdminReferral = z.infer<typeof AdminReferral>;
export const AdminReferralsQuery = z.object({
  kind: AffiliateKind.optional(),
  flagged: z.literal('true').optional(),
  referrer_id: Uuid.optional(),
  /** Part of the username of the referrer or of the referred user. */
  q: boundedString(120).optional(),
});

/** A user whose links were used; those with the most flagged referrals come first. */
export const AdminReferrer = z.object({
  /** Of the user. */
  id: z.uuid(),
  username: z.string(),
  referrals: z.int(),
  /** Referrals with at least one flag. */
  flagged: z.int(),
  /** Sum of the rewards that were paid. */
  claimed: Coins,
  registered_at: IsoTime,
});
export type AdminReferrer = z.infer<typeof AdminReferrer>;

/** A claim that `rewards` could not pay (T5). */
export const UnfundedClaim = z.object({
  kind: AffiliateKind,
  subject_id: z.int(),
  subject_name: z.string(),
  referrer_id: z.uuid(),
  referrer: z.string(),
  bid_points: Coins,
  claimed_at: IsoTime,
});
export type UnfundedClaim = z.infer<typeof UnfundedClaim>;
/** Oldest first, at most 100. */
export const UnfundedClaimsReply = z.object({
  items: z.array(UnfundedClaim),
  /** Coins in `rewards`, and the sum of all unfunded claims. */
  rewards: Coins,
  owed: Coins,
});
export type UnfundedClaimsReply = z.infer<typeof UnfundedClaimsReply>;
