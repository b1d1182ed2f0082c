import type { SubjectKindName } from '@copup/shared/live-subjects.ts';
import { affiliates } from '../features/affiliates/index.ts';
import { approvals } from '../features/approvals/index.ts';
import { auctions } from '../features/auctions/index.ts';
import { auditLog } from '../features/audit-log/index.ts';
import { bets } from '../features/bets/index.ts';
import { betsAdmin } from '../features/bets-admin/index.ts';
import { blog } from '../features/blog/index.ts';
import { connectionCheck } from '../features/connection-check/index.ts';
import { contests } from '../features/contests/index.ts';
import { fairness } from '../features/fairness/index.ts';
import { heists } from '../features/heists/index.ts';
import { heistsAdmin } from '../features/heists-admin/index.ts';
import { jobs } from '../features/jobs/index.ts';
import { landing } from '../features/landing/index.ts';
import { ledger } from '../features/ledger/index.ts';
import { legal } from '../features/legal/index.ts';
import { liveRooms } from '../features/live-rooms/index.ts';
import { moneyQueues } from '../features/money-queues/index.ts';
import { orders } from '../features/orders/index.ts';
import { overview } from '../features/overview/index.ts';
import { ownSessions } from '../features/own-sessions/index.ts';
import { payouts } from '../features/payouts/index.ts';
import { pin } from '../features/pin/index.ts';
import { playLimits } from '../features/play-limits/index.ts';
import { profile } from '../features/profile/index.ts';
import { push } from '../features/push/index.ts';
import { receipts } from '../features/receipts/index.ts';
import { secondFactor } from '../features/second-factor/index.ts';
import { sends } from '../features/sends/index.ts';
import { settings } from '../features/settings/index.ts';
import { shop } from '../features/shop/index.ts';
import { signIn } from '../features/sign-in/index.ts';
import { soon } from '../features/soon/index.ts';
import { spin } from '../features/spin/index.ts';
import { tasks } from '../features/tasks/index.ts';
import { timeline } from '../features/timeline/index.ts';
import { trades } from '../features/trades/index.ts';
import { users } from '../features/users/index.ts';
import { wallet } from '../features/wallet/index.ts';
import { welcome } from '../features/welcome/index.ts';
import type { Feature } from '../lib/feature.ts';

const subjectFeatures: Readonly<Record<SubjectKindName, readonly Feature[]>> = {
  auction: [auctions],
  contest: [contests],
  heist: [heists, heistsAdmin],
};

/** In the order of the operators' links. */
const features: readonly Feature[] = [
  overview,
  ...Object.values(subjectFeatures).flat(),
  bets,
  betsAdmin,
  users,
  moneyQueues,
  orders,
  affiliates,
  tasks,
  approvals,
  blog,
  ledger,
  settings,
  auditLog,
  jobs,
  liveRooms,
  secondFactor,
  fairness,
  ownSessions,
  payouts,
  profile,
  push,
  wallet,
  welcome,
  shop,
  sends,
  receipts,
  pin,
  playLimits,
  timeline,
  trades,
  spin,
  landing,
  signIn,
  legal,
  connectionCheck,
  soon,
];

export const fullPages = features.flatMap(({ fullPages: pages = [] }) => pages);
export const publicPages = features.flatMap(({ publicPages: pages = [] }) => pages);
export const playerPages = features.flatMap(({ tab, pages = [] }) => pages.map((page) => ({ ...page, tab })));
export const operatorPages = features.flatMap(({ operatorPages: pages = [] }) => pages);
export const noticeQueries = features.flatMap(({ noticeQueries: keys = [] }) => keys);
export const gamesParts = features.flatMap(({ gamesPart: part }) => part ?? []);
export const homeParts = features.flatMap(({ homeParts: parts = [] }) => parts);
export const playParts = features.flatMap(({ playPart: part }) => part ?? []);
export const operatorNotices = features.flatMap(({ operatorNotice: part }) => part ?? []);
export const identitySheet = features.find((feature) => feature.identitySheet)?.identitySheet;

/** Addresses of the pages that a player probably opens next, the most probable first. An id represents all ids. */
export const preloadedPaths: readonly string[] = playerPages
  .filter(({ preload }) => preload !== undefined)
  .sort((a, b) => (a.preload ?? 0) - (b.preload ?? 0))
  .map(({ path }) => path.replace(/:\w+/g, '1'));
