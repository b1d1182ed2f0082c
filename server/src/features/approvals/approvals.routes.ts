import { Approval, ApprovalsQuery } from '@copup/shared/admin.ts';
import { IdempotencyHeaders, IdParams, ListQuery } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { ApprovedActions } from '../../operators/approved-action.ts';
import { contentRange, listDescription } from '../../operators/operator-list.ts';
import { readOperators } from '../../operators/operators.queries.ts';
import { listApprovals } from './approvals.queries.ts';
import { decideApproval, readApproval } from './decide-approval.ts';
import { describeApproval } from './describe-approval.ts';

const tags = ['operators: approvals'];
const config = { access: 'operator', limit: 'admin' } as const;

/** /api/admin/approvals: requests that wait for a second operator (O3a). */
export const approvalsRoutes =
  (
    deps: Pick<Deps, 'clock' | 'config' | 'db' | 'settings'>,
    all: { readonly approvedActions: ApprovedActions },
  ): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/admin/approvals',
      {
        config,
        schema: {
          tags,
          summary: 'Requests for a second operator; the total is in Content-Range',
          description: listDescription,
          querystring: ListQuery.extend(ApprovalsQuery.shape),
          response: { 200: z.array(Approval) },
        },
      },
      async ({ viewer, query }, reply) => {
        const [{ rows, total }, operators] = await Promise.all([
          listApprovals(deps.db, query),
          readOperators(deps.db),
        ]);
        reply.header('content-range', contentRange('approvals', query, rows.length, total));
        const waiting = {
          now: new Date(deps.clock.wallMs()),
          hours: deps.settings.get('newOperatorWaitHours'),
          comparesDevices: deps.config.isProduction,
        };
        return rows.map((row) => describeApproval(row, viewer.userId, operators, waiting));
      },
    );

    app.get(
      '/admin/approvals/:id',
      {
        config: { ...config, errors: ['APPROVAL_NOT_FOUND'] },
        schema: { tags, summary: 'One request', params: IdParams, response: { 200: Approval } },
      },
      ({ viewer, params }) => readApproval(deps.db, deps, params.id, viewer.userId),
    );

    const decisions = { approve: 'approved', reject: 'rejected' } as const;
    for (const action of ['approve', 'reject'] as const) {
      app.post(
        `/admin/approvals/:id/${action}`,
        {
          config: {
            ...config,
            errors: [
              'APPROVAL_NOT_FOUND',
              'ALREADY_DECIDED',
              'OWN_REQUEST',
              'OWN_BENEFIT',
              'SAME_PROMOTION',
              'SAME_DEVICE',
              'TOO_NEW_TO_APPROVE',
              'REQUESTER_NOT_OPERATOR',
              'USER_NOT_FOUND',
              'ORDER_NOT_FOUND',
              'ORDER_STATUS',
              'AUCTION_NOT_EDITABLE',
              'CONTEST_NOT_EDITABLE',
              'HEIST_NOT_EDITABLE',
              'REWARDS_TOO_LOW',
              'OWES_COINS',
              'OPEN_DISPUTE',
              'YOUNG_COINS',
              'PAYOUT_NOT_FOUND',
              'WRONG_STATUS',
              'OWN_WALLET',
              'NOT_ENOUGH_COINS',
              'TRADER_NOT_FOUND',
              'TRADE_NOT_FOUND',
              'TRADE_EXPIRED',
              'WRONG_STATUS',
              'BANK_REFERENCE_USED',
              'HEIST_NOT_FOUND',
              'HEIST_NOT_STARTED',
              'HEIST_ENDED',
              'FIXTURE_NOT_FOUND',
              'RESULT_EXISTS',
              'NO_RESULT',
              'SAME_RESULT',
              'BET_NOT_FOUND',
            ],
          },
          schema: {
            tags,
            summary:
              action === 'approve' ? 'Approves a request and executes its action' : 'Rejects a request',
            params: IdParams,
            headers: IdempotencyHeaders,
            response: { 200: Approval },
          },
        },
        ({ viewer, params, headers }) =>
          decideApproval(deps, all.approvedActions, {
            id: params.id,
            operatorId: viewer.userId,
            decision: decisions[action],
            key: headers['idempotency-key'],
          }),
      );
    }
  };
