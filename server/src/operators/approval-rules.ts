import type { ApprovalBlock } from '@copup/shared/admin.ts';
import { hasRight, type OperatorRole, type Right } from '@copup/shared/rights.ts';

/** A user who is or was an operator. */
export interface OperatorFacts {
  id: string;
  username: string;
  /** Null for a former operator. */
  role: OperatorRole | null;
  /** When the role began; null when no trigger recorded it, which counts as new. */
  since: Date | null;
  isFirst: boolean;
  promotedBy: string | null;
  /** Hashes of the devices on which the operator signed in within 30 days. */
  devices: readonly string[];
}

/** The facts that decide who may approve a request. */
export interface RequestFacts {
  requestedBy: string;
  /** The user whose wallet, role or sign-in it changes; null when it changes none. */
  beneficiaryId: string | null;
  /** What is needed to request and to decide it (S8). */
  right: Right;
}

export interface WaitingTime {
  now: Date;
  hours: number;
  /** Whether operators who share a device count as one, as in production. */
  comparesDevices: boolean;
}

export type Operators = ReadonlyMap<string, OperatorFacts>;

/**
 * Returns why this user may not approve the request (O3a), undefined when they may. Excluded are the requester, the
 * beneficiary, and operators who promoted one of them or were promoted by one of them, directly or indirectly: this
 * excludes a second account of the same person. Both the requester and the decider must have the right of the request.
 */
export function approvalBlock(
  request: RequestFacts,
  deciderId: string,
  operators: Operators,
  waiting: WaitingTime,
): ApprovalBlock | undefined {
  if (deciderId === request.requestedBy) return 'OWN_REQUEST';
  if (deciderId === request.beneficiaryId) return 'OWN_BENEFIT';
  const { role = null } = operators.get(request.requestedBy) ?? {};
  // An operator of any role asks for another e-mail address of their own.
  const isOwn = role !== null && request.requestedBy === request.beneficiaryId;
  if (!isOwn && !hasRight(role, request.right)) return 'REQUESTER_NOT_OPERATOR';
  const decider = operators.get(deciderId);
  if (!decider || decider.role === null) return 'FORBIDDEN';
  if (!hasRight(decider.role, request.right)) return 'RIGHT_NEEDED';
  const concerned = [request.requestedBy, request.beneficiaryId ?? request.requestedBy];
  if (concerned.some((id) => isSamePromotion(id, deciderId, operators))) return 'SAME_PROMOTION';
  if (waiting.comparesDevices && sharesDevice(request.requestedBy, decider, operators)) return 'SAME_DEVICE';
  const from = mayApproveFrom(decider, waiting.hours);
  if (from === undefined || from > waiting.now) return 'TOO_NEW_TO_APPROVE';
  return undefined;
}

const sharesDevice = (requesterId: string, { devices }: OperatorFacts, operators: Operators): boolean =>
  devices.some((device) => operators.get(requesterId)?.devices.includes(device));

/** Returns why this operator may not reject the request. A rejection moves no coins, so a new operator may reject. */
export function rejectionBlock(
  request: RequestFacts,
  deciderId: string,
  operators: Operators,
): ApprovalBlock | undefined {
  if (deciderId === request.requestedBy) return 'OWN_REQUEST';
  if (deciderId === request.beneficiaryId) return 'OWN_BENEFIT';
  return hasRight(operators.get(deciderId)?.role ?? null, request.right) ? undefined : 'RIGHT_NEEDED';
}

/** Returns when the waiting time of an operator ends; undefined when its start is unknown. */
export function mayApproveFrom({ since, isFirst }: OperatorFacts, waitHours: number): Date | undefined {
  if (isFirst) return new Date(0);
  return since ? new Date(since.getTime() + waitHours * 3_600_000) : undefined;
}

/** Returns whether one of the two promoted the other, directly or indirectly. */
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
