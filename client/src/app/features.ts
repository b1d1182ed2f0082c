import type { SubjectKindName } from '@copup/shared/live-subjects.ts';
import { affiliates } from '../features/affiliates/index.ts';
import { auctions } from '../features/auctions/index.ts';
import { bets } from '../features/bets/index.ts';
import { contests } from '../features/contests/index.ts';
import { heists } from '../features/heists/index.ts';
import { heistsAdmin } from '../features/heists-admin/index.ts';
import { pageFeatures } from '../features/page-features.ts';
import { tasks } from '../features/tasks/index.ts';
import type { Feature } from '../lib/feature.ts';

const subjectFeatures: Readonly<Record<SubjectKindName, readonly Feature[]>> = {
  auction: [auctions],
  contest: [contests],
  heist: [heists, heistsAdmin],
};

const features: readonly Feature[] = [
  ...pageFeatures,
  ...Object.values(subjectFeatures).flat(),
  bets,
  affiliates,
  tasks,
];

export const fullPages = features.flatMap(({ fullPages: pages = [] }) => pages);
export const publicPages = features.flatMap(({ publicPages: pages = [] }) => pages);
export const playerPages = features.flatMap(({ tab, pages = [] }) => pages.map((page) => ({ ...page, tab })));
export const operatorPages = features.flatMap(({ operatorPages: pages = [] }) => pages);
export const noticeQueries = features.flatMap(({ noticeQueries: keys = [] }) => keys);
export const gamesParts = features.flatMap(({ gamesPart: part }) => part ?? []);
export const homeParts = features.flatMap(({ homeParts: parts = [] }) => parts);
export const playParts = features.flatMap(({ playPart: part }) => part ?? []);
export const suspendedParts = features.flatMap(({ suspendedPart: part }) => part ?? []);
export const operatorNotices = features.flatMap(({ operatorNotice: part }) => part ?? []);
export const identitySheet = features.find((feature) => feature.identitySheet)?.identitySheet;

/** Addresses of the pages that a player probably opens next, the most probable first. An id represents all ids. */
export const preloadedPaths: readonly string[] = playerPages
  .filter(({ preload }) => preload !== undefined)
  .sort((a, b) => (a.preload ?? 0) - (b.preload ?? 0))
  .map(({ path }) => path.replace(/:\w+/g, '1'));
