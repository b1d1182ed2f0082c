import {
  AdminReferral,
  AdminReferralsQuery,
  AdminReferrer,
  UnfundedClaimsReply,
} from '@copup/shared/affiliates.ts';
import { ListQuery } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { contentRange, listDescription } from '../../operators/operator-list.ts';
import { listReferrals, listReferrers, listUnfunded } from './affiliates.admin.queries.ts';

const tags = ['operators: affiliates'];
const config = { access: 'operator', limit: 'admin' } as const;

/** /api/admin/affiliates: who referred whom, suspicious referrers, and claims that wait for funds. */
export const affiliatesAdminRoutes =
  ({ db }: Pick<Deps, 'db'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/admin/affiliates',
      {
        config,
        schema: {
          tags,
          summary: 'All referrals with their signs of fraud; the total is in Content-Range',
          description: listDescription,
          querystring: ListQuery.extend(AdminReferralsQuery.shape),
          response: { 200: z.array(AdminReferral) },
        },
      },
      async ({ query }, reply) => {
        const { rows, total } = await listReferrals(db, query);
        reply.header('content-range', contentRange('affiliates', query, rows.length, total));
        return rows;
      },
    );

    app.get(
      '/admin/affiliate-referrers',
      {
        config,
        schema: {
          tags,
          summary: 'Referrers, those with the most flagged referrals first; the total is in Content-Range',
          description: listDescription,
          querystring: ListQuery,
          response: { 200: z.array(AdminReferrer) },
        },
      },
      async ({ query }, reply) => {
        const { rows, total } = await listReferrers(db, query);
        reply.header('content-range', contentRange('affiliate-referrers', query, rows.length, total));
        return rows;
      },
    );

    app.get(
      '/admin/affiliates/unfunded',
      {
        config,
        schema: {
          tags,
          summary: 'Claims that the account rewards could not pay, oldest first (T5)',
          response: { 200: UnfundedClaimsReply },
        },
      },
      () => listUnfunded(db),
    );
  };
