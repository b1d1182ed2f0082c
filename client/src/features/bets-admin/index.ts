import { operatorPaths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

/** The operators' side of bets: the teams, the fixtures with their results, and the bets. */
export const betsAdmin: Feature = {
  operatorPages: [
    page(operatorPaths.teams, 'Teams', () => import('./admin/teams-list.tsx')),
    page(operatorPaths.fixtures, 'Fixtures', () => import('./admin/fixtures-list.tsx')),
    page(operatorPaths.bets, 'Bets', () => import('./admin/bets-list.tsx')),
  ],
};
