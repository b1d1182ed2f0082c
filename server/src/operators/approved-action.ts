import type { Approval, ApprovalReason } from '@copup/shared/admin.ts';
import type { Right } from '@copup/shared/rights.ts';
import type { Transaction } from '../db/in-transaction.ts';

/** A request for approval, locked by the transaction that decides it. */
export interface LockedApproval {
  id: number;
  action: string;
  subject: { kind: string; id: string };
  details: Record<string, unknown>;
  why: ApprovalReason;
  status: Approval['status'];
  requestedBy: string;
  beneficiaryId: string | null;
}

/** The effect of an approved action, defined by the feature that requests the approval. */
export interface ApprovedAction {
  /** What the second operator's role needs: the right of the call that requests it (S8). */
  readonly right: Right;
  /**
   * Runs in the transaction of the approval, under its lock, and returns the details for the audit log. After a refusal
   * the request stays pending.
   */
  apply(tx: Transaction, approval: LockedApproval): Promise<Record<string, unknown>>;
  /** Runs after the approval is committed. */
  afterCommit?: () => Promise<void>;
}

/** By the name of the action. */
export type ApprovedActions = Readonly<Record<string, ApprovedAction>>;
