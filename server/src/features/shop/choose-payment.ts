import type { PaymentChoice, PaymentChoiceReply } from '@copup/shared/shop.ts';
import type { z } from 'zod';
import { lockUser } from '../../accounts/users.queries.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import { notifyOwner } from '../../decisions/decide.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import type { DefinedJobs } from '../../jobs/jobs.ts';
import { invalidateUserRooms } from '../../notifications/notices.ts';
import { paymentKind } from './payment-kind.ts';
import { lockPayment, restUntil } from './payments.queries.ts';
import type { ReceiveDeps } from './receive-transfer.ts';
import { paymentNotFound, wrongPaymentStatus } from './shop.errors.ts';
import { manualPayments } from './shop.tables.ts';
import { askAboutAccounts, expireAccounts } from './watch-accounts.ts';

const SWEEP_MS = 30_000;
const BATCH = 100;
type Reply = z.output<typeof PaymentChoiceReply>;

interface Choose {
  paymentId: number;
  userId: string;
  choice: PaymentChoice;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
}

/**
 * Stores what the buyer chose after too little arrived (W2a): operators look for the rest, for some more days, or send
 * the money back. No coins move. Throws PAYMENT_NOT_FOUND and WRONG_STATUS.
 */
export async function choosePayment(
  deps: Pick<Deps, 'db' | 'settings'>,
  { paymentId, userId, choice, key }: Choose,
): Promise<Reply> {
  const request = {
    userId,
    route: 'manualPayment/choice',
    subject: String(paymentId),
    key,
    input: { choice },
  };
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply<Reply>(tx, request, async () => {
      await lockUser(tx, userId);
      const payment = await lockPayment(tx, paymentId);
      if (payment?.userId !== userId) throw paymentNotFound();
      // An approval needs the whole price, so there is none that was given for what is known now.
      if (payment.status !== 'underpaid') throw wrongPaymentStatus(payment.status);
      const status = choice === 'rest' ? 'pending' : 'returning';
      const until = choice === 'rest' ? await restUntil(tx, deps) : null;
      await tx.orm
        .update(manualPayments)
        .set({ status, choice, restUntil: until, changedAt: sql`clock_timestamp()` })
        .where(eq(manualPayments.id, paymentId));
      await invalidateUserRooms(tx, [userId]);
      const message = choice === 'rest' ? 'We look for the rest.' : 'Your money goes back.';
      return { status: 200, reply: { message, status } };
    }),
  );
  return reply;
}

/** Sends the money of payments back whose rest did not come in time (W2a). Several servers may try at once. */
export async function returnOverdue({ db, notices }: Pick<Deps, 'db' | 'notices'>): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await tx.client.query<{ id: number }>({
      name: 'payments-overdue',
      text: `UPDATE manual_payments SET status = 'returning', rest_until = NULL, changed_at = clock_timestamp()
        WHERE id IN (SELECT id FROM manual_payments WHERE rest_until <= (SELECT clock_timestamp()) ORDER BY rest_until
          LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED) RETURNING id`,
      values: [BATCH],
    });
    for (const { id } of rows) {
      const payment = await lockPayment(tx, id);
      invariant(payment, 'an updated payment is there');
      await notifyOwner(tx, { notices }, paymentKind, payment, { status: 'returning' });
    }
  });
}

export const paymentJobs = (deps: ReceiveDeps): DefinedJobs => ({
  sweeps: [
    { name: 'payments-return', everyMs: SWEEP_MS, run: () => returnOverdue(deps) },
    { name: 'payment-accounts-expire', everyMs: SWEEP_MS, run: () => expireAccounts(deps) },
    { name: 'payment-accounts-ask', everyMs: SWEEP_MS, run: () => askAboutAccounts(deps) },
  ],
});
