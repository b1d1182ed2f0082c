import { Approval, ApprovalsQuery } from '@copup/shared/admin.ts';
import type { ErrorCode } from '@copup/shared/errors.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import type { ApprovedActions } from '../../operators/approved-action.ts';
import { type RecordAction, serveRecords } from '../../operators/record-routes.ts';
import { approvalNotFound, findApproval, listApprovals } from './approvals.queries.ts';
import { decideApproval } from './decide-approval.ts';
import { describeApprovals } from './describe-approval.ts';

/** Refusals of a decision, and of the actions that it executes. */
const errors: readonly ErrorCode[] = [
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
  'BANK_REFERENCE_USED',
  'HEIST_NOT_FOUND',
  'HEIST_NOT_STARTED',
  'HEIST_ENDED',
  'FIXTURE_NOT_FOUND',
  'RESULT_EXISTS',
  'NO_RESULT',
  'SAME_RESULT',
  'BET_NOT_FOUND',
];

/** /api/admin/approvals: requests that wait for a second operator (O3a). */
export const approvalsRoutes =
  (
    deps: Pick<Deps, 'clock' | 'config' | 'db' | 'settings'>,
    all: { readonly approvedActions: ApprovedActions },
  ): FastifyPluginAsyncZod =>
  async (app) => {
    const action = (name: string, decision: 'approved' | 'rejected', summary: string): RecordAction => ({
      ...{ action: name, summary, errors },
      run: ({ id, operatorId, key }) =>
        decideApproval(deps, all.approvedActions, { id, operatorId, decision, key }),
    });
    const approve = action('approve', 'approved', 'Approves a request and executes its action');
    const reject = action('reject', 'rejected', 'Rejects a request');
    serveRecords(
      app,
      {
        plural: 'approvals',
        tag: 'operators: approvals',
        summaries: {
          list: 'Requests for a second operator; the total is in Content-Range',
          one: 'One request',
        },
        filters: ApprovalsQuery,
        reply: Approval,
        notFound: approvalNotFound,
        list: (query) => listApprovals(deps.db, query),
        find: (id: number) => findApproval(deps.db, id),
        toReplies: (rows, viewer) => describeApprovals(deps.db, deps, rows, viewer.userId),
      },
      [approve, reject],
    );
  };
