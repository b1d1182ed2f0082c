import { BIDDING_NAIRA_PER_COIN, formatNaira, formatNumber } from '@copup/shared/coins.ts';
import { Coin } from './art/coin.tsx';
import { classNames } from './class-names.ts';

/** What stands for the user's own amounts while they are hidden. */
export const hiddenAmount = '****';

/** Coins as a picture of a coin and a number; in words for a screen reader. */
export function Coins({ amount, className }: { amount: number; className?: string }) {
  return (
    <span className={classNames('inline-flex items-center gap-[0.28em] whitespace-nowrap', className)}>
      <Coin className="size-[0.86em] shrink-0" />
      <span>
        {formatNumber(amount)}
        <span className="sr-only"> coins</span>
      </span>
    </span>
  );
}

/** What coins are worth when bidding. */
export function BiddingNaira({ amount, className }: { amount: number; className?: string }) {
  return <span className={className}>{formatNaira(amount * BIDDING_NAIRA_PER_COIN)}</span>;
}

/** "14,820 coins, 1,482,000 naira": both currencies in full, for a screen reader. */
export function spellMoney(amount: number, nairaPerCoin = BIDDING_NAIRA_PER_COIN): string {
  return `${formatNumber(amount)} coins, ${formatNumber(amount * nairaPerCoin)} naira`;
}

const sizes = {
  lg: 'text-money-lg',
  md: 'text-money-md',
  sm: 'text-money-sm tracking-tight',
};

interface MoneyProps {
  /** Null while it is not known: grey shapes of the same size. */
  amount: number | null;
  /** `xl` steps down by the number's length. */
  size: keyof typeof sizes | 'xl';
  /** Shows **** for it, also to a screen reader. */
  isHidden?: boolean;
  /** Adds what the coins are worth at this rate, and names the rate. */
  nairaPerCoin?: number;
}

/** An amount that matters: never cut, it shrinks. */
export function Money({ amount, size, isHidden = false, nairaPerCoin }: MoneyProps) {
  const font = size === 'xl' ? sizeOfNumber(isHidden ? 0 : (amount ?? 0)) : sizes[size];
  return (
    <span className="inline-grid justify-items-start gap-1">
      <span
        className={classNames(
          'inline-flex items-center gap-[0.24em] leading-none whitespace-nowrap',
          size === 'sm' ? 'font-semibold' : 'font-display font-bold',
          font,
        )}
      >
        <Coin className="size-[0.86em] shrink-0" />
        {amount === null ? (
          <span aria-hidden="true" className="skeleton h-[0.8em] w-[3.2em]" />
        ) : isHidden ? (
          <span role="img" aria-label="Hidden">
            {hiddenAmount}
          </span>
        ) : (
          <span>
            {formatNumber(amount)}
            <span className="sr-only"> coins</span>
          </span>
        )}
      </span>
      {nairaPerCoin === undefined || amount === null ? null : (
        <span className="text-sm text-ink-2">
          {isHidden ? hiddenAmount : formatNaira(amount * nairaPerCoin)}{' '}
          <span className="text-xs text-ink-3">at ₦{nairaPerCoin} per coin</span>
        </span>
      )}
    </span>
  );
}

/**
 * Numbers step down so that they never break or are cut: by their length, and below the width that a phone's screen has
 * for them, whatever size of letters the user has chosen.
 */
export function sizeOfNumber(amount: number): string {
  const { length } = formatNumber(amount);
  if (length > 10) return 'text-[min(2.25rem,9vw)] lg:text-[2.5rem]';
  if (length > 8) return 'text-[min(2.875rem,11.6vw)] lg:text-[3.375rem]';
  return 'text-[min(3.5rem,14.4vw)] tracking-[-0.035em] lg:text-[4.25rem]';
}
