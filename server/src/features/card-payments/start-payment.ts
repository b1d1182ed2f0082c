import { toNaira } from '@copup/shared/coins.ts';
import type { PayStartReply } from '@copup/shared/shop.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { lowestPrice } from '../../payments/lowest-price.ts';
import { cardNotConfigured } from '../../provider/provider.errors.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { packageNotFound } from './card-payments.errors.ts';
import { findActivePackage } from './card-payments.queries.ts';
import { cardPayments } from './card-payments.tables.ts';

const REFERENCE_BYTES = 16;

/** Stores a checkout of a package and returns what the provider's script needs (W5). Nothing is charged or credited. */
export async function startPayment(
  { config, db, randomBytes, settings }: Pick<Deps, 'config' | 'db' | 'randomBytes' | 'settings'>,
  viewer: Pick<Viewer, 'userId' | 'realm'>,
  packageId: number,
): Promise<PayStartReply> {
  const { cardPayments: provider } = config;
  if (!provider) throw cardNotConfigured();
  if (viewer.realm !== 0) throw new Refusal('FORBIDDEN', 'Players of a load test cannot buy coins.');
  const found = await findActivePackage(db, packageId);
  if (!found) throw packageNotFound();
  const { bidPoints, priceKobo } = found;
  // A package is not sold while its price is too low, in the shop as here (W3).
  if (priceKobo < lowestPrice(bidPoints, settings.get('payoutPriceRatioPercent'))) throw packageNotFound();
  const txRef = `copup-${randomBytes(REFERENCE_BYTES).toString('hex')}`;
  await db.orm.insert(cardPayments).values({ txRef, userId: viewer.userId, packageId, bidPoints, priceKobo });
  const { publicKey, scriptUrl } = provider;
  return {
    tx_ref: txRef,
    amount: toNaira(priceKobo),
    currency: 'NGN',
    public_key: publicKey,
    script_url: scriptUrl,
  };
}
