import { affiliatesAdminCalls } from '@copup/shared/calls/affiliates.ts';
import type { Deps } from '../../deps.ts';
import { listed } from '../../operators/record-handlers.ts';
import { routes } from '../../routes.ts';
import { listReferrals, listReferrers, listUnfunded } from './affiliates.admin.queries.ts';

/** /api/admin/affiliates: who referred whom, suspicious referrers, and claims that wait for funds. */
export const affiliatesAdminRoutes = ({ db }: Pick<Deps, 'db'>) =>
  routes(affiliatesAdminCalls, {
    'GET /admin/affiliates': listed('affiliates', (query) => listReferrals(db, query)),

    'GET /admin/affiliate-referrers': listed('affiliate-referrers', (query) => listReferrers(db, query)),

    'GET /admin/affiliates/unfunded': () => listUnfunded(db),
  });
