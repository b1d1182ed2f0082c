import { toKobo } from '@copup/shared/coins.ts';
import type { TransferReferenceBody } from '@copup/shared/shop.ts';
import { lockUser } from '../../accounts/users.queries.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { openVirtualAccount, providerOf } from '../../provider/provider-api.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { findPayable, type OpenedAccount } from './accounts.queries.ts';
import { freeReference, prepare, refuseLoadTest, type ShopDeps } from './request-payment.ts';
import { noAccount, noAutomaticTransfers } from './shop.errors.ts';
import { manualPayments, paymentAccounts } from './shop.tables.ts';

export type OpenDeps = ShopDeps & Pick<Deps, 'config' | 'log'>;

const REFERENCE_BYTES = 16;
const MINUTE_MS = 60_000;

/**
 * Opens an account of the bank for one transfer of a package's price (W18), and returns it; the one that is open for this
 * package, if there is one. The row follows the provider's reply, so a number that no row has was shown to no buyer. Throws
 * PRICE_DIFFERS and TOO_MANY_OPEN_PAYMENTS as `requestPayment`, CARD_NOT_CONFIGURED without the provider's key, and UNAVAILABLE when it opens none.
 */
export async function openAccount(
  deps: OpenDeps,
  { userId, realm }: Pick<Viewer, 'userId' | 'realm'>,
  body: TransferReferenceBody,
): Promise<OpenedAccount> {
  refuseLoadTest(realm);
  const provider = providerOf(deps.config.cardPayments);
  if (!provider) throw noAutomaticTransfers();
  const offer = { bidPoints: body.bid_points, priceKobo: toKobo(body.price) };
  const asked = await inTransaction(deps.db, async (tx) => {
    const buyer = await lockUser(tx, userId);
    const opened = await findPayable(tx, userId, offer);
    if (opened) return { opened };
    await prepare(tx, deps, userId, body);
    const minutes = await deps.settings.read(tx, 'transferAccountMinutes');
    // Before the provider's own time begins, which is as long.
    const expiresAt = new Date((await tx.clock()).getTime() + minutes * MINUTE_MS);
    return { opened: undefined, minutes, expiresAt, email: buyer?.email ?? '' };
  });
  if (asked.opened) return asked.opened;
  const { minutes, expiresAt, email } = asked;
  const txRef = `copup-account-${deps.randomBytes(REFERENCE_BYTES).toString('hex')}`;
  const { priceKobo: amountKobo } = offer;
  const account = await openVirtualAccount(provider, { txRef, amountKobo, email, minutes }).catch((error) => {
    deps.log.error({ error }, 'bank transfers: the provider opened no account');
    throw noAccount(error);
  });
  return inTransaction(deps.db, async (tx) => {
    const buyer = await lockUser(tx, userId);
    // A request at the same time may have opened one.
    const other = await findPayable(tx, userId, offer);
    if (other) return other;
    const payment = {
      ...(await prepare(tx, deps, userId, body)),
      ...({ userId, status: 'reserved', senderAccountName: buyer?.fullName ?? '' } as const),
      reference: await freeReference(tx, deps.randomBytes),
    };
    const [row] = await tx.orm.insert(manualPayments).values(payment).returning();
    invariant(row, 'an inserted payment has an id');
    const values = { paymentId: row.id, txRef, ...account, expiresAt };
    const [opened] = await tx.orm.insert(paymentAccounts).values(values).returning();
    invariant(opened, 'an inserted account is returned');
    return { ...row, ...opened };
  });
}
