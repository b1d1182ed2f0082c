import type { UserRow } from '../../accounts/users.tables.ts';
import { asc, eq, sql } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import type { MoveDeps, Taken } from '../../decisions/decided-kind.ts';
import { invariant } from '../../errors.ts';
import { withdrawApprovals } from '../../operators/withdraw-approvals.ts';
import { referenceUsed } from '../../payments/bank-references.ts';
import { nextReturn } from './payment-sums.ts';
import { manualPayments, type PaymentRow, paymentTransfers, type TransferRow } from './shop.tables.ts';

/** A payment with what was recorded of it, in that order. */
export type Payment = PaymentRow & { realm: number; transfers: TransferRow[] };

/** Locks a payment by bank transfer and reads what was recorded of it; undefined for an unknown id. */
export async function lockPayment(
  tx: Transaction,
  id: number,
  owner?: Pick<UserRow, 'realm'>,
): Promise<Payment | undefined> {
  const isIt = eq(manualPayments.id, id);
  const [row] = await tx.orm.select().from(manualPayments).where(isIt).for('no key update');
  if (!row) return undefined;
  const ofPayment = eq(paymentTransfers.paymentId, id);
  const transfers = await tx.orm
    .select()
    .from(paymentTransfers)
    .where(ofPayment)
    .orderBy(asc(paymentTransfers.id));
  // Only payments of the real realm need a second operator.
  return { ...row, realm: owner?.realm ?? 0, transfers };
}

/** When the time to send the rest ends, if it begins now. */
export const restUntil = async (tx: Transaction, { settings }: Pick<MoveDeps, 'settings'>) =>
  sql<Date>`clock_timestamp() + make_interval(days => ${await settings.read(tx, 'paymentRestDays')})`;

/** The operator is null where the server decides, which then says why it did not credit (W18). */
type Decided = Omit<Taken, 'operatorId'> & { operatorId: string | null } & Partial<
    Pick<PaymentRow, 'finding' | 'proposed'>
  >;

/** Writes a decision on a locked payment, and what arrived or went back with it. */
export async function writePayment(
  tx: Transaction,
  payment: Payment,
  taken: Decided,
  deps: Pick<MoveDeps, 'settings'>,
): Promise<void> {
  const { status, operatorId, reason, bankReference, finding, proposed } = taken;
  const isCredit = status === 'approved' || status === 'overpaid';
  if (taken.transfer || payment.status !== 'pending') await recordTransfer(tx, payment, taken);
  const now = sql<Date>`clock_timestamp()`;
  const isOver = isCredit || status === 'rejected' || status === 'returned';
  await tx.orm
    .update(manualPayments)
    .set({
      ...{ status: status as Payment['status'], changedAt: now, reason, finding, proposed },
      ...(payment.decidedAt === null && isOver && { decidedAt: now, decidedBy: operatorId }),
      ...(isCredit && payment.bankReference === null && { bankReference }),
      restUntil: status === 'underpaid' ? await restUntil(tx, deps) : null,
      ...(status === 'underpaid' && { choice: null }),
    })
    .where(eq(manualPayments.id, payment.id));
}

/** Stores what arrived, or that the next transfer went back. A request that was made before is withdrawn. */
async function recordTransfer(
  tx: Transaction,
  payment: Payment,
  { transfer, bankReference, operatorId }: Decided,
): Promise<void> {
  const back = transfer ? undefined : nextReturn(payment);
  invariant(transfer ?? back, 'a payment that is returned has money');
  const { rowCount } = await tx.orm
    .insert(paymentTransfers)
    .values({
      paymentId: payment.id,
      amountKobo: transfer?.amountKobo ?? -(back?.amountKobo ?? 0),
      bankReference: String(bankReference),
      sender: transfer?.sender ?? back?.of.sender ?? '',
      returns: back?.of.id,
      sentAt: transfer ? new Date(transfer.arrivedAt) : sql`clock_timestamp()`,
      recordedBy: operatorId,
    })
    .onConflictDoNothing();
  // Also one that proved this payment before.
  if (rowCount !== 1) throw referenceUsed();
  const subjectIds = [String(payment.id)];
  for (const action of ['payment.approve', 'payment.return'])
    if (transfer) await withdrawApprovals(tx, { action, subjectIds, operatorId });
}
