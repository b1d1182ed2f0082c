import { toKobo } from '@copup/shared/coins.ts';
import type {
  ManualPaymentBody,
  ManualPaymentReply,
  TransferReferenceBody,
  TransferReferenceReply,
} from '@copup/shared/shop.ts';
import type { z } from 'zod';
import { newCode } from '../../accounts/identifiers.ts';
import { lockUser } from '../../accounts/users.queries.ts';
import { and, eq, inArray, or } from '../../db/drizzle.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { invariant, Refusal } from '../../errors.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { findOffer } from './packages.queries.ts';
import { priceDiffers, tooManyOpenPayments, wrongPaymentStatus } from './shop.errors.ts';
import { manualPayments, paymentReferences } from './shop.tables.ts';

/** W2. */
const MAX_OPEN = 3;
/** Characters of the reference that the buyer quotes in the transfer, such as CP-7K3M9Q (W2). */
const REFERENCE_LENGTH = 6;
/** Of 887 million references, the probability that one is taken is small; three in a row are a defect. */
const TRIES = 3;

export type ShopDeps = Pick<Deps, 'db' | 'randomBytes' | 'settings'>;

/**
 * Returns what the buyer quotes in the next transfer for a package, the same until the transfer is announced: the money may
 * be sent before the announcement (W2). Throws as `requestPayment`.
 */
export async function reserveReference(
  deps: ShopDeps,
  { userId, realm }: Pick<Viewer, 'userId' | 'realm'>,
  body: TransferReferenceBody,
): Promise<z.output<typeof TransferReferenceReply>> {
  refuseLoadTest(realm);
  return inTransaction(deps.db, async (tx) => {
    const { packageId } = await prepare(tx, deps, userId, body);
    return { reference: await reserve(tx, deps, userId, packageId) };
  });
}

interface RequestPayment {
  viewer: Pick<Viewer, 'userId' | 'realm'>;
  body: ManualPaymentBody;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
}

/**
 * Stores a bank transfer that the user announces (W2). No coins move before an operator approves it. Throws
 * PRICE_DIFFERS unless price and coins are those of a package, TOO_MANY_OPEN_PAYMENTS above three, and WRONG_STATUS when
 * the reference that the buyer has quoted was announced.
 */
export async function requestPayment(
  deps: ShopDeps,
  { viewer: { userId, realm }, body, key }: RequestPayment,
): Promise<ManualPaymentReply> {
  refuseLoadTest(realm);
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(
      tx,
      { userId, route: 'manualPayment/manual-payment', subject: '', key, input: body },
      async () => ({ status: 200, reply: await store(tx, deps, userId, body) }),
    ),
  );
  return reply;
}

export function refuseLoadTest(realm: number): void {
  if (realm !== 0) throw new Refusal('FORBIDDEN', 'Players of a load test cannot buy coins.');
}

async function store(
  tx: Transaction,
  deps: ShopDeps,
  userId: string,
  body: ManualPaymentBody,
): Promise<ManualPaymentReply> {
  const payment = await prepare(tx, deps, userId, body);
  const reference = await reserve(tx, deps, userId, payment.packageId);
  await tx.orm.delete(paymentReferences).where(eq(paymentReferences.reference, reference));
  const [row] = await tx.orm
    .insert(manualPayments)
    .values({ ...payment, userId, reference, senderAccountName: body.sender_account_name })
    .returning({ id: manualPayments.id, reference: manualPayments.reference });
  invariant(row, 'an inserted payment has an id');
  const { price, bid_points } = body;
  return { message: 'Payment made successfully.', ...row, bid_points, price, status: 'pending' };
}

/** Locks the user, so that their requests are counted one after the other, and returns what the payment is for. */
export async function prepare(
  tx: Transaction,
  deps: ShopDeps,
  userId: string,
  body: TransferReferenceBody & Partial<ManualPaymentBody>,
) {
  await lockUser(tx, userId);
  const offer = { bidPoints: body.bid_points, priceKobo: toKobo(body.price) };
  const found = await findOffer(tx, await deps.settings.read(tx, 'payoutPriceRatioPercent'), offer);
  if (!found) throw priceDiffers();
  const { status, reference } = manualPayments;
  const announced = eq(reference, body.reference ?? '');
  const open = await tx.orm
    .select({ status, reference })
    .from(manualPayments)
    .where(
      and(
        eq(manualPayments.userId, userId),
        or(inArray(status, ['pending', 'underpaid', 'reserved']), announced),
      ),
    );
  const same = open.find((payment) => payment.reference === body.reference);
  if (same) throw wrongPaymentStatus(same.status);
  if (open.length >= MAX_OPEN) throw tooManyOpenPayments(MAX_OPEN);
  return { ...offer, packageId: found.id };
}

/** Returns the reference that is kept for the user and the package. The user is locked. */
async function reserve(
  tx: Transaction,
  { randomBytes }: ShopDeps,
  userId: string,
  packageId: number,
): Promise<string> {
  const [kept] = await tx.orm
    .select({ reference: paymentReferences.reference })
    .from(paymentReferences)
    .where(and(eq(paymentReferences.userId, userId), eq(paymentReferences.packageId, packageId)));
  if (kept) return kept.reference;
  const reference = await freeReference(tx, randomBytes);
  await tx.orm.insert(paymentReferences).values({ userId, packageId, reference });
  return reference;
}

/** Returns a reference that no buyer was given. */
export async function freeReference(tx: Transaction, randomBytes: Deps['randomBytes']): Promise<string> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const reference = `CP-${newCode(randomBytes, REFERENCE_LENGTH)}`;
    const { rowCount } = await tx.client.query({
      name: 'payment-reference-taken',
      text: `SELECT FROM manual_payments WHERE reference = $1 UNION ALL SELECT FROM payment_references WHERE reference = $1`,
      values: [reference],
    });
    if (rowCount === 0) return reference;
  }
  invariant(false, `${TRIES} references in a row were taken`);
}
