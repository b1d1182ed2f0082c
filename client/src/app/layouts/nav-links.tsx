import { Gamepad2, Gavel, ListChecks, LoaderPinwheel, Newspaper, Ticket, Vault, Wallet } from 'lucide-react';
import { JoinedAuctionsCount, LiveAuctionsCount } from '../../features/auctions/counts.tsx';
import type { NavItem } from '../../ui/nav-item.ts';
import { paths } from '../paths.ts';

export const mainLinks: NavItem[] = [
  { to: paths.dashboard, name: 'Wallet', Icon: Wallet },
  { to: '/games', name: 'Game', Icon: Gamepad2 },
  { to: '/heist', name: 'Heist', Icon: Vault },
];

export const moreLinks: NavItem[] = [
  { to: paths.auctions, name: 'Auction', Icon: Gavel, aside: <LiveAuctionsCount /> },
  { to: '/tasks', name: 'Tasks', Icon: ListChecks },
  { to: '/blog', name: 'Blog', Icon: Newspaper },
  { to: '/spin', name: 'Spin', Icon: LoaderPinwheel },
  { to: paths.joined, name: 'My Auctions', Icon: Ticket, aside: <JoinedAuctionsCount /> },
];
