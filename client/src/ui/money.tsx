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
export function BiddingNaira({ amount }: { amount: number }) {
  return <span>{formatNaira(amount * BIDDING_NAIRA_PER_COIN)}</span>;
}

/** Returns both currencies in words, for screen readers: "14,820 coins, 1,482,000 naira". */
export function spellMoney(amount: number, nairaPerCoin = BIDDING_NAIRA_PER_COIN): string {
  return `${inCoins(amount)}, ${formatNumber(amount * nairaPerCoin)} naira`;
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
