import { BIDDING_NAIRA_PER_COIN, coinWord, formatNaira, formatNumber, inCoins } from '@copup/shared/coins.ts';
import { Coin } from './art/coin.tsx';
import { classNames } from './class-names.ts';

/** Replaces the user's own amounts while they are hidden. */
export const hiddenAmount = '****';

/** An amount of coins: a coin icon and a number, in words for screen readers. */
export function Coins({ amount, className }: { amount: number; className?: string }) {
  return (
    <span className={classNames('inline-flex items-center gap-[0.28em] whitespace-nowrap', className)}>
      <Coin className="size-[0.86em] shrink-0" />
      <span>
        {formatNumber(amount)}
        <span className="sr-only"> {coinWord(amount)}</span>
      </span>
    </span>
  );
}

/** The value of coins when bidding. */
export function BiddingNaira({ amount, className }: { amount: number; className?: string }) {
  return <span className={className}>{formatNaira(amount * BIDDING_NAIRA_PER_COIN)}</span>;
}

/** Returns both currencies in words, for screen readers: "14,820 coins, 1,482,000 naira". */
export function spellMoney(amount: number, nairaPerCoin = BIDDING_NAIRA_PER_COIN): string {
  return `${inCoins(amount)}, ${formatNumber(amount * nairaPerCoin)} naira`;
}

const sizes = {
  lg: 'text-money-lg',
  md: 'text-money-md',
  sm: 'text-money-sm tracking-tight',
};

interface MoneyProps {
  /** Null before it is loaded: shows grey shapes of the same size. */
  amount: number | null;
  /** `xl` becomes smaller for longer numbers. */
  size: keyof typeof sizes | 'xl';
  /** Whether to show **** instead, also to screen readers. */
  isHidden?: boolean;
  /** Adds the value of the coins at this rate, and the rate. */
  nairaPerCoin?: number;
}

/** A prominent amount: it shrinks instead of being cut. */
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
            <span className="sr-only"> {coinWord(amount)}</span>
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
 * Returns a smaller size for longer numbers, so that they are neither wrapped nor cut on a phone, for any font size that the
 * user has chosen.
 */
export function sizeOfNumber(amount: number): string {
  const { length } = formatNumber(amount);
  if (length > 10) return 'text-[min(2.25rem,9vw)] lg:text-[2.5rem]';
  if (length > 8) return 'text-[min(2.875rem,11.6vw)] lg:text-[3.375rem]';
  return 'text-[min(3.5rem,14.4vw)] tracking-[-0.035em] lg:text-[4.25rem]';
}
