import type { ApprovalPending } from '@copup/shared/admin.ts';
import type { PayoutStatus } from '@copup/shared/payouts.ts';
import { eq, sql } from 'drizzle-orm';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { captureHolds, releaseHolds } from '../../ledger/holds.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import type { ApprovedActions } from '../../operators/approved-action.ts';
import { moveOrRequest } from '../../operators/move-or-request.ts';
import { lockOperatorAndOwner, refuseOwnWallet } from '../../operators/operator-moves.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { refuseAtRisk } from '../../payments/refuse-at-risk.ts';
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
  if (action === 'approve' || action === 'pay') await refuseAtRisk(tx, owner);
  const subject = { kind: 'payout', id: String(payoutId) };
  const details = {
    bid_points: payout.bidPoints,
    ...(reason !== undefined && { reason }),
    ...(bankReference !== undefined && { bank_reference: bankReference }),
  };
  const logged = { action: `payout.${action}`, subject, details, operatorId };
  if (action === 'pay') {
    await refuseOwnWallet(tx, operatorId, owner);
    await writeDecision(tx, payout, decision);
    await notify(tx, deps, payout, decision);
    await writeAudit(tx, logged);
    return undefined;
  }
  const execute = () => apply(tx, deps, payout, { ...decision, action });
  if (payoutActions[action].mayNeedApproval) {
    // An approval counts as received by the user, whose bank receives the naira.
    const user = { id: owner, realm: payout.realm };
    return moveOrRequest(tx, deps, { ...logged, user, amount: payout.bidPoints, isCredit: true }, execute);
  }
  await refuseOwnWallet(tx, operatorId, owner);
  const transferId = await execute();
  await writeAudit(tx, { ...logged, details: { ...details, transfer_id: transferId } });
  return undefined;
}

/** Executes what a second operator approved. */
export function payoutsApproved(deps: Pick<Deps, 'newId' | 'notices'>): ApprovedActions {
  const execute = (action: Moving): ApprovedActions[string] => ({
    async apply(tx, { subject, details, requestedBy }) {
      const payout = await lockInStatus(tx, Number(subject.id), action);
      if (action === 'approve') await refuseAtRisk(tx, payout.userId);
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

interface Decided {
  action: PayoutAction;
  operatorId: string;
  reason?: string | undefined;
  bankReference?: string | undefined;
}
type Moving = Exclude<PayoutAction, 'pay'>;

/** Returns the transfer's id. */
async function apply(
  tx: Transaction,
  deps: Pick<Deps, 'newId' | 'notices'>,
  payout: PayoutRow,
  decided: Decided & { action: Moving },
): Promise<string> {
  await writeDecision(tx, payout, decided);
  const transferId = await moveCoins(tx, deps.newId(), payout, decided.action);
  await notify(tx, deps, payout, decided);
  return transferId;
}

async function writeDecision(
  tx: Transaction,
  { id }: PayoutRow,
  { action, operatorId, reason, bankReference }: Decided,
): Promise<void> {
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
    .where(eq(payouts.id, id));
}

async function notify(
  tx: Transaction,
  { notices }: Pick<Deps, 'notices'>,
  { id, userId, bidPoints }: PayoutRow,
  { action, reason }: Decided,
): Promise<void> {
  const subject = { kind: 'payout', id: String(id) };
  const { to: status } = payoutActions[action];
  const details = { status, amount: bidPoints, ...(reason !== undefined && { reason }) };
  await notices.write(tx, [{ userId, kind: 'payout', subject, details }]);
}

/** Each key can be used once, so a payout is captured, released and returned at most once. */
async function moveCoins(
  tx: Transaction,
  transferId: string,
  { id, userId, realm, bidPoints }: PayoutRow,
  action: Moving,
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
