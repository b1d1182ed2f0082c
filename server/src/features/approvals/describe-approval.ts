import type { Approval } from '@copup/shared/admin.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import {
  approvalBlock,
  mayApproveFrom,
  type Operators,
  type RequestFacts,
  rejectionBlock,
  type WaitingTime,
} from '../../operators/approval-rules.ts';
import type { ApprovedActions } from '../../operators/approved-action.ts';
import { readOperators } from '../../operators/operators.queries.ts';
import type { ApprovalRow } from './approvals.queries.ts';

/** Describes requests for an operator: whose approval they wait for, and whether the viewer may approve them (O3a). */
export async function describeApprovals(
  source: Deps['db'] | Transaction,
  { clock, config, settings }: Pick<Deps, 'clock' | 'config' | 'settings'>,
  actions: ApprovedActions,
  rows: readonly ApprovalRow[],
  viewerId: string,
): Promise<Approval[]> {
  const operators = await readOperators(source);
  const waiting = {
    now: new Date(clock.wallMs()),
    hours: settings.get('newOperatorWaitHours'),
    comparesDevices: config.isProduction,
  };
  return rows.map((row) => {
    const { requestedById, beneficiaryId, requested_at, decided_at, ...rest } = row;
    const right = actions[row.action]?.right ?? 'operators';
    const request = { requestedBy: requestedById, beneficiaryId, right };
    return {
      ...rest,
      right,
      requested_at: requested_at.toISOString(),
      decided_at: decided_at?.toISOString() ?? null,
      waits_for: row.status === 'pending' ? waitsFor(request, viewerId, operators, waiting) : null,
    };
  });
}

function waitsFor(
  request: RequestFacts,
  viewerId: string,
  operators: Operators,
  waiting: WaitingTime,
): Approval['waits_for'] {
  const all = [...operators.values()].map((operator) => ({
    operator,
    block: approvalBlock(request, operator.id, operators, waiting),
  }));
  const approvers = all.filter(({ block }) => block === undefined).map(({ operator }) => operator.username);
  const waitingEnds = all
    .filter(({ block }) => block === 'TOO_NEW_TO_APPROVE')
    .flatMap(({ operator }) => mayApproveFrom(operator, waiting.hours)?.getTime() ?? []);
  const isSomeoneExpected = approvers.length === 0 && waitingEnds.length > 0;
  return {
    approvers: approvers.sort(),
    approver_from: isSomeoneExpected ? new Date(Math.min(...waitingEnds)).toISOString() : null,
    block: approvalBlock(request, viewerId, operators, waiting) ?? null,
    may_reject: rejectionBlock(request, viewerId, operators) === undefined,
  };
}
