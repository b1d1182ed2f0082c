import { Approval, ApprovalsQuery } from '@copup/shared/admin.ts';
import { IdParams, ListQuery } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { contentRange } from '../../lists/operator-list.ts';
import { findApproval, listApprovals } from './approvals.queries.ts';
import { type ApprovedActions, approvalNotFound, decideApproval } from './decide-approval.ts';

const tags = ['operators: approvals'];
const config = { access: 'operator', limit: 'admin' } as const;

/** /api/admin/approvals: what waits for a second operator (O3). */
export const approvalsRoutes =
  ({ db }: Pick<Deps, 'db'>, actions: ApprovedActions): FastifyPluginAsyncZod =>
  async (app) => {
    const getApproval = async (id: number): Promise<Approval> => {
      const approval = await findApproval(db, id);
      if (!approval) throw approvalNotFound();
      return approval;
    };

    app.get(
      '/admin/approvals',
      {
        config,
        schema: {
          tags,
          summary: 'Requests for a second operator; the total is in Content-Range',
          querystring: ListQuery.extend(ApprovalsQuery.shape),
          response: { 200: z.array(Approval) },
        },
      },
      async ({ query }, reply) => {
        const { rows, total } = await listApprovals(db, query);
        reply.header('content-range', contentRange('approvals', query, rows.length, total));
        return rows;
      },
    );

    app.get(
      '/admin/approvals/:id',
      { config, schema: { tags, summary: 'One request', params: IdParams, response: { 200: Approval } } },
      ({ params }) => getApproval(params.id),
    );

    const decisions = { approve: 'approved', reject: 'rejected' } as const;
    for (const action of ['approve', 'reject'] as const) {
      app.post(
        `/admin/approvals/:id/${action}`,
        {
          config,
          schema: {
            tags,
            summary: action === 'approve' ? 'Agrees: it is done now' : 'Refuses: nothing is done',
            params: IdParams,
            response: { 200: Approval },
          },
        },
        async ({ viewer, params }) => {
          await decideApproval({ db }, actions, {
            id: params.id,
            operatorId: viewer.userId,
            decision: decisions[action],
          });
          return getApproval(params.id);
        },
      );
    }
  };
