import { paths } from '@copup/shared/page-paths.ts';
import { Gavel, Ticket } from 'lucide-react';
import type { Navigation } from '../../lib/navigation.ts';
import { JoinedAuctionsCount, LiveAuctionsCount } from './counts.tsx';

export const auctionsNavigation: Navigation = {
  more: [
    {
      place: 1,
      to: paths.auctions,
      name: 'Auction',
      Icon: Gavel,
      aside: <LiveAuctionsCount />,
    },
    {
      place: 5,
      to: paths.joined,
      name: 'My Auctions',
      Icon: Ticket,
      aside: <JoinedAuctionsCount />,
    },
  ],
  saved: [{ place: 2, to: paths.joined, name: 'Your Auctions', Icon: Ticket }],
};
