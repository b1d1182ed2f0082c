import type { AffiliateKind } from '@copup/shared/affiliates.ts';
import type { ErrorCode } from '@copup/shared/errors.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';

interface LinkTexts {
  title: string;
  pay: (price: number) => string;
  loadError: string;
  /** Shown for `refusals`, and for errors without a message of the server. */
  joinError: string;
  refusals: readonly ErrorCode[];
  ended: string;
  /** Where the user continues after joining. */
  next: (id: number) => { to: string; name: string };
}

export const linkTexts: Record<AffiliateKind, LinkTexts> = {
  auction: {
    title: 'Auction',
    pay: (price) => `Pay Entry Fee (${price} coin)`,
    loadError: 'Failed to load auction details. Please try again.',
    joinError: 'Already joined auction',
    refusals: ['ALREADY_JOINED'],
    ended: 'This auction can no longer be joined.',
    next: (id) => ({ to: pathTo(paths.auction, id), name: 'Open the auction' }),
  },
  heist: {
    title: 'Heist',
    pay: (price) => `Buy Ticket (${price}) copup coin`,
    loadError: 'Failed to load heist details. Please try again later.',
    joinError: 'Already joined the heist or insufficient copup coin.',
    refusals: ['ALREADY_JOINED', 'NOT_ENOUGH_COINS'],
    ended: 'Tickets for this heist are no longer sold.',
    next: () => ({ to: paths.heists, name: 'Open the heists' }),
  },
};
