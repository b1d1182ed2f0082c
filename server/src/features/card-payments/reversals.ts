import { eq } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { invariant } from '../../errors.ts';
import type { ProviderEvent } from '../../provider/provider-event.ts';
import { listReversals } from './card-payments.queries.ts';
import { type CardPaymentRow, type CardReversalRow, cardReversals } from './card-payments.tables.ts';

const order = ['open', 'final', 'void'];

/**
 * Returns how many of the payment's coins the reversals of its credited transaction take: their share of the price,
 * rounded up, at most all (W5a). Pure.
 */
export function reversedCoins(
  { bidPoints, priceKobo, providerId }: Pick<CardPaymentRow, 'bidPoints' | 'priceKobo' | 'providerId'>,
  reversals: readonly Pick<CardReversalRow, 'transactionId' | 'state' | 'amountKobo'>[],
): number {
  const kobo = reversals.reduce(
    (sum, { transactionId, state, amountKobo }) =>
      transactionId === providerId && state !== 'void' ? sum + amountKobo : sum,
    0,
  );
  if (kobo >= priceKobo) return bidPoints;
  const price = BigInt(priceKobo);
  return Number((BigInt(bidPoints) * BigInt(kobo) + price - 1n) / price);
}

/**
 * Stores what an event says of a refund or dispute. Returns the coins that were reversed before and are now, with the key
 * of the transfer between them; undefined when the event says nothing new: events arrive repeatedly and in any order, so
 * a reversal never returns to an earlier state. Lock the payment before.
 */
export async function storeReversal(
  tx: Transaction,
  payment: CardPaymentRow,
  { kind, transactionId, reversalId: providerId = '', state, amountKobo }: ProviderEvent,
): Promise<{ from: number; to: number; key: string } | undefined> {
  invariant(
    (kind === 'refund' || kind === 'chargeback') && state && transactionId,
    'the event is a reversal',
  );
  const before = await listReversals(tx, payment.id);
  const same = before.filter((each) => each.kind === kind && each.transactionId === transactionId);
  // Without a number, the event or the row is about the only one.
  const known =
    same.find((each) => each.providerId === providerId) ??
    same.find((each) => each.providerId === '' || providerId === '');
  if (known && order.indexOf(known.state) >= order.indexOf(state)) return undefined;
  const [stored] = known
    ? await tx.orm
        .update(cardReversals)
        .set({ state, providerId: providerId || known.providerId })
        .where(eq(cardReversals.id, known.id))
        .returning()
    : await tx.orm
        .insert(cardReversals)
        .values({
          paymentId: payment.id,
          userId: payment.userId,
          ...{ kind, providerId, transactionId, state },
          amountKobo: amountKobo ?? payment.priceKobo,
        })
        .returning();
  invariant(stored, 'the write of a reversal returned no row');
  const after = [...before.filter(({ id }) => id !== stored.id), stored];
  return {
    from: reversedCoins(payment, before),
    to: reversedCoins(payment, after),
    key: `card_reversal:${stored.id}`,
  };
}
