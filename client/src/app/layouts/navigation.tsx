import type { SubjectKindName } from '@copup/shared/live-subjects.ts';
import { paths } from '@copup/shared/page-paths.ts';
import {
  Crown,
  Gamepad2,
  Gavel,
  KeyRound,
  ListChecks,
  LoaderPinwheel,
  Lock,
  MonitorSmartphone,
  Newspaper,
  Package,
  ScanQrCode,
  ShoppingCart,
  Ticket,
  User,
  Vault,
  Wallet,
} from 'lucide-react';
import { BalancePill } from '../../balance/balance-pill.tsx';
import { JoinedAuctionsCount, LiveAuctionsCount } from '../../features/auctions/navigation.tsx';
import { CartCount } from '../../features/orders/navigation.tsx';
import { SpinLeft } from '../../features/spin/navigation.tsx';
import type { Tab } from '../../lib/feature.ts';
import type { NavItem } from '../../ui/nav-item.ts';

type TabLink = NavItem & { to: Tab };

const subjects: Readonly<Record<SubjectKindName, TabLink>> = {
  auction: { to: paths.auctions, name: 'Auction', Icon: Gavel },
  contest: { to: paths.games, name: 'Game', Icon: Gamepad2 },
  heist: { to: paths.heists, name: 'Heist', Icon: Vault },
};
const wallet: TabLink = { to: paths.dashboard, name: 'Wallet', Icon: Wallet };

/** Always visible. */
export const mainLinks: readonly TabLink[] = [wallet, ...Object.values(subjects)];

/** Behind "More" on a phone. */
export const moreLinks: readonly NavItem[] = [
  { ...subjects.auction, aside: <LiveAuctionsCount /> },
  { to: paths.tasks, name: 'Tasks', Icon: ListChecks },
  { to: paths.blog, name: 'Blog', Icon: Newspaper },
  { to: paths.spin, name: 'Spin', Icon: LoaderPinwheel, aside: <SpinLeft /> },
  { to: paths.verify, name: 'Verify', Icon: ScanQrCode },
  { to: paths.joined, name: 'My Auctions', Icon: Ticket, aside: <JoinedAuctionsCount /> },
];

/** In the side menu. */
export const menuLinks: readonly NavItem[] = [
  { to: paths.profile, name: 'Profile', Icon: User },
  { to: paths.orders, name: 'Orders', Icon: Package },
  { to: paths.champions, name: 'Winners list', Icon: Crown },
  { to: paths.setPin, name: 'Set Pin', Icon: Lock },
  { to: paths.recoverPin, name: 'Recover PIN', Icon: KeyRound },
  { to: paths.sessions, name: 'Signed-in devices', Icon: MonitorSmartphone },
  { to: paths.cartHome, name: 'Cart', Icon: ShoppingCart, aside: <CartCount /> },
];

/** Pages that show something without a network. */
export const savedLinks: readonly NavItem[] = [
  { ...wallet, aside: <BalancePill className="text-sm text-ink-2" /> },
  { to: paths.joined, name: 'Your Auctions', Icon: Ticket },
  { to: paths.orders, name: 'Recent Orders', Icon: Package },
];
