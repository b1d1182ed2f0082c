import type { ApprovalBlock } from '@copup/shared/admin.ts';

/** A user who is or was an operator. */
export interface OperatorFacts {
  id: string;
  username: string;
  role: 0 | 1;
  /** Since when: null for a role that no trigger has seen, which counts as new. */
  since: Date | null;
  isFirst: boolean;
  promotedBy: string | null;
}

/** What decides who may approve a request. */
export interface RequestFacts {
  requestedBy: string;
  /** Whose wallet, role or sign-in it is about; null when it is about nobody's. */
  beneficiaryId: string | null;
}

export interface WaitingTime {
  now: Date;
  hours: number;
}

export type Operators = ReadonlyMap<string, OperatorFacts>;

/**
 * Why this user may not approve the request (O3a), undefined when they may. Neither the requester nor the beneficiary
 * approves, nor does an operator who promoted one of them or was promoted by one of them, directly or through others: a
 * second account of the same person is reached in this way.
 */
export function approvalBlock(
  request: RequestFacts,
  deciderId: string,
  operators: Operators,
  waiting: WaitingTime,
): ApprovalBlock | undefined {
  if (deciderId === request.requestedBy) return 'OWN_REQUEST';
  if (deciderId === request.beneficiaryId) return 'OWN_BENEFIT';
  if (operators.get(request.requestedBy)?.role !== 1) return 'REQUESTER_NOT_OPERATOR';
  const decider = operators.get(deciderId);
  if (decider?.role !== 1) return 'FORBIDDEN';
  const concerned = [request.requestedBy, request.beneficiaryId ?? request.requestedBy];
  if (concerned.some((id) => isSamePromotion(id, deciderId, operators))) return 'SAME_PROMOTION';
  const from = mayApproveFrom(decider, waiting.hours);
  if (from === undefined || from > waiting.now) return 'TOO_NEW_TO_APPROVE';
  return undefined;
}

/** Why this operator may not reject the request. A rejection moves nothing, so that a new operator may reject. */
export function rejectionBlock(request: RequestFacts, deciderId: string): ApprovalBlock | undefined {
  if (deciderId === request.requestedBy) return 'OWN_REQUEST';
  return deciderId === request.beneficiaryId ? 'OWN_BENEFIT' : undefined;
}

/** When the waiting time of an operator ends; undefined when it is not known to have begun. */
export function mayApproveFrom({ since, isFirst }: OperatorFacts, waitHours: number): Date | undefined {
  if (isFirst) return new Date(0);
  return since ? new Date(since.getTime() + waitHours * 3_600_000) : undefined;
}

/** Whether one of the two promoted the other, directly or through others. */
export function isSamePromotion(one: string, other: string, operators: Operators): boolean {
  return isPromoterOf(one, other, operators) || isPromoterOf(other, one, operators);
}

function isPromoterOf(promoter: string, id: string, operators: Operators): boolean {
  const seen = new Set<string>();
  for (let at = operators.get(id)?.promotedBy; at && !seen.has(at); at = operators.get(at)?.promotedBy) {
    if (at === promoter) return true;
    seen.add(at);
  }
  return false;
}
