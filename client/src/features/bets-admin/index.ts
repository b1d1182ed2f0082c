import { operatorPaths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

/** The operators' side of bets: the teams, the fixtures with their results, and the bets. */
export const betsAdmin: Feature = {
  operatorPages: [
    { path: operatorPaths.teams, name: 'Teams', load: () => import('./admin/teams-list.tsx') },
    { path: operatorPaths.fixtures, name: 'Fixtures', load: () => import('./admin/fixtures-list.tsx') },
    { path: operatorPaths.bets, name: 'Bets', load: () => import('./admin/bets-list.tsx') },
  ],
};
