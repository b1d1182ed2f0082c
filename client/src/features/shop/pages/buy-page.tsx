import { coinsAre, coinWord, formatNumber, formatPrice, inCoins } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { CoinPackage } from '@copup/shared/shop.ts';
import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { BalancePill } from '../../../balance/balance-pill.tsx';
import { returnPath } from '../../../lib/return-to.ts';
import { useSignedInUser } from '../../../lib/session.ts';
import { Coin } from '../../../ui/art/coin.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ItemPicture } from '../../../ui/item-picture.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { PurchaseModal } from '../purchase-modal.tsx';
import { usePackages } from '../use-packages.ts';

/** The coin shop. A number of coins that is missing elsewhere opens the smallest package that covers it. */
export function Page() {
  const [chosen, setChosen] = useState<CoinPackage | null>();
  const { search, state } = useLocation();
  const user = useSignedInUser();
  const missing = Number(new URLSearchParams(search).get('missing'));
  const { data: packages = [] } = usePackages();
  const covering = missing > 0 ? packages.find(({ bid_points }) => bid_points >= missing) : undefined;
  const pack = chosen === undefined ? covering : chosen;
  return (
    <Screen
      title="Coin shop"
      backTo={returnPath(state, user) ?? paths.dashboard}
      aside={<BalancePill className="rounded-full bg-surface px-3 py-2 shadow-1" />}
    >
      <div className="-mt-1 flex flex-wrap items-center justify-between gap-2">
        <p className="text-ink-2">
          {missing > 0 ? `${coinsAre(missing)} missing. ` : ''}Pay by bank transfer. Coins arrive once the
          payment is approved.
        </p>
        {/* As a document of its own, whose policy lets it load the provider's script (X12). */}
        <ButtonLink look="line" size="sm" to={paths.payByCard} reloadDocument>
          <CreditCard size={18} aria-hidden />
          Pay by card
        </ButtonLink>
      </div>
      <PackageGrid onBuy={setChosen} />
      {pack ? <PurchaseModal pack={pack} onClose={() => setChosen(null)} /> : null}
    </Screen>
  );
}

/** The packages, each with its Buy button. */
function PackageGrid({ onBuy }: { onBuy: (pack: CoinPackage) => void }) {
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

/** Up to this many coins, a package is drawn as one, two or three coins; above, as four. */
const steps = [50, 250, 500];

/** The picture of a package, or a drawing with more coins for larger ones. */
function PackagePicture({ pack, className }: { pack: CoinPackage; className?: string }) {
  if (pack.image) {
    return (
      <ItemPicture
        item={{ name: inCoins(pack.bid_points), category: 'cash', image: pack.image }}
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
