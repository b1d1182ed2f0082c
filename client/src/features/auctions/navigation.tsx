import { Gavel, Ticket } from 'lucide-react';
import type { NavItem } from '../../ui/nav-item.ts';
import { JoinedAuctionsCount, LiveAuctionsCount } from './counts.tsx';
import { auctionPaths } from './paths.ts';

export const auctionsLink: NavItem = {
  to: auctionPaths.auctions,
  name: 'Auction',
  Icon: Gavel,
  aside: <LiveAuctionsCount />,
};
export const joinedLink: NavItem = {
  to: auctionPaths.joined,
  name: 'My Auctions',
  Icon: Ticket,
  aside: <JoinedAuctionsCount />,
};
