import {
  BIDDING_NAIRA_PER_COIN,
  formatNaira,
  formatNumber,
  PAYOUT_NAIRA_PER_COIN,
} from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { ChevronRight, Lock, Plus } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { type Balance, balanceOf, useBalance, useBalanceHidden } from '../../balance/use-balance.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { type BalanceFact, CoinBalance } from '../../ui/coin-balance.tsx';
import { hiddenAmount } from '../../ui/money.tsx';

/** The user's coins and their value; hiding them hides all own balances. */
export function BalanceCard() {
  const balance = useBalance();
  const { isHidden, toggle } = useBalanceHidden();
  return (
    <CoinBalance
      amount={balance ? balanceOf(balance) : null}
      isHidden={isHidden}
      onToggle={toggle}
      isStale={balance !== null && !balance.isLive}
      facts={factsOf(balance)}
      line={
        // The width of the link, and so the wrap, is independent of its text, and two lines of it are as high as the
        // button: the page does not move when the balance arrives.
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <Link
            to={paths.timeline}
            className="inline-flex min-h-tap flex-1 basis-40 items-center gap-1.5 text-sm text-on-stage-2"
          >
            <span className="sr-only">See where your coins went: </span>
            <Parts balance={balance} isHidden={isHidden} />
            <ChevronRight size={16} aria-hidden />
          </Link>
          <ButtonLink look="line" size="sm" to={paths.buy}>
            <Plus size={18} aria-hidden />
            Buy coins
          </ButtonLink>
        </div>
      }
    />
  );
}

/** What part of the coins is held, bonus or of tasks. */
function Parts({ balance, isHidden }: { balance: Balance | null; isHidden: boolean }) {
  const parts = [
    [balance?.held ?? 0, 'held'],
    [balance?.bonus ?? 0, 'bonus'],
    [balance?.task ?? 0, 'from tasks'],
  ] as const;
  const shown = parts.filter(([amount]) => amount > 0);
  if (shown.length === 0) return <span>Your coins’ timeline</span>;
  return (
    <>
      {(balance?.held ?? 0) > 0 ? <Lock size={16} aria-hidden className="shrink-0" /> : null}
      <span>
        {shown.map(([amount, name], nth) => (
          <Fragment key={name}>
            {nth > 0 ? ' · ' : ''}
            <span className="inline-block">
              <b className="font-semibold text-white">{isHidden ? hiddenAmount : formatNumber(amount)}</b>{' '}
              {name}
            </span>
          </Fragment>
        ))}
      </span>
    </>
  );
}

function factsOf(balance: Balance | null): BalanceFact[] {
  const worth = (coins: number, rate: number) => (balance ? formatNaira(coins * rate) : '–');
  return [
    {
      name: `Bid value at ₦${BIDDING_NAIRA_PER_COIN}`,
      // L6: bonus coins cannot be bid.
      value: worth(balance?.available ?? 0, BIDDING_NAIRA_PER_COIN),
    },
    {
      name: `Payout at ₦${PAYOUT_NAIRA_PER_COIN}`,
      value: worth(balance?.available ?? 0, PAYOUT_NAIRA_PER_COIN),
    },
  ];
}
