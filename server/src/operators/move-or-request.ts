import type { ApprovalPending } from '@copup/shared/admin.ts';
import type { Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import type { Subject } from '../subject.ts';
import {
  findApprovalReason,
  noteOperatorMove,
  type OperatorMove,
  refuseOwnWallet,
} from './operator-moves.ts';
import { requestApprovalOnce } from './request-approval.ts';
import { writeAudit } from './write-audit.ts';

/** An operator's decision that moves coins to a user, and can be made once for its subject. */
export interface DecidedMove extends OperatorMove {
  user: NonNullable<OperatorMove['user']>;
  /** The name of the action in the operators' log, and of what an approval executes. */
  action: string;
  subject: Subject;
  /** Logged, and kept in the request: all that the approved action needs. */
  details: Record<string, unknown>;
}

/**
 * Executes a move, logged and counted, and returns undefined. When it needs a second operator (O3a), requests the
 * approval instead and moves nothing. Lock the operator and the user before. Throws OWN_WALLET. `execute` returns the
 * transfer's id, null when there was nothing to move.
 */
export async function moveOrRequest(
  tx: Transaction,
  deps: Pick<Deps, 'settings'>,
  { action, subject, details, ...move }: DecidedMove,
  execute: () => Promise<string | null>,
): Promise<ApprovalPending | undefined> {
  const { operatorId, user } = move;
  await refuseOwnWallet(tx, operatorId, user.id);
  const why = await findApprovalReason(tx, deps, move);
  if (why) {
    return requestApprovalOnce(tx, { action, subject, beneficiaryId: user.id, why, details, operatorId });
  }
  const transferId = await execute();
  if (transferId !== null) await noteOperatorMove(tx, move, transferId);
  await writeAudit(tx, { operatorId, action, subject, details: { ...details, transfer_id: transferId } });
  return undefined;
}
