import type { CardPaymentsConfig } from '../../config.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { sqlState, UNIQUE_VIOLATION } from '../../db/pg-errors.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import { openReceivable } from '../../ledger/receivables.ts';
import { lockWallets } from '../../ledger/wallets.ts';
import { freezePurchase } from '../../ledger/young-coins.ts';
import { providerUnreachable } from '../../provider/provider.errors.ts';
import { readTransaction } from '../../provider/provider-api.ts';
import type { ProviderEvent } from '../../provider/provider-event.ts';
import { notChargedYet } from './card-payments.errors.ts';
import { findPayment, listReversals, lockPayment } from './card-payments.queries.ts';
import { type CardPaymentRow, type CardReversalRow, cardPayments } from './card-payments.tables.ts';
import { reversedCoins, storeReversal } from './reversals.ts';

type ApplyDeps = Pick<Deps, 'config' | 'db' | 'log' | 'newId' | 'notices' | 'settings'>;

const DAY_MS = 86_400_000;

/** What an event changed: nothing, when it is `ignored`; a reversal that moves no coins is `recorded`. */
type Outcome = 'credited' | 'failed' | 'charged_back' | 'returned' | 'recorded' | 'ignored';

/**
 * Applies an event of the provider whose signature was checked (W5, W15). May be called for the same event again, in
 * any order and on several servers at once: a payment is credited once, and each reversal counts once. What needs an operator is
 * logged as an error. Undefined when no payment has its reference. Throws UNAVAILABLE when the provider must deliver the event again.
 */
export async function applyEvent(deps: ApplyDeps, event: ProviderEvent): Promise<Outcome | undefined> {
  const { cardPayments: provider } = deps.config;
  const payment = await findPayment(deps.db, event);
  if (!payment || !provider) return undefined;
  if (isDone(payment, event)) return 'ignored';
  const confirmed = await confirm(provider, payment, event);
  if (!confirmed) return ignore(deps, event, 'the provider describes another transaction');
  if (confirmed.kind !== 'charge')
    return inTransaction(deps.db, (tx) => reverse(tx, deps, payment.id, confirmed));
  try {
    return await inTransaction(deps.db, (tx) => charge(tx, deps, payment.id, confirmed));
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    return ignore(deps, event, 'this transaction was credited to another payment');
  }
}

/** Repeated charges need neither the provider nor a lock. */
const isDone = ({ providerId }: CardPaymentRow, { kind, transactionId }: ProviderEvent): boolean =>
  kind === 'charge' && providerId !== null && providerId === transactionId;

/** Returns the event as the provider's API confirms it; undefined when it does not. */
async function confirm(
  provider: CardPaymentsConfig,
  payment: CardPaymentRow,
  event: ProviderEvent,
): Promise<ProviderEvent | undefined> {
  const { secretKey } = provider;
  const id = event.transactionId ?? payment.providerId;
  if (id === null) {
    // It is of a charge that is not known yet.
    if (event.kind !== 'charge') throw notChargedYet();
    return undefined;
  }
  if (secretKey === undefined) return { ...event, transactionId: id };
  const read = readTransaction({ ...provider, secretKey }, id);
  const { txRef, amountKobo, currency, result, ...found } = await read.catch((error: unknown) => {
    throw providerUnreachable(error);
  });
  if (found.id !== id || txRef !== payment.txRef) return undefined;
  if (event.kind !== 'charge') return { ...event, transactionId: id };
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
    const credited = await credit(tx, deps, payment, event.transactionId);
    // A reversal can arrive before its charge.
    const reversals = await listReversals(tx, payment.id);
    await freezeDisputed(tx, deps, credited, reversals);
    const reversed = reversedCoins(credited, reversals);
    await moveReversed(tx, deps, credited, { from: 0, to: reversed, key: purchaseKey(payment.id) });
    return reversed > 0 ? 'charged_back' : 'credited';
  }
  if (isSuccessful) ignore(deps, event, 'the amount or the currency differs from the payment: refund it');
  // A later attempt may succeed: the customer can try another card in the same checkout.
  if (payment.status === 'failed' || event.result === 'open') return 'ignored';
  await update(tx, payment.id, { status: 'failed' });
  await notify(tx, deps, payment, { status: 'failed', amount: payment.bidPoints });
  return 'failed';
}

const purchaseKey = (paymentId: number): string => `card_payment:${paymentId}`;

async function credit(
  tx: Transaction,
  deps: ApplyDeps,
  payment: CardPaymentRow,
  providerId: string,
): Promise<CardPaymentRow> {
  await update(tx, payment.id, { status: 'approved', providerId });
  const to = { kind: 'available', id: payment.userId } as const;
  await postTransfers(tx, [
    {
      id: deps.newId(),
      kind: 'purchase',
      realm: 0,
      subject: subjectOf(payment),
      key: purchaseKey(payment.id),
      input: { providerId },
      postings: [{ from: { kind: 'issuance' }, to, amount: payment.bidPoints }],
    },
  ]);
  await notify(tx, deps, payment, { status: 'approved', amount: payment.bidPoints });
  return { ...payment, status: 'approved', providerId };
}

/** Takes or returns coins as the reversals of the credited transaction change; those of others are only stored (W5a). */
async function reverse(
  tx: Transaction,
  deps: ApplyDeps,
  paymentId: number,
  event: ProviderEvent,
): Promise<Outcome> {
  const payment = await lock(tx, paymentId);
  const stored = await storeReversal(tx, payment, event);
  if (!stored) return 'ignored';
  await freezeDisputed(tx, deps, payment, await listReversals(tx, paymentId));
  return moveReversed(tx, deps, payment, stored);
}

/** X17: freezes what is still young of the payment's coins while it is disputed, or ends it. */
async function freezeDisputed(
  tx: Transaction,
  { settings }: Pick<Deps, 'settings'>,
  { id, providerId }: CardPaymentRow,
  reversals: readonly CardReversalRow[],
): Promise<void> {
  const disputed = reversals.filter(
    ({ kind, transactionId }) => kind === 'chargeback' && transactionId === providerId,
  );
  if (disputed.length === 0) return;
  const days = await settings.read(tx, 'disputeFreezeDays');
  const isOpen = disputed.some(({ state }) => state === 'open');
  const until = isOpen ? new Date((await tx.clock()).getTime() + days * DAY_MS) : null;
  await freezePurchase(tx, purchaseKey(id), until);
}

interface Reversed {
  /** Coins of the payment that were reversed before, and are now. */
  from: number;
  to: number;
  key: string;
}

async function moveReversed(
  tx: Transaction,
  deps: ApplyDeps,
  payment: CardPaymentRow,
  { from, to, key }: Reversed,
): Promise<Outcome> {
  if (from === to) return 'recorded';
  const status = to === payment.bidPoints ? 'charged_back' : 'approved';
  if (status !== payment.status) {
    const chargedBackAt = status === 'charged_back' ? sql`clock_timestamp()` : null;
    await tx.orm.update(cardPayments).set({ status, chargedBackAt }).where(eq(cardPayments.id, payment.id));
  }
  if (to > from) {
    const owed = await takeBack(tx, deps, payment, { amount: to - from, key });
    await notify(tx, deps, payment, { status: 'charged_back', amount: to - from, owed });
    return 'charged_back';
  }
  // What is still owed of them is taken from them at once (X5).
  await postTransfers(tx, [
    {
      id: deps.newId(),
      kind: 'chargeback_return',
      realm: 0,
      subject: subjectOf(payment),
      key,
      postings: [
        { from: { kind: 'issuance' }, to: { kind: 'available', id: payment.userId }, amount: from - to },
      ],
    },
  ]);
  await notify(tx, deps, payment, { status: 'returned', amount: from - to });
  return 'returned';
}

/** Takes back what is available; the rest is a receivable, which later credits repay (X5). Returns the rest. */
async function takeBack(
  tx: Transaction,
  { newId }: Pick<Deps, 'newId'>,
  payment: CardPaymentRow,
  { amount, key }: { amount: number; key: string },
): Promise<number> {
  const { userId } = payment;
  const wallet = (await lockWallets(tx, [userId])).get(userId);
  invariant(wallet, `user ${userId} has no wallet`);
  const taken = Math.min(wallet.available, amount);
  const subject = subjectOf(payment);
  if (taken > 0) {
    const from = { kind: 'available', id: userId } as const;
    await postTransfers(tx, [
      {
        id: newId(),
        kind: 'chargeback',
        realm: 0,
        subject,
        key,
        postings: [{ from, to: { kind: 'issuance' }, amount: taken }],
      },
    ]);
  }
  const owed = amount - taken;
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
  details: { status: CardPaymentRow['status'] | 'returned'; amount: number; owed?: number },
): Promise<void> {
  await notices.write(tx, [
    { userId: payment.userId, kind: 'payment', subject: subjectOf(payment), details },
  ]);
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
