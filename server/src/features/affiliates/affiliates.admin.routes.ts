import { affiliatesAdminCalls } from '@copup/shared/calls/affiliates.ts';
import type { Deps } from '../../deps.ts';
import { contentRange } from '../../operators/operator-list.ts';
import { routes } from '../../routes.ts';
import { listReferrals, listReferrers, listUnfunded } from './affiliates.admin.queries.ts';

/** /api/admin/affiliates: who referred whom, suspicious referrers, and claims that wait for funds. */
export const affiliatesAdminRoutes = ({ db }: Pick<Deps, 'db'>) =>
  routes(affiliatesAdminCalls, {
    'GET /admin/affiliates': async ({ query }, reply) => {
      const { rows, total } = await listReferrals(db, query);
      reply.header('content-range', contentRange('affiliates', query, rows.length, total));
      return rows;
    },

    'GET /admin/affiliate-referrers': async ({ query }, reply) => {
      const { rows, total } = await listReferrers(db, query);
      reply.header('content-range', contentRange('affiliate-referrers', query, rows.length, total));
      return rows;
    },

    'GET /admin/affiliates/unfunded': () => listUnfunded(db),
  });
