import type { AffiliateKind } from '@copup/shared/affiliates.ts';
import { paths } from '@copup/shared/page-paths.ts';

/** What the pages of the links to a kind of subject say of it; `joins` is what a friend does to count. */
export const kinds = {
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
} as const satisfies Record<AffiliateKind, object>;
