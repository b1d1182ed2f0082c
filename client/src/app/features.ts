import { approvals } from '../features/approvals/index.ts';
import { auctions } from '../features/auctions/index.ts';
import { auditLog } from '../features/audit-log/index.ts';
import { cart } from '../features/cart/index.ts';
import { contests } from '../features/contests/index.ts';
import { fairness } from '../features/fairness/index.ts';
import { liveRooms } from '../features/live-rooms/index.ts';
import { orders } from '../features/orders/index.ts';
import { ownSessions } from '../features/own-sessions/index.ts';
import { secondFactor } from '../features/second-factor/index.ts';
import { settings } from '../features/settings/index.ts';
import { users } from '../features/users/index.ts';
import type { Feature, OperatorPage, PlayerPage } from '../lib/feature.ts';
import { paths } from './paths.ts';

/** In the order of the operators' links. */
const features: readonly Feature[] = [
  auctions,
  contests,
  users,
  orders,
  approvals,
  settings,
  auditLog,
  liveRooms,
  secondFactor,
  fairness,
  cart,
  ownSessions,
];

/** Pages of players that show parts of more than one feature. */
const combinedPages: readonly PlayerPage[] = [
  { path: paths.dashboard, name: 'Wallet', load: () => import('./pages/dashboard-page.tsx'), preload: 3 },
  { path: paths.newAuctions, name: 'New auctions', load: () => import('./pages/new-page.tsx') },
];

export const playerPages: readonly PlayerPage[] = [
  ...combinedPages,
  ...features.flatMap(({ pages = [] }) => pages),
];
export const operatorPages: readonly OperatorPage[] = features.flatMap(
  ({ operatorPages: pages = [] }) => pages,
);

/** Addresses of the pages that a player opens next, the likeliest first. An id stands for any. */
export const preloadedPaths: readonly string[] = playerPages
  .filter(({ preload }) => preload !== undefined)
  .sort((a, b) => (a.preload ?? 0) - (b.preload ?? 0))
  .map(({ path }) => path.replace(/:\w+/g, '1'));
