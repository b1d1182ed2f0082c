import { coinWord, formatNumber, formatPrice } from '@copup/shared/coins.ts';
import type { CoinPackage } from '@copup/shared/shop.ts';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { Coin } from '../../../ui/art/coin.tsx';
import { classNames } from '../../../ui/class-names.ts';

interface PackageChoiceProps {
  packages: readonly CoinPackage[];
  value: number;
  onChange: (id: number) => void;
  isDisabled: boolean;
}

/** The packages as native radio buttons. */
export function PackageChoice({ packages, value, onChange, isDisabled }: PackageChoiceProps) {
  const name = useId();
  return (
    <fieldset disabled={isDisabled}>
      <legend className="mb-2 text-ctl font-bold">How many coins?</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(6.4rem,100%),1fr))] gap-2.5 lg:grid-cols-6">
        {packages.map((pack) => (
          <label
            key={pack.id}
            className={classNames(
              'relative grid cursor-pointer justify-items-center gap-0.5 rounded-[18px] px-1.5 py-3 text-center',
              pack.id === value
                ? 'bg-brand-soft shadow-[inset_0_0_0_3px_var(--c-brand)]'
                : 'bg-surface shadow-[inset_0_0_0_1px_var(--c-line)]',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={pack.id === value}
              onChange={() => onChange(pack.id)}
              className="absolute inset-0 size-full cursor-pointer appearance-none rounded-[18px]!"
            />
            {pack.id === value ? (
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
          </label>
        ))}
      </div>
    </fieldset>
  );
}
