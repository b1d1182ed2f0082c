import type { AffiliateKind } from '@copup/shared/affiliates.ts';
import { paths } from '@copup/shared/page-paths.ts';

interface KindTexts {
  noun: string;
  path: string;
  /** The list could not be loaded. */
  listError: string;
  /** The progress of an offer could not be loaded. */
  progressError: string;
  empty: string;
  /** What a friend does to count. */
  joins: string;
}

export const kinds: Record<AffiliateKind, KindTexts> = {
  auction: {
    noun: 'auction',
    path: paths.auctionAffiliate,
    listError: 'Error fetching auctions with affiliate requirements.',
    progressError: 'Error loading auctions or referral progress',
    empty: 'No Auction Opportunities Available',
    joins: 'pay the entry fee',
  },
  heist: {
    noun: 'heist',
    path: paths.heistAffiliate,
    listError: 'Error fetching heist with affiliate requirements.',
    progressError: 'Error fetching auction details or affiliate progress.',
    empty: 'No Heist Opportunities Available',
    joins: 'buy a ticket',
  },
};
