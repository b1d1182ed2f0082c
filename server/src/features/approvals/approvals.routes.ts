import { approvalsCalls } from '@copup/shared/calls/approvals.ts';
import type { Deps } from '../../deps.ts';
import type { ApprovedActions } from '../../operators/approved-action.ts';
import { recordHandlers } from '../../operators/record-handlers.ts';
import { routes } from '../../routes.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { type ApprovalRow, approvalNotFound, findApproval, listApprovals } from './approvals.queries.ts';
import { decideApproval } from './decide-approval.ts';
import { describeApprovals } from './describe-approval.ts';

/** /api/admin/approvals: requests that wait for a second operator (O3a). */
export function approvalsRoutes(
  deps: Pick<Deps, 'clock' | 'config' | 'db' | 'settings'>,
  all: { readonly approvedActions: ApprovedActions },
) {
  const describe = (rows: readonly ApprovalRow[], { userId }: Viewer) =>
    describeApprovals(deps.db, deps, all.approvedActions, rows, userId);
  const { read } = recordHandlers('approvals', {
    async list(query: Parameters<typeof listApprovals>[1], viewer) {
      const { rows, total } = await listApprovals(deps.db, query);
      return { rows: await describe(rows, viewer), total };
    },
    async find(id: number, viewer) {
      const row = await findApproval(deps.db, id);
      return row && (await describe([row], viewer))[0];
    },
    notFound: approvalNotFound,
  });
  const decide =
    (decision: 'approved' | 'rejected') =>
    ({ viewer, params, key }: { viewer: Viewer; params: { id: number }; key: string | undefined }) =>
      decideApproval(deps, all.approvedActions, {
        id: params.id,
        operatorId: viewer.userId,
        decision,
        key,
      });
  return routes(approvalsCalls, {
    ...read,
    'POST /:id/approve': decide('approved'),
    'POST /:id/reject': decide('rejected'),
  });
}
