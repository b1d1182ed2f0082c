import type { SubjectKindName } from '@copup/shared/live-subjects.ts';
import { auctionsNavigation } from '../../features/auctions/navigation.tsx';
import { blogNavigation } from '../../features/blog/navigation.tsx';
import { contestsNavigation } from '../../features/contests/navigation.tsx';
import { heistsNavigation } from '../../features/heists/navigation.tsx';
import { ordersNavigation } from '../../features/orders/navigation.tsx';
import { ownSessionsNavigation } from '../../features/own-sessions/navigation.tsx';
import { pinNavigation } from '../../features/pin/navigation.tsx';
import { profileNavigation } from '../../features/profile/navigation.tsx';
import { spinNavigation } from '../../features/spin/navigation.tsx';
import { tasksNavigation } from '../../features/tasks/navigation.tsx';
import { walletNavigation } from '../../features/wallet/navigation.tsx';
import type { Navigation, PlacedLink } from '../../lib/navigation.ts';

const subjects: Readonly<Record<SubjectKindName, Navigation>> = {
  auction: auctionsNavigation,
  contest: contestsNavigation,
  heist: heistsNavigation,
};

const features: readonly Navigation[] = [
  walletNavigation,
  ...Object.values(subjects),
  ordersNavigation,
  ownSessionsNavigation,
  profileNavigation,
  spinNavigation,
  tasksNavigation,
  blogNavigation,
  pinNavigation,
];

const linksIn = (part: keyof Navigation): PlacedLink[] =>
  features.flatMap((feature) => feature[part] ?? []).sort((a, b) => a.place - b.place);

export const mainLinks = linksIn('main');
export const moreLinks = linksIn('more');
export const menuLinks = linksIn('menu');
export const savedLinks = linksIn('saved');
