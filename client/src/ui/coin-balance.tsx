import { coinWord, formatNumber } from '@copup/shared/coins.ts';
import { Eye, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Coin } from './art/coin.tsx';
import { classNames } from './class-names.ts';
import { hiddenAmount, sizeOfNumber } from './money.tsx';

export interface BalanceFact {
  name: string;
  value: string;
}

interface CoinBalanceProps {
  /** Null before it is loaded. */
  amount: number | null;
  isHidden: boolean;
  onToggle: () => void;
  /** Whether the amount may be old, because the connection is lost. */
  isStale: boolean;
  /** Facts below the balance, such as its value; hidden with it. */
  facts: readonly BalanceFact[];
  /** A line below the balance, with links. */
  line?: ReactNode;
}

/** Maximum number of characters for two facts side by side on the narrowest phone. */
const longestInHalf = 11;

/** The balance on its stage; the whole card is the button that hides and shows it. */
export function CoinBalance({ amount, isHidden, onToggle, isStale, facts, line }: CoinBalanceProps) {
  const Icon = isHidden ? EyeOff : Eye;
  return (
    <section
      aria-label="Coin balance"
      className="stage adire flex flex-col overflow-hidden rounded-[24px] lg:h-full [--moon-at:right_-120px_top_-120px]"
    >
      <button
        type="button"
        onClick={onToggle}
        aria-pressed={isHidden}
        className="grid w-full grow content-start gap-2.5 px-4.5 pt-3.5 pb-2 text-left lg:content-between lg:px-7 lg:pt-6"
      >
        <span className="flex flex-wrap items-center justify-between gap-x-3 text-sm font-semibold text-on-stage-2">
          <span>{isStale && amount !== null ? 'Coin balance, not live' : 'Coin balance'}</span>
          <span className="flex items-center gap-1.5">
            <Icon size={16} aria-hidden />
            {isHidden ? 'Tap to show' : 'Tap to hide'}
          </span>
        </span>
        <span
          className={classNames(
            'flex min-h-14 lg:min-h-17.5 items-center gap-[0.21em] font-display leading-none font-bold tracking-tight',
            sizeOfNumber(isHidden ? 0 : (amount ?? 0)),
            isStale && 'opacity-70',
          )}
        >
          <Coin className="size-[0.78em] shrink-0" />
          {amount === null && !isHidden ? (
            <span aria-hidden="true" className="h-11 w-44 rounded-[8px] bg-white/12" />
          ) : (
            <span data-testid="balance">{isHidden ? hiddenAmount : formatNumber(amount ?? 0)}</span>
          )}
          <span className="sr-only"> {coinWord(amount ?? 0)}</span>
        </span>
      </button>
      {line ? <div className="px-4.5 pb-3 lg:px-7 lg:pb-5">{line}</div> : null}
      <dl
        className={classNames(
          'grid grid-cols-[repeat(auto-fit,minmax(max(8.5rem,40%),1fr))] gap-px border-t border-[#c9d2ff]/20 bg-[#c9d2ff]/20',
          facts.some(({ value }) => value.length > longestInHalf) && 'max-sm:grid-cols-1',
        )}
      >
        {facts.map(({ name, value }) => (
          <div key={name} className="grow bg-stage-deep px-4.5 py-3 last:odd:col-span-full lg:px-7">
            <dt className="text-xs text-on-stage-2">{name}</dt>
            <dd className="font-semibold wrap-anywhere">{isHidden ? hiddenAmount : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
