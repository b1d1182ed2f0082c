import type { ApprovalPending } from '@copup/shared/admin.ts';
import { eq, sql } from 'drizzle-orm';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import { moveOrRequest } from '../../operators/move-or-request.ts';
import { lockOperatorAndOwner } from '../../operators/operator-moves.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { refuseUsedReference, takeBankReference } from '../../payments/bank-references.ts';
import { APPROVE, findBuyer, lockPayment } from './payments.queries.ts';
import { paymentNotFound, wrongPaymentStatus } from './shop.errors.ts';
import { manualPayments, type PaymentRow } from './shop.tables.ts';

type DecideDeps = Pick<Deps, 'db' | 'newId' | 'notices' | 'settings'>;

interface Decision {
  paymentId: number;
  operatorId: string;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
}

/**
 * Credits a bank transfer once (W2), proved by the bank's reference. When it needs a second operator (O3a), returns the
 * request and leaves the payment pending. Throws WRONG_STATUS, with the status, when it is already decided.
 */
export async function approvePayment(
  deps: DecideDeps,
  { paymentId, operatorId, key, bankReference }: Decision & { bankReference: string },
): Promise<ApprovalPending | undefined> {
  const subject = subjectOf(paymentId);
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(
      tx,
      {
        userId: operatorId,
        route: 'admin/payments/approve',
        subject: subject.id,
        key,
        input: { bankReference },
      },
      async () => {
        const { payment, realm } = await lockPending(tx, paymentId, operatorId);
        await refuseUsedReference(tx, bankReference);
        const move = {
          action: APPROVE,
          subject,
          details: {
            bid_points: payment.bidPoints,
            name: payment.reference,
            bank_reference: bankReference,
          },
          operatorId,
          user: { id: payment.userId, realm },
          amount: payment.bidPoints,
          isCredit: true,
        };
        const pending = await moveOrRequest(tx, deps, move, () =>
          credit(tx, deps, { payment, realm, bankReference, operatorId }),
        );
        return { status: pending ? 202 : 200, reply: pending ?? null };
      },
    ),
  );
  return reply ?? undefined;
}

/** Executes an approval that a second operator confirmed. The first operator's name stays with the payment. */
export const approvalsOfPayments = (deps: Pick<Deps, 'newId' | 'notices'>) => ({
  [APPROVE]: {
    async apply(
      tx: Transaction,
      {
        subject,
        details,
        requestedBy,
      }: { subject: { id: string }; details: Record<string, unknown>; requestedBy: string },
    ): Promise<Record<string, unknown>> {
      const payment = await lockPayment(tx, Number(subject.id));
      if (!payment) throw paymentNotFound();
      if (payment.status !== 'pending') throw wrongPaymentStatus(payment.status);
      const bankReference = String(details.bank_reference);
      // Only payments of the real realm need a second operator.
      return {
        transfer_id: await credit(tx, deps, { payment, realm: 0, bankReference, operatorId: requestedBy }),
      };
    },
  },
});

/** Rejects a bank transfer with a reason that the buyer reads. No coins move. */
export async function rejectPayment(
  deps: Pick<Deps, 'db' | 'notices'>,
  { paymentId, operatorId, key, reason }: Decision & { reason: string },
): Promise<void> {
  const subject = subjectOf(paymentId);
  await inTransaction(deps.db, (tx) =>
    withStoredReply(
      tx,
      { userId: operatorId, route: 'admin/payments/reject', subject: subject.id, key, input: { reason } },
      async () => {
        const { payment } = await lockPending(tx, paymentId, operatorId);
        await decide(tx, paymentId, { status: 'rejected', reason, decidedBy: operatorId });
        await notify(tx, deps, payment, { status: 'rejected', reason });
        await writeAudit(tx, { operatorId, action: 'payment.reject', subject, details: { reason } });
        return { status: 200, reply: null };
      },
    ),
  );
}

/** Locks users before the payment, as an approval does (L5). */
async function lockPending(
  tx: Transaction,
  paymentId: number,
  operatorId: string,
): Promise<{ payment: PaymentRow; realm: number }> {
  const buyer = await findBuyer(tx, paymentId);
  if (buyer === undefined) throw paymentNotFound();
  const user = await lockOperatorAndOwner(tx, operatorId, buyer);
  const payment = await lockPayment(tx, paymentId);
  if (!payment || !user) throw paymentNotFound();
  if (payment.status !== 'pending') throw wrongPaymentStatus(payment.status);
  return { payment, realm: user.realm };
}

interface Credit {
  payment: PaymentRow;
  realm: number;
  bankReference: string;
  operatorId: string;
}

async function credit(
  tx: Transaction,
  deps: Pick<Deps, 'newId' | 'notices'>,
  { payment, realm, bankReference, operatorId }: Credit,
): Promise<string> {
  const subject = subjectOf(payment.id);
  await takeBankReference(tx, bankReference, subject);
  await decide(tx, payment.id, { status: 'approved', bankReference, decidedBy: operatorId });
  const id = deps.newId();
  const to = { kind: 'available', id: payment.userId } as const;
  await postTransfers(tx, [
    {
      id,
      kind: 'purchase',
      realm,
      subject,
      key: `payment:${payment.id}`,
      postings: [{ from: { kind: 'issuance' }, to, amount: payment.bidPoints }],
    },
  ]);
  await notify(tx, deps, payment, { status: 'approved' });
  return id;
}

async function decide(
  tx: Transaction,
  id: number,
  values: Pick<PaymentRow, 'status' | 'decidedBy'> & Partial<Pick<PaymentRow, 'reason' | 'bankReference'>>,
): Promise<void> {
  await tx.orm
    .update(manualPayments)
    .set({ ...values, decidedAt: sql`clock_timestamp()` })
    .where(eq(manualPayments.id, id));
}

async function notify(
  tx: Transaction,
  { notices }: Pick<Deps, 'notices'>,
  { id, userId, bidPoints }: PaymentRow,
  { status, reason }: { status: 'approved' | 'rejected'; reason?: string },
): Promise<void> {
  const details = { status, amount: bidPoints, ...(reason !== undefined && { reason }) };
  await notices.write(tx, [{ userId, kind: 'payment', subject: subjectOf(id), details }]);
}

const subjectOf = (id: number) => ({ kind: 'payment', id: String(id) });
