import { inCoins } from '@copup/shared/coins.ts';
import type { CoinPackage } from '@copup/shared/shop.ts';
import { Coin } from '../../ui/art/coin.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ItemPicture } from '../../ui/item-picture.tsx';

/** Up to this many coins, a package is drawn as one, two or three coins; above, as four. */
const steps = [50, 250, 500];

/** The picture of a package, or a drawing with more coins for larger ones. */
export function PackagePicture({ pack, className }: { pack: CoinPackage; className?: string }) {
  if (pack.image) {
    return (
      <ItemPicture
        name={inCoins(pack.bid_points)}
        category="cash"
        image={pack.image}
        sizes="6rem"
        className={classNames('aspect-square', className)}
      />
    );
  }
  const count = 1 + steps.filter((most) => pack.bid_points > most).length;
  return (
    <span className={classNames('flex items-center justify-center', className)}>
      {Array.from({ length: count }, (_, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all are equal
        <Coin key={nth} className={classNames('size-10 shrink-0 lg:size-14', nth > 0 && '-ml-5 lg:-ml-6')} />
      ))}
    </span>
  );
}
