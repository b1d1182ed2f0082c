import type { ApprovalPending } from '@copup/shared/admin.ts';
import type { PayoutStatus } from '@copup/shared/payouts.ts';
import { eq, sql } from 'drizzle-orm';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { captureHolds, releaseHolds } from '../../ledger/holds.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import type { ApprovedActions } from '../../operators/approved-action.ts';
import {
  findApprovalReason,
  lockOperatorAndOwner,
  noteOperatorMove,
  refuseOwnWallet,
} from '../../operators/operator-moves.ts';
import { requestApprovalOnce } from '../../operators/request-approval.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { payoutNotFound, payoutOfLoadTest, wrongPayoutStatus } from './payouts.errors.ts';
import { findPayout, lockPayout, type PayoutRow } from './payouts.queries.ts';
import { payouts } from './payouts.tables.ts';

type DecideDeps = Pick<Deps, 'db' | 'newId' | 'notices' | 'settings'>;

/** W3. The two that move coins to the user or their bank may need a second operator (O3a). */
export const payoutActions = {
  approve: { from: 'pending', to: 'approved', mayNeedApproval: true },
  reject: { from: 'pending', to: 'rejected', mayNeedApproval: false },
  pay: { from: 'approved', to: 'paid', mayNeedApproval: false },
  return: { from: 'approved', to: 'returned', mayNeedApproval: true },
} as const satisfies Record<string, { from: PayoutStatus; to: PayoutStatus; mayNeedApproval: boolean }>;
export type PayoutAction = keyof typeof payoutActions;

export interface PayoutDecision {
  payoutId: number;
  action: PayoutAction;
  operatorId: string;
  /** Of a rejection or a return; the user sees it. */
  reason?: string;
  /** Of a payment. */
  bankReference?: string;
}

/**
 * Decides a payout, audited and with a notice to the user. Of two operators at once the second gets WRONG_STATUS with the
 * current status. When it needs a second operator (O3a), returns the request and leaves the payout unchanged.
 */
export async function decidePayout(
  deps: DecideDeps,
  decision: PayoutDecision,
  key: string | undefined,
): Promise<ApprovalPending | undefined> {
  const { payoutId, action, operatorId, reason, bankReference } = decision;
  const request = {
    userId: operatorId,
    route: `admin/payouts/${action}`,
    subject: String(payoutId),
    key,
    input: { reason, bankReference },
  };
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(tx, request, async () => ({
      status: 200,
      reply: (await decideWithin(tx, deps, decision)) ?? null,
    })),
  );
  return reply ?? undefined;
}

/** Does the same in a transaction of the caller. */
export async function decideWithin(
  tx: Transaction,
  deps: Pick<Deps, 'newId' | 'notices' | 'settings'>,
  decision: PayoutDecision,
): Promise<ApprovalPending | undefined> {
  const { payoutId, action, operatorId, reason, bankReference } = decision;
  // Users are locked before the payout, as for an approval; the owner of a payout never changes.
  const owner = (await findPayout(tx, payoutId))?.userId;
  if (owner === undefined) throw payoutNotFound();
  await lockOperatorAndOwner(tx, operatorId, owner);
  const payout = await lockInStatus(tx, payoutId, action);
  if (action === 'pay' && payout.realm !== 0) throw payoutOfLoadTest();
  await refuseOwnWallet(tx, operatorId, owner);
  const subject = { kind: 'payout', id: String(payoutId) };
  const details = {
    bid_points: payout.bidPoints,
    ...(reason !== undefined && { reason }),
    ...(bankReference !== undefined && { bank_reference: bankReference }),
  };
  // An approval counts as received by the user, whose bank receives the naira.
  const move = {
    operatorId,
    user: { id: owner, realm: payout.realm },
    amount: payout.bidPoints,
    isCredit: true,
  };
  if (payoutActions[action].mayNeedApproval) {
    const why = await findApprovalReason(tx, deps, move);
    if (why) {
      const request = { action: `payout.${action}`, subject, beneficiaryId: owner, why, details, operatorId };
      return requestApprovalOnce(tx, request);
    }
  }
  const transferId = await apply(tx, deps, payout, decision);
  if (transferId && payoutActions[action].mayNeedApproval) await noteOperatorMove(tx, move, transferId);
  await writeAudit(tx, {
    operatorId,
    action: `payout.${action}`,
    subject,
    details: { ...details, ...(transferId !== undefined && { transfer_id: transferId }) },
  });
  return undefined;
}

/** Executes what a second operator approved. */
export function payoutsApproved(deps: Pick<Deps, 'newId' | 'notices'>): ApprovedActions {
  const execute = (action: PayoutAction): ApprovedActions[string] => ({
    async apply(tx, { subject, details, requestedBy }) {
      const payout = await lockInStatus(tx, Number(subject.id), action);
      const reason = typeof details.reason === 'string' ? details.reason : undefined;
      const transferId = await apply(tx, deps, payout, { action, operatorId: requestedBy, reason });
      return { transfer_id: transferId };
    },
  });
  return { 'payout.approve': execute('approve'), 'payout.return': execute('return') };
}

/** Releases the coins of a payout that is still pending. */
export async function rejectPending(
  tx: Transaction,
  deps: Pick<Deps, 'newId' | 'notices'>,
  id: number,
  { operatorId, reason }: { operatorId: string; reason: string },
): Promise<void> {
  const payout = await lockPayout(tx, id);
  if (payout?.status === 'pending') await apply(tx, deps, payout, { action: 'reject', operatorId, reason });
}

async function lockInStatus(tx: Transaction, id: number, action: PayoutAction): Promise<PayoutRow> {
  const payout = await lockPayout(tx, id);
  if (!payout) throw payoutNotFound();
  if (payout.status !== payoutActions[action].from) throw wrongPayoutStatus(payout.status);
  return payout;
}

interface Applied {
  action: PayoutAction;
  operatorId: string;
  reason?: string | undefined;
  bankReference?: string | undefined;
}

/** Returns the transfer's id, undefined for a payment, which moves no coins. */
async function apply(
  tx: Transaction,
  deps: Pick<Deps, 'newId' | 'notices'>,
  payout: PayoutRow,
  { action, operatorId, reason, bankReference }: Applied,
): Promise<string | undefined> {
  const { from, to } = payoutActions[action];
  const at = sql`clock_timestamp()`;
  await tx.orm
    .update(payouts)
    .set({
      status: to,
      ...(from === 'pending' ? { decidedAt: at, decidedBy: operatorId } : { endedAt: at }),
      ...(reason !== undefined && { reason }),
      ...(bankReference !== undefined && { bankReference }),
    })
    .where(eq(payouts.id, payout.id));
  const transferId = action === 'pay' ? undefined : await moveCoins(tx, deps.newId(), payout, action);
  const subject = { kind: 'payout', id: String(payout.id) };
  await deps.notices.write(tx, [
    {
      userId: payout.userId,
      kind: 'payout',
      subject,
      details: { status: to, amount: payout.bidPoints, ...(reason !== undefined && { reason }) },
    },
  ]);
  return transferId;
}

/** Each key can be used once, so a payout is captured, released and returned at most once. */
async function moveCoins(
  tx: Transaction,
  transferId: string,
  { id, userId, realm, bidPoints }: PayoutRow,
  action: 'approve' | 'reject' | 'return',
): Promise<string> {
  const subject = { kind: 'payout', id: String(id) };
  const key = `payout:${id}`;
  const hold = { subject, realm, holds: [{ userId, transferId, key }] };
  if (action === 'approve')
    await captureHolds(tx, { ...hold, transferKind: 'payout_capture', to: { kind: 'payouts' } });
  else if (action === 'reject') await releaseHolds(tx, { ...hold, transferKind: 'payout_release' });
  else {
    const to = { kind: 'available', id: userId } as const;
    const postings = [{ from: { kind: 'payouts' } as const, to, amount: bidPoints }];
    await postTransfers(tx, [{ id: transferId, kind: 'payout_return', realm, subject, key, postings }]);
  }
  return transferId;
}
