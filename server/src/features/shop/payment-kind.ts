import { paymentsAdminCalls } from '@copup/shared/calls/shop.ts';
import { toNaira } from '@copup/shared/coins.ts';
import { comparableReference } from '@copup/shared/shop.ts';
import { eq } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import {
  type DecidedKind,
  type Given,
  itemSubject,
  rulesOf,
  type Taken,
} from '../../decisions/decided-kind.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import { refuseOwnWallet } from '../../operators/operator-moves.ts';
import { referenceUsed } from '../../payments/bank-references.ts';
import { worthOfNaira } from '../../subjects/publish-subject.ts';
import { arrivedKobo, backKobo, nextReturn } from './payment-sums.ts';
import { lockPayment, type Payment, writePayment } from './payments.queries.ts';
import { isMissing, notRecorded, paymentNotFound, wrongPaymentStatus } from './shop.errors.ts';
import { manualPayments } from './shop.tables.ts';

/** Bank transfers for coins (W2): credited once, proved by the bank's reference. Another amount is recorded (W2a). */
export const paymentKind: DecidedKind<Payment, 'approve' | 'record' | 'return' | 'reject'> = {
  name: 'payment',
  plural: 'payments',
  rules: rulesOf(paymentsAdminCalls, {
    approve: {
      from: ['pending'],
      to: 'approved',
      leadsTo: (payment) => (backKobo(payment) > 0 ? 'overpaid' : 'approved'),
      logs: ({ bidPoints, reference }) => ({ bid_points: bidPoints, name: reference }),
      check: refuseUnlessWhole,
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
    record: {
      from: ['pending', 'underpaid', 'returning'],
      to: 'underpaid',
      leadsTo(payment, given) {
        // What arrives after the buyer wanted the money back goes back too.
        if (payment.status === 'returning') return payment.status;
        return arrivedWith(payment, given) < payment.priceKobo ? 'underpaid' : 'pending';
      },
      logs: (_payment, { transfer }) => ({ ...transfer }),
      check: (tx, { userId }, { operatorId }) => refuseOwnWallet(tx, operatorId, userId),
    },
    return: {
      from: ['returning', 'overpaid'],
      to: 'returned',
      leadsTo(payment) {
        if (backKobo(payment) > backNow(payment)) return payment.status;
        return payment.status === 'overpaid' ? 'approved' : 'returned';
      },
      logs: (payment) => ({ amountKobo: backNow(payment), bid_points: worthOfNaira(backNow(payment)) }),
      async check(_tx, payment, given) {
        if (isRecorded(payment, given)) throw referenceUsed();
      },
      counts: async (_tx, payment) => ({ amount: worthOfNaira(backNow(payment)) }),
    },
    reject: {
      from: ['pending'],
      to: 'rejected',
      leadsTo: (payment) => (arrivedKobo(payment) > 0 ? 'returning' : 'rejected'),
    },
  }),
  notFound: paymentNotFound,
  wrongStatus: wrongPaymentStatus,
  async findOwner(tx, id) {
    const { userId } = manualPayments;
    return (await tx.orm.select({ userId }).from(manualPayments).where(eq(manualPayments.id, id)))[0]?.userId;
  },
  lock: lockPayment,
  write: writePayment,
  notice: (payment, taken) => ({
    kind: 'payment',
    details: { amount: payment.bidPoints, ...nairaOf(payment, taken) },
  }),
};

const arrivedWith = (payment: Payment, { transfer }: Partial<Given>): number =>
  arrivedKobo(payment) + (transfer?.amountKobo ?? 0);

/** What the next transfer takes back. */
const backNow = (payment: Payment): number => nextReturn(payment)?.amountKobo ?? 0;

const isRecorded = ({ transfers }: Payment, { bankReference = '' }: Given): boolean =>
  transfers.some((each) => comparableReference(each.bankReference) === comparableReference(bankReference));

/** Once money was recorded, it must reach the price, and one of its references proves the payment. */
async function refuseUnlessWhole(_tx: Transaction, payment: Payment, given: Given): Promise<void> {
  const arrived = arrivedKobo(payment);
  if (arrived === 0) return;
  if (arrived < payment.priceKobo) throw isMissing(payment.priceKobo - arrived);
  if (!isRecorded(payment, given)) throw notRecorded();
}

/** What a notice says in naira, after money was recorded (W2a). */
function nairaOf(payment: Payment, taken: Taken): Record<string, number> {
  const arrived = arrivedWith(payment, taken);
  if (arrived === 0) return {};
  const { transfer, bankReference } = taken;
  if (bankReference && !transfer && payment.status !== 'pending') return { sent: toNaira(backNow(payment)) };
  const back = backKobo({ ...payment, status: taken.status }, transfer?.amountKobo);
  return {
    arrived: toNaira(arrived),
    missing: toNaira(Math.max(0, payment.priceKobo - arrived)),
    back: toNaira(back),
  };
}
