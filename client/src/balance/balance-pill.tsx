import { coinWord, formatNumber } from '@copup/shared/coins.ts';
import { Coin } from '../ui/art/coin.tsx';
import { classNames } from '../ui/class-names.ts';
import { balanceOf, useBalance, useBalanceHidden } from './use-balance.ts';

/** The balance in the header of a screen. */
export const headerBalance = <BalancePill className="h-9 rounded-full bg-surface px-3 shadow-1" />;

/** The balance in headers and in the side navigation. */
export function BalancePill({ className }: { className?: string }) {
  const balance = useBalance();
  const isHidden = useBalanceHidden((choice) => choice.isHidden);
  if (!balance) return null;
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 text-sm font-semibold whitespace-nowrap',
        className,
      )}
      title="Coin balance"
    >
      <Coin className="size-[1.1em] shrink-0" />
      <span>
        {isHidden ? '****' : formatNumber(balanceOf(balance))}
        <span className="sr-only"> {coinWord(balanceOf(balance))}</span>
      </span>
    </span>
  );
}
