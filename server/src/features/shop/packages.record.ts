import { packagesCalls } from '@copup/shared/calls/shop.ts';
import { toNaira } from '@copup/shared/coins.ts';
import type { Deps } from '../../deps.ts';
import { lowestPrice } from '../../payments/lowest-price.ts';
import type { RecordAdmin } from '../../records/record-admin.ts';
import { packageNotFound, priceTooLow } from './shop.errors.ts';
import { coinPackages, type PackageRow } from './shop.tables.ts';

/**
 * /api/admin/packages: what the coin shop sells. Packages are switched off, never deleted. Payments that were requested
 * before an edit keep their price and coins.
 */
export const packageRecord = ({ settings }: Pick<Deps, 'settings'>): RecordAdmin<PackageRow> => ({
  name: 'package',
  table: coinPackages,
  columns: { price: 'priceKobo' },
  calls: packagesCalls,
  notFound: packageNotFound,
  orders: {
    bid_points: ['t.bid_points', 't.id'],
    price: ['t.price_kobo', 't.id'],
    updated_at: ['t.updated_at', 't.id'],
  },
  /** Throws PRICE_TOO_LOW when a payout of the coins would exceed the price (W3). */
  async check(tx, { bidPoints, priceKobo, isActive }, before) {
    // A package that is no longer sold may keep any price.
    if (before && !isActive) return;
    const lowest = lowestPrice(bidPoints, await settings.read(tx, 'payoutPriceRatioPercent'));
    if (priceKobo < lowest) throw priceTooLow(toNaira(lowest), bidPoints);
  },
});
