import type { Approval, ApprovalReason } from '@copup/shared/admin.ts';
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

/** What an approved action does. The feature that requests the approval defines it. */
export interface ApprovedAction {
  /**
   * Runs in the transaction of the approval, under its lock, and returns the details for the audit log. A refusal leaves
   * the request pending.
   */
  apply(tx: Transaction, approval: LockedApproval): Promise<Record<string, unknown>>;
  /** Runs once the approval is committed. */
  afterCommit?: () => Promise<void>;
}

/** By the name of the action. */
export type ApprovedActions = Readonly<Record<string, ApprovedAction>>;
