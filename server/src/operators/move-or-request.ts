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
import { requestApproval, requestApprovalOnce } from './request-approval.ts';
import { writeAudit } from './write-audit.ts';

/** How a decision counts as a move of its operator (O3a). */
export interface Counted {
  amount: number;
  /** Details of the request for a second operator, in addition to those that are logged. */
  requested?: Record<string, unknown>;
}

/** An operator's decision that moves coins or goods. */
interface DecidedMove extends OperatorMove, Counted {
  /** The name of the action in the operators' log, and of what an approval executes. */
  action: string;
  subject: Subject;
  /** Logged, and kept in the request: all that the approved action needs. */
  details: Record<string, unknown>;
  /** Whether it can be made more than once for its subject, so that several requests may wait. */
  isRepeatable?: boolean;
}

/**
 * Executes a move, logged and counted, and returns undefined. When it needs a second operator (O3a), requests the
 * approval instead and moves nothing. Lock the operator and the user before. Throws OWN_WALLET for a credit. `execute`
 * returns the transfer's id, null when there was nothing to move, and undefined for goods.
 */
export async function moveOrRequest(
  tx: Transaction,
  deps: Pick<Deps, 'newId' | 'settings'>,
  { action, subject, details, requested, isRepeatable = false, ...move }: DecidedMove,
  execute: () => Promise<string | null | undefined>,
): Promise<ApprovalPending | undefined> {
  const { operatorId, user, amount, isCredit } = move;
  if (user && isCredit) await refuseOwnWallet(tx, operatorId, user.id);
  const why = await findApprovalReason(tx, deps, move);
  if (why) {
    const request = { action, subject, beneficiaryId: user?.id ?? null, why, operatorId };
    const ask = isRepeatable ? requestApproval : requestApprovalOnce;
    return ask(tx, { ...request, details: { ...details, ...requested } });
  }
  const transferId = await execute();
  // Goods have no transfer, and are counted by an id of their own.
  const counted = transferId === undefined && amount > 0 ? deps.newId() : transferId;
  if (counted) await noteOperatorMove(tx, move, counted);
  const logged = { ...details, ...(transferId !== undefined && { transfer_id: transferId }) };
  const realm = user?.realm ?? 0;
  await writeAudit(tx, { operatorId, action, subject, realm, details: logged });
  return undefined;
}
