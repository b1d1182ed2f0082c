import { paymentsAdminCalls } from '@copup/shared/calls/shop.ts';
import { eq, sql } from 'drizzle-orm';
import { type DecidedKind, itemSubject, rulesOf } from '../../decisions/decided-kind.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import { paymentNotFound, wrongPaymentStatus } from './shop.errors.ts';
import { manualPayments, type PaymentRow } from './shop.tables.ts';

export type Payment = PaymentRow & { realm: number };

/** Bank transfers for coins (W2): credited once, proved by the bank's reference. */
export const paymentKind: DecidedKind<Payment> = {
  name: 'payment',
  plural: 'payments',
  rules: rulesOf(paymentsAdminCalls, {
    approve: {
      from: ['pending'],
      to: 'approved',
      logs: ({ bidPoints, reference }) => ({ bid_points: bidPoints, name: reference }),
      async move(tx, { newId }, { id, userId, realm, bidPoints }) {
        const to = { kind: 'available', id: userId } as const;
        const postings = [{ from: { kind: 'issuance' } as const, to, amount: bidPoints }];
        const subject = itemSubject(paymentKind, id);
        const transferId = newId();
        const transfer = { id: transferId, kind: 'purchase', realm, subject, postings } as const;
        await postTransfers(tx, [{ ...transfer, key: `payment:${id}` }]);
        return transferId;
      },
    },
    reject: {
      from: ['pending'],
      to: 'rejected',
    },
  }),
  notFound: paymentNotFound,
  wrongStatus: wrongPaymentStatus,
  async findOwner(tx, id) {
    const { userId } = manualPayments;
    return (await tx.orm.select({ userId }).from(manualPayments).where(eq(manualPayments.id, id)))[0]?.userId;
  },
  async lock(tx, id, owner) {
    const isIt = eq(manualPayments.id, id);
    const [row] = await tx.orm.select().from(manualPayments).where(isIt).for('no key update');
    // Only payments of the real realm need a second operator.
    return row && { ...row, realm: owner?.realm ?? 0 };
  },
  async write(tx, { id }, { status, operatorId, reason, bankReference }) {
    const decided = { status: status as Payment['status'], decidedBy: operatorId, reason, bankReference };
    await tx.orm
      .update(manualPayments)
      .set({ ...decided, decidedAt: sql`clock_timestamp()` })
      .where(eq(manualPayments.id, id));
  },
  notice: ({ bidPoints }) => ({ kind: 'payment', details: { amount: bidPoints } }),
};
