import { Gavel, Ticket } from 'lucide-react';
import type { Navigation } from '../../lib/navigation.ts';
import { JoinedAuctionsCount, LiveAuctionsCount } from './counts.tsx';
import { auctionPaths } from './paths.ts';

export const auctionsNavigation: Navigation = {
  more: [
    {
      place: 1,
      to: auctionPaths.auctions,
      name: 'Auction',
      Icon: Gavel,
      aside: <LiveAuctionsCount />,
    },
    {
      place: 5,
      to: auctionPaths.joined,
      name: 'My Auctions',
      Icon: Ticket,
      aside: <JoinedAuctionsCount />,
    },
  ],
  saved: [{ place: 2, to: auctionPaths.joined, name: 'Your Auctions', Icon: Ticket }],
};
