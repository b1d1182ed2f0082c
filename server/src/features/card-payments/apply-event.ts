import { eq, sql } from 'drizzle-orm';
import type { CardPaymentsConfig } from '../../config.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { sqlState, UNIQUE_VIOLATION } from '../../db/pg-errors.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import { openReceivable } from '../../ledger/receivables.ts';
import { lockWallets } from '../../ledger/wallets.ts';
import { findPayment, lockPayment } from './card-payments.queries.ts';
import { type CardPaymentRow, cardPayments } from './card-payments.tables.ts';
import { readTransaction } from './provider.ts';
import type { ProviderEvent } from './provider-event.ts';

type ApplyDeps = Pick<Deps, 'db' | 'log' | 'newId' | 'notices'>;

/** What an event changed: nothing, when it is `ignored`. */
type Outcome = 'credited' | 'failed' | 'charged_back' | 'ignored';

/**
 * Applies an event of the provider whose signature was checked (W5, W15). May be called for the same event again, in
 * any order and on several servers at once: a payment is credited once, and reversed once. What needs an operator is
 * logged as an error. Throws UNAVAILABLE when the provider must deliver the event again.
 */
export async function applyEvent(
  deps: ApplyDeps,
  provider: CardPaymentsConfig,
  event: ProviderEvent,
): Promise<Outcome> {
  if (event.kind === 'other') return 'ignored';
  const payment = await findPayment(deps.db, event);
  if (!payment) return ignore(deps, event, 'no payment here has this reference');
  if (isDone(payment, event)) return 'ignored';
  const confirmed = await confirm(provider, payment, event);
  if (!confirmed) return ignore(deps, event, 'the provider describes another transaction');
  if (confirmed.kind === 'reversal')
    return inTransaction(deps.db, (tx) => reverse(tx, deps, payment.id, confirmed));
  try {
    return await inTransaction(deps.db, (tx) => charge(tx, deps, payment.id, confirmed));
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    return ignore(deps, event, 'this transaction was credited to another payment');
  }
}

/** Repeated events need neither the provider nor a lock. */
function isDone({ status, providerId }: CardPaymentRow, { kind, transactionId }: ProviderEvent): boolean {
  if (status === 'charged_back') return true;
  return kind === 'charge' && status === 'approved' && providerId === transactionId;
}

/** Returns the event as the provider's API confirms it; undefined when it does not. */
async function confirm(
  provider: CardPaymentsConfig,
  payment: CardPaymentRow,
  event: ProviderEvent,
): Promise<ProviderEvent | undefined> {
  const { secretKey } = provider;
  const id = event.transactionId ?? payment.providerId;
  if (id === null) return event.kind === 'reversal' ? event : undefined;
  if (secretKey === undefined) return { ...event, transactionId: id };
  const { txRef, amountKobo, currency, result, ...found } = await readTransaction(
    { ...provider, secretKey },
    id,
  );
  if (found.id !== id || txRef !== payment.txRef) return undefined;
  if (event.kind === 'reversal') return { ...event, transactionId: id };
  return { ...event, transactionId: id, txRef, amountKobo, currency, result };
}

async function charge(
  tx: Transaction,
  deps: ApplyDeps,
  paymentId: number,
  event: ProviderEvent,
): Promise<Outcome> {
  const payment = await lock(tx, paymentId);
  const isSuccessful = event.result === 'successful';
  if (payment.status === 'approved' || payment.status === 'charged_back') {
    const isRepeated = payment.providerId === event.transactionId || !isSuccessful;
    return isRepeated ? 'ignored' : ignore(deps, event, 'the payment was charged a second time: refund it');
  }
  const isAsRequested = event.amountKobo === payment.priceKobo && event.currency === 'NGN';
  if (isSuccessful && isAsRequested && event.transactionId !== undefined) {
    await credit(tx, deps, payment, event.transactionId);
    return 'credited';
  }
  if (isSuccessful) ignore(deps, event, 'the amount or the currency differs from the payment: refund it');
  // A later attempt may succeed: the customer can try another card in the same checkout.
  if (payment.status === 'failed' || event.result === 'open') return 'ignored';
  await update(tx, payment.id, { status: 'failed' });
  await notify(tx, deps, payment, { status: 'failed' });
  return 'failed';
}

async function credit(
  tx: Transaction,
  deps: ApplyDeps,
  payment: CardPaymentRow,
  providerId: string,
): Promise<void> {
  await update(tx, payment.id, { status: 'approved', providerId });
  const to = { kind: 'available', id: payment.userId } as const;
  await postTransfers(tx, [
    {
      id: deps.newId(),
      kind: 'purchase',
      realm: 0,
      subject: subjectOf(payment),
      key: `card_payment:${payment.id}`,
      input: { providerId },
      postings: [{ from: { kind: 'issuance' }, to, amount: payment.bidPoints }],
    },
  ]);
  await notify(tx, deps, payment, { status: 'approved' });
}

/** Takes back what is available; the rest is a receivable, which later credits repay (X5). */
async function reverse(
  tx: Transaction,
  deps: ApplyDeps,
  paymentId: number,
  event: ProviderEvent,
): Promise<Outcome> {
  const payment = await lock(tx, paymentId);
  if (payment.status === 'charged_back') return 'ignored';
  if (event.amountKobo !== undefined && event.amountKobo < payment.priceKobo) {
    return ignore(deps, event, 'a part of the payment was refunded: adjust the balance');
  }
  await tx.orm
    .update(cardPayments)
    .set({ status: 'charged_back', chargedBackAt: sql`clock_timestamp()` })
    .where(eq(cardPayments.id, payment.id));
  // A reversal can arrive before its charge, which is then never credited.
  const owed = payment.status === 'approved' ? await takeBack(tx, deps, payment) : 0;
  await notify(tx, deps, payment, { status: 'charged_back', owed });
  return 'charged_back';
}

/** Returns what the user owes afterwards. */
async function takeBack(
  tx: Transaction,
  { newId }: Pick<Deps, 'newId'>,
  payment: CardPaymentRow,
): Promise<number> {
  const { userId, bidPoints } = payment;
  const wallet = (await lockWallets(tx, [userId])).get(userId);
  invariant(wallet, `user ${userId} has no wallet`);
  const taken = Math.min(wallet.available, bidPoints);
  const subject = subjectOf(payment);
  if (taken > 0) {
    const from = { kind: 'available', id: userId } as const;
    await postTransfers(tx, [
      {
        id: newId(),
        kind: 'chargeback',
        realm: 0,
        subject,
        key: `card_payment:${payment.id}`,
        postings: [{ from, to: { kind: 'issuance' }, amount: taken }],
      },
    ]);
  }
  const owed = bidPoints - taken;
  if (owed > 0) await openReceivable(tx, { userId, realm: 0, subject, amount: owed });
  return owed;
}

async function lock(tx: Transaction, paymentId: number): Promise<CardPaymentRow> {
  const payment = await lockPayment(tx, paymentId);
  invariant(payment, `card payment ${paymentId} disappeared`);
  return payment;
}

async function update(
  tx: Transaction,
  id: number,
  values: Pick<CardPaymentRow, 'status'> & { providerId?: string },
): Promise<void> {
  await tx.orm
    .update(cardPayments)
    .set({ ...values, decidedAt: sql`clock_timestamp()` })
    .where(eq(cardPayments.id, id));
}

async function notify(
  tx: Transaction,
  { notices }: Pick<Deps, 'notices'>,
  payment: CardPaymentRow,
  details: { status: CardPaymentRow['status']; owed?: number },
): Promise<void> {
  const { userId, bidPoints } = payment;
  const subject = subjectOf(payment);
  await notices.write(tx, [{ userId, kind: 'payment', subject, details: { ...details, amount: bidPoints } }]);
}

function ignore(
  { log }: Pick<Deps, 'log'>,
  { kind, transactionId, txRef }: ProviderEvent,
  why: string,
): 'ignored' {
  log.error({ kind, transactionId, txRef }, `card payments: ${why}`);
  return 'ignored';
}

const subjectOf = ({ id }: CardPaymentRow) => ({ kind: 'card_payment', id: String(id) });
