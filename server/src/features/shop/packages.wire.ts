import { toNaira } from '@copup/shared/coins.ts';
import { imageUrl } from '@copup/shared/images.ts';
import type { CoinPackage } from '@copup/shared/shop.ts';
import type { PackageRow } from './shop.tables.ts';

export const toPackage = ({ id, image, priceKobo, bidPoints }: PackageRow): CoinPackage => ({
  id,
  image: imageUrl(image),
  price: toNaira(priceKobo),
  bid_points: bidPoints,
});
