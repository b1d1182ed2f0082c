import { comparableReference } from '@copup/shared/shop.ts';
import { lockUser } from '../../accounts/users.queries.ts';
import { eq, inArray, sql } from '../../db/drizzle.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { notifyOwner } from '../../decisions/decide.ts';
import { itemSubject } from '../../decisions/decided-kind.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { invalidateUserRooms } from '../../notifications/notices.ts';
import { bankReferences } from '../../payments/bank-references.tables.ts';
import { takeBankReference } from '../../payments/bank-references.ts';
import { providerUnreachable } from '../../provider/provider.errors.ts';
import { type ProviderTransaction, providerOf, readTransaction } from '../../provider/provider-api.ts';
import type { ProviderEvent } from '../../provider/provider-event.ts';
import { findByTxRef, type OpenedAccount } from './accounts.queries.ts';
import { judgeArrival } from './judge-arrival.ts';
import { paymentKind } from './payment-kind.ts';
import { lockPayment, type Payment, writePayment } from './payments.queries.ts';
import { freeReference } from './request-payment.ts';
import { manualPayments } from './shop.tables.ts';

export type ReceiveDeps = Pick<
  Deps,
  'config' | 'db' | 'log' | 'newId' | 'notices' | 'randomBytes' | 'settings'
>;

/** A transfer is `credited`, or `recorded` for the buyer or an operator; `ignored` when it was before, or no money arrived. */
type Outcome = 'credited' | 'recorded' | 'ignored';

/**
 * Applies an event about a transfer to an account of its own (W18), whatever it says: the provider's API has the truth. May be
 * called for the same event again, in any order and on several servers at once. Undefined when no payment has its reference.
 * Throws UNAVAILABLE when the provider must deliver the event again.
 */
export async function receiveEvent(
  deps: ReceiveDeps,
  { kind, txRef, transactionId }: ProviderEvent,
): Promise<Outcome | undefined> {
  if (kind !== 'charge' || txRef === undefined) return undefined;
  const account = await findByTxRef(deps.db, txRef);
  if (!account) return undefined;
  return transactionId === undefined ? 'ignored' : receiveTransaction(deps, account, transactionId);
}

/** Reads a transaction of the provider, and credits or records the transfer. */
export async function receiveTransaction(
  deps: ReceiveDeps,
  account: OpenedAccount,
  id: string,
): Promise<Outcome> {
  const provider = providerOf(deps.config.cardPayments);
  if (!provider) throw providerUnreachable(undefined);
  const found = await readTransaction(provider, id).catch((error: unknown) => {
    throw providerUnreachable(error);
  });
  if (found.id !== id || found.txRef !== account.txRef) {
    deps.log.error(
      { id, txRef: account.txRef },
      'bank transfers: the provider describes another transaction',
    );
    return 'ignored';
  }
  if (found.result !== 'successful') return 'ignored';
  return inTransaction(deps.db, (tx) => record(tx, deps, account, found));
}

async function record(
  tx: Transaction,
  deps: ReceiveDeps,
  { userId, paymentId, expiresAt }: OpenedAccount,
  { id, sessionId, ...found }: ProviderTransaction,
): Promise<Outcome> {
  const buyer = await lockUser(tx, userId);
  const own = await lockPayment(tx, paymentId);
  invariant(own, `payment ${paymentId} disappeared`);
  const isQuotable = comparableReference(sessionId ?? '').length >= 3;
  const session = isQuotable ? sessionId : undefined;
  const { ofProvider, ofBank } = await findUses(tx, id, session);
  // An operator may have proved this payment with the bank's reference before the event came.
  if (ofProvider || (ofBank && ofBank === `payment ${paymentId}`)) return 'ignored';
  const isDecided = !OPEN.has(own.status);
  const payment = isDecided ? await followUp(tx, deps, own) : own;
  const paidAt = found.paidAt && Number.isFinite(found.paidAt.getTime()) ? found.paidAt : await tx.clock();
  const sender = found.sender?.name.trim() || undefined;
  const judged = judgeArrival(
    payment,
    { ...found, sender, paidAt },
    {
      expiresAt,
      after: isDecided ? paymentId : undefined,
      provedBy: ofBank,
      isBuyerGone: !buyer || buyer.deletedAt !== null,
    },
  );
  const { status, isCounted, finding, proposed } = judged;
  const subject = itemSubject(paymentKind, payment.id);
  const references = new Set([id, ...(session && !ofBank ? [session] : [])]);
  for (const reference of references) await takeBankReference(tx, reference, subject);
  const { bank = '', account = '' } = found.sender ?? {};
  const named = [sender ?? 'Unnamed sender', bank, account].filter(Boolean).join(', ');
  const transfer = { amountKobo: found.amountKobo, sender: named, arrivedAt: paidAt.toISOString() };
  const taken = { status, bankReference: session ?? id, transfer };
  if (isCounted) await writePayment(tx, payment, { ...taken, finding, proposed, operatorId: null }, deps);
  else await writeFinding(tx, payment.id, { status, finding, proposed });
  const isCredited = status === 'approved';
  if (isCredited) await paymentKind.rules.approve.move?.(tx, deps, payment);
  const isTold = isCounted && buyer?.deletedAt === null;
  if (isTold) await notifyOwner(tx, deps, paymentKind, payment, isCredited ? { status } : taken);
  else await invalidateUserRooms(tx, [userId]);
  if (finding) deps.log.warn({ payment: payment.id, finding }, 'bank transfers: a transfer was not credited');
  return isCredited ? 'credited' : 'recorded';
}

/** Statuses of a payment that takes what arrives for it. */
const OPEN: ReadonlySet<string> = new Set<Payment['status']>([
  ...(['reserved', 'expired', 'pending', 'underpaid', 'returning'] as const),
]);

/** Returns what the references of a transfer prove already, such as `payment 1001`. */
async function findUses(tx: Transaction, id: string, session: string | undefined) {
  const comparable = [id, session ?? id].map(comparableReference);
  const rows = await tx.orm
    .select()
    .from(bankReferences)
    .where(inArray(bankReferences.comparable, comparable));
  const useOf = (reference: string | undefined) => {
    const found = rows.find((row) => row.comparable === reference);
    return found && `${found.subjectKind} ${found.subjectId}`;
  };
  return { ofProvider: useOf(comparable[0]), ofBank: session && useOf(comparable[1]) };
}

/** Writes why a transfer is not counted. */
async function writeFinding(
  tx: Transaction,
  paymentId: number,
  found: Pick<Payment, 'status' | 'finding' | 'proposed'>,
): Promise<void> {
  await tx.orm
    .update(manualPayments)
    .set({ ...found, changedAt: sql`clock_timestamp()` })
    .where(eq(manualPayments.id, paymentId));
}

/** Stores a payment for money that arrived on the account of one that is decided: it is never credited by itself. */
async function followUp(tx: Transaction, deps: ReceiveDeps, decided: Payment): Promise<Payment> {
  const { userId, packageId, bidPoints, priceKobo, senderAccountName } = decided;
  const reference = await freeReference(tx, deps.randomBytes);
  const values = { userId, packageId, bidPoints, priceKobo, senderAccountName, reference };
  const [row] = await tx.orm.insert(manualPayments).values(values).returning({ id: manualPayments.id });
  const payment = row && (await lockPayment(tx, row.id));
  invariant(payment, 'an inserted payment is there');
  return payment;
}
