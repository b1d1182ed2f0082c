import {
  BIDDING_NAIRA_PER_COIN,
  formatNaira,
  formatNumber,
  PAYOUT_NAIRA_PER_COIN,
} from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { Plus } from 'lucide-react';
import { useEffect } from 'react';
import { type Balance, balanceOf, useBalance, useBalanceHidden } from '../../balance/use-balance.ts';
import { readStored, writeStored } from '../../lib/stored.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { type BalanceFact, CoinBalance } from '../../ui/coin-balance.tsx';

/** The number of facts that the user last saw. */
const countKey = 'wallet_facts';
const mostFurtherFacts = 3;

/** The user's coins and their value; hiding them hides all own balances. */
export function BalanceCard() {
  const balance = useBalance();
  const { isHidden, toggle } = useBalanceHidden();
  const facts = factsOf(balance);
  const count = balance ? facts.length : null;
  useEffect(() => {
    if (count !== null) writeStored(countKey, String(count));
  }, [count]);
  // While the balance is loading, the card is as high as the last time.
  const missing = balance ? 0 : Number(readStored(countKey)) - facts.length;
  for (let nth = 0; nth < Math.min(missing, mostFurtherFacts); nth += 1)
    facts.push({ name: '\u00a0'.repeat(nth + 1), value: '–' });
  return (
    <CoinBalance
      amount={balance ? balanceOf(balance) : null}
      isHidden={isHidden}
      onToggle={toggle}
      isStale={balance !== null && !balance.isLive}
      facts={facts}
      action={
        <ButtonLink look="line" size="sm" to={paths.buy} className="w-full lg:w-auto">
          <Plus size={18} aria-hidden />
          Buy coins
        </ButtonLink>
      }
    />
  );
}

function factsOf(balance: Balance | null): BalanceFact[] {
  const worth = (coins: number, rate: number) => (balance ? formatNaira(coins * rate) : '–');
  const facts = [
    {
      name: `Bid value at ₦${BIDDING_NAIRA_PER_COIN}`,
      value: worth(balance ? balanceOf(balance) : 0, BIDDING_NAIRA_PER_COIN),
    },
    {
      name: `Payout at ₦${PAYOUT_NAIRA_PER_COIN}`,
      value: worth(balance?.available ?? 0, PAYOUT_NAIRA_PER_COIN),
    },
  ];
  if (balance && balance.held > 0)
    facts.push({ name: 'Held by your bids', value: `${formatNumber(balance.held)} coins` });
  if (balance && balance.bonus > 0)
    facts.push({ name: 'Bonus, for entry fees', value: `${formatNumber(balance.bonus)} coins` });
  if (balance && balance.task > 0)
    facts.push({ name: 'Task coins, from tasks', value: formatNumber(balance.task) });
  return facts;
}
