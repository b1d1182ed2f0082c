import { coinWord, formatNumber, formatPrice } from '@copup/shared/coins.ts';
import type { CoinPackage } from '@copup/shared/shop.ts';
import { Check } from 'lucide-react';
import { Coin } from '../../../ui/art/coin.tsx';
import { Radios } from '../../../ui/radios.tsx';

interface PackageChoiceProps {
  packages: readonly CoinPackage[];
  value: number;
  onChange: (id: number) => void;
  isDisabled: boolean;
}

/** The packages as native radio buttons. */
export function PackageChoice({ packages, value, onChange, isDisabled }: PackageChoiceProps) {
  return (
    <fieldset disabled={isDisabled}>
      <legend className="mb-2 text-ctl font-bold">How many coins?</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(6.4rem,100%),1fr))] gap-2.5 lg:grid-cols-6">
        <Radios
          options={packages.map((pack) => ({
            value: pack.id,
            name: <Package pack={pack} isChosen={pack.id === value} />,
          }))}
          value={value}
          onChange={onChange}
          className="grid justify-items-center gap-0.5 rounded-[18px] px-1.5 py-3 text-center"
          chosenClass="bg-brand-soft shadow-[inset_0_0_0_3px_var(--c-brand)]"
          otherClass="bg-surface shadow-[inset_0_0_0_1px_var(--c-line)]"
          corners="rounded-[18px]!"
        />
      </div>
    </fieldset>
  );
}

function Package({ pack, isChosen }: { pack: CoinPackage; isChosen: boolean }) {
  return (
    <>
      {isChosen ? (
        <span className="absolute top-2 right-2 grid size-5 place-items-center rounded-full bg-brand text-surface">
          <Check size={14} aria-hidden />
        </span>
      ) : null}
      <Coin className="size-7" />
      <span className="font-display text-lg font-bold">
        {formatNumber(pack.bid_points)}
        <span className="sr-only"> {coinWord(pack.bid_points)}, </span>
      </span>
      <span className="text-sm text-ink-2">{formatPrice(pack.price)}</span>
    </>
  );
}
