import { coinWord, formatNumber, formatPrice, inCoins } from '@copup/shared/coins.ts';
import type { CoinPackage } from '@copup/shared/shop.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { PackagePicture } from './package-picture.tsx';
import { usePackages } from './use-packages.ts';

/** The packages, each with its Buy button. */
export function PackageGrid({ onBuy }: { onBuy: (pack: CoinPackage) => void }) {
  const { data, isPending, isError, refetch } = usePackages();
  const grid = 'grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-4 lg:gap-5';
  if (isPending) {
    return (
      <div className={grid}>
        <Skeletons text="Loading packages..." count={6} className="h-52" />
      </div>
    );
  }
  if (isError) {
    return <ErrorState message="The packages could not be loaded." isWhole onRetry={() => void refetch()} />;
  }
  if (data.length === 0) return <EmptyState title="No packages">Coins can’t be bought right now.</EmptyState>;
  return (
    <ul className={grid} aria-label="Packages">
      {data.map((pack) => (
        <li key={pack.id}>
          <Card className="grid justify-items-center gap-2 p-3.5 pt-5">
            <PackagePicture pack={pack} className="h-18" />
            <p className="font-display text-xl font-bold">
              {formatNumber(pack.bid_points)}
              <span className="sr-only"> {coinWord(pack.bid_points)}</span>
            </p>
            <p className="-mt-1.5 text-sm text-ink-2">{formatPrice(pack.price)}</p>
            <Button
              look="line"
              className="w-full"
              aria-label={`Buy ${inCoins(pack.bid_points)}`}
              onClick={() => onBuy(pack)}
            >
              Buy
            </Button>
          </Card>
        </li>
      ))}
    </ul>
  );
}
