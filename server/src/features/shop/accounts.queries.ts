import type { Database } from '../../db/database.ts';
import { and, eq, gt, sql } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { type AccountRow, manualPayments, type PaymentRow, paymentAccounts } from './shop.tables.ts';

/** An account of its own with the payment that it is for (W18). */
export type OpenedAccount = AccountRow &
  Pick<PaymentRow, 'userId' | 'status' | 'bidPoints' | 'priceKobo' | 'packageId'>;

const select = (source: Database | Transaction) =>
  source.orm
    .select({
      paymentId: paymentAccounts.paymentId,
      txRef: paymentAccounts.txRef,
      bankName: paymentAccounts.bankName,
      accountNumber: paymentAccounts.accountNumber,
      expiresAt: paymentAccounts.expiresAt,
      askedAt: paymentAccounts.askedAt,
      userId: manualPayments.userId,
      status: manualPayments.status,
      bidPoints: manualPayments.bidPoints,
      priceKobo: manualPayments.priceKobo,
      packageId: manualPayments.packageId,
    })
    .from(paymentAccounts)
    .innerJoin(manualPayments, eq(manualPayments.id, paymentAccounts.paymentId));

/** Finds the account of a user's own payment (I8). */
export async function findOpened(
  db: Database,
  userId: string,
  paymentId: number,
): Promise<OpenedAccount | undefined> {
  const isOwn = and(eq(paymentAccounts.paymentId, paymentId), eq(manualPayments.userId, userId));
  return (await select(db).where(isOwn))[0];
}

export async function findByTxRef(db: Database, txRef: string): Promise<OpenedAccount | undefined> {
  return (await select(db).where(eq(paymentAccounts.txRef, txRef)))[0];
}

/** Finds the user's account for a package that can still be paid. The user is locked. */
export async function findPayable(
  tx: Transaction,
  userId: string,
  { bidPoints, priceKobo }: Pick<PaymentRow, 'bidPoints' | 'priceKobo'>,
): Promise<OpenedAccount | undefined> {
  const isPayable = and(
    eq(manualPayments.userId, userId),
    eq(manualPayments.status, 'reserved'),
    eq(manualPayments.bidPoints, bidPoints),
    eq(manualPayments.priceKobo, priceKobo),
    gt(paymentAccounts.expiresAt, sql`statement_timestamp()`),
  );
  return (await select(tx).where(isPayable))[0];
}
