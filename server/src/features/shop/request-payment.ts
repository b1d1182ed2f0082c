import { toKobo } from '@copup/shared/coins.ts';
import type { ManualPaymentBody, ManualPaymentReply } from '@copup/shared/shop.ts';
import { and, count, eq } from 'drizzle-orm';
import { newCode } from '../../accounts/identifiers.ts';
import { lockUser } from '../../accounts/users.queries.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { invariant, Refusal } from '../../errors.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { findOffer } from './packages.queries.ts';
import { priceDiffers, tooManyOpenPayments } from './shop.errors.ts';
import { manualPayments } from './shop.tables.ts';

/** W2. */
const MAX_OPEN = 3;
/** Characters of the reference that the buyer quotes in the transfer, such as CP-7K3M9Q (W2). */
const REFERENCE_LENGTH = 6;
/** Of 887 million references, the probability that one is taken is small; three in a row are a defect. */
const TRIES = 3;

interface RequestPayment {
  viewer: Pick<Viewer, 'userId' | 'realm'>;
  body: ManualPaymentBody;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
}

/**
 * Stores a bank transfer that the user announces (W2). No coins move before an operator approves it. Throws
 * PRICE_DIFFERS unless price and coins are those of a package, and TOO_MANY_OPEN_PAYMENTS above three.
 */
export async function requestPayment(
  deps: Pick<Deps, 'db' | 'randomBytes' | 'settings'>,
  { viewer, body, key }: RequestPayment,
): Promise<ManualPaymentReply> {
  const { userId, realm } = viewer;
  if (realm !== 0) throw new Refusal('FORBIDDEN', 'Players of a load test cannot buy coins.');
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(
      tx,
      { userId, route: 'manualPayment/manual-payment', subject: '', key, input: body },
      async () => ({ status: 200, reply: await store(tx, deps, userId, body) }),
    ),
  );
  return reply;
}

async function store(
  tx: Transaction,
  deps: Pick<Deps, 'randomBytes' | 'settings'>,
  userId: string,
  body: ManualPaymentBody,
): Promise<ManualPaymentReply> {
  // Requests of one user are counted one after the other.
  await lockUser(tx, userId);
  const ratio = await deps.settings.read(tx, 'payoutPriceRatioPercent');
  const offer = { bidPoints: body.bid_points, priceKobo: toKobo(body.price) };
  const found = await findOffer(tx, ratio, offer);
  if (!found) throw priceDiffers();
  const [open] = await tx.orm
    .select({ count: count() })
    .from(manualPayments)
    .where(and(eq(manualPayments.userId, userId), eq(manualPayments.status, 'pending')));
  if (open && open.count >= MAX_OPEN) throw tooManyOpenPayments(MAX_OPEN);
  const payment = { ...offer, userId, packageId: found.id, senderAccountName: body.sender_account_name };
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const [row] = await tx.orm
      .insert(manualPayments)
      .values({ ...payment, reference: `CP-${newCode(deps.randomBytes, REFERENCE_LENGTH)}` })
      .onConflictDoNothing({ target: manualPayments.reference })
      .returning({ id: manualPayments.id, reference: manualPayments.reference });
    if (row) {
      const { price, bid_points } = body;
      return { message: 'Payment made successfully.', ...row, bid_points, price, status: 'pending' };
    }
  }
  invariant(false, `${TRIES} references in a row were taken`);
}
