import type { Database } from '../../db/database.ts';
import { and, eq } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { coinPackages, type PackageRow } from '../shop/shop.tables.ts';
import {
  type CardPaymentRow,
  type CardReversalRow,
  cardPayments,
  cardReversals,
} from './card-payments.tables.ts';

export async function findActivePackage(db: Database, id: number): Promise<PackageRow | undefined> {
  const [row] = await db.orm
    .select()
    .from(coinPackages)
    .where(and(eq(coinPackages.id, id), coinPackages.isActive));
  return row;
}

/** Finds a user's own payment (I8). */
export async function findOwnPayment(
  db: Database,
  userId: string,
  txRef: string,
): Promise<CardPaymentRow | undefined> {
  const [row] = await db.orm
    .select()
    .from(cardPayments)
    .where(and(eq(cardPayments.txRef, txRef), eq(cardPayments.userId, userId)));
  return row;
}

/** Finds the payment that an event is about: by its reference, else by the transaction that was credited. */
export async function findPayment(
  source: Database | Transaction,
  { txRef, transactionId }: { txRef: string | undefined; transactionId: string | undefined },
): Promise<CardPaymentRow | undefined> {
  const by =
    txRef !== undefined
      ? eq(cardPayments.txRef, txRef)
      : transactionId !== undefined
        ? eq(cardPayments.providerId, transactionId)
        : undefined;
  return by && (await source.orm.select().from(cardPayments).where(by))[0];
}

/** Locks a payment by card until the transaction ends; undefined for an unknown id. */
export async function lockPayment(tx: Transaction, id: number): Promise<CardPaymentRow | undefined> {
  return (await tx.orm.select().from(cardPayments).where(eq(cardPayments.id, id)).for('no key update'))[0];
}

/** Lists what was reversed of a payment's transactions. Lock the payment before a decision. */
export async function listReversals(tx: Transaction, paymentId: number): Promise<CardReversalRow[]> {
  return tx.orm.select().from(cardReversals).where(eq(cardReversals.paymentId, paymentId));
}

/** Marks as failed payments that were not made within a day. A payment that arrives later is credited nevertheless. */
export async function failAbandoned(db: Database): Promise<void> {
  await db.pool.query({
    name: 'card-payments-abandoned',
    text: `UPDATE card_payments SET status = 'failed', decided_at = clock_timestamp()
      WHERE id IN (SELECT id FROM card_payments
        WHERE status = 'pending' AND created_at < statement_timestamp() - interval '1 day'
        ORDER BY created_at LIMIT 1000 FOR NO KEY UPDATE SKIP LOCKED)`,
  });
}
