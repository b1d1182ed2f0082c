import { Gamepad2, ListChecks, LoaderPinwheel, Newspaper, Vault, Wallet } from 'lucide-react';
import { auctionsLink, joinedLink } from '../../features/auctions/navigation.tsx';
import type { NavItem } from '../../ui/nav-item.ts';
import { paths } from '../paths.ts';

export const mainLinks: NavItem[] = [
  { to: paths.dashboard, name: 'Wallet', Icon: Wallet },
  { to: '/games', name: 'Game', Icon: Gamepad2 },
  { to: '/heist', name: 'Heist', Icon: Vault },
];

export const moreLinks: NavItem[] = [
  auctionsLink,
  { to: '/tasks', name: 'Tasks', Icon: ListChecks },
  { to: '/blog', name: 'Blog', Icon: Newspaper },
  { to: '/spin', name: 'Spin', Icon: LoaderPinwheel },
  joinedLink,
];
