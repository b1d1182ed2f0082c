import { BIDDING_NAIRA_PER_COIN, formatNaira, inCoins, PAYOUT_NAIRA_PER_COIN } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { BalancePill } from '../../../balance/balance-pill.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Coins } from '../../../ui/money.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { StageCard } from '../../../ui/stage-card.tsx';

const amounts = [100, 500, 1_000] as const;

/** Coins are sold by a payout: Copup is the only buyer. */
export function Page() {
  return (
    <Screen
      title="Sell"
      backTo={paths.peerToPeer}
      aside={<BalancePill className="rounded-full bg-surface px-3.5 py-2.5 shadow-1" />}
    >
      <StageCard
        label="Sell"
        title={`Cash out at ₦${PAYOUT_NAIRA_PER_COIN} per coin`}
        text="Copup buys your coins and pays your bank. There are no other buyers."
      />
      <ul aria-label="Amounts" className="grid gap-3 lg:grid-cols-3 lg:gap-4">
        {amounts.map((amount) => (
          <li key={amount}>
            <Card className="flex flex-wrap items-center gap-x-4 gap-y-2.5 p-4">
              <p className="min-w-0 flex-[1_1_9rem]">
                <span className="flex flex-wrap items-baseline gap-x-2 font-display text-xl font-bold">
                  <Coins amount={amount} />
                  <span>→ {formatNaira(amount * PAYOUT_NAIRA_PER_COIN)}</span>
                </span>
                <span className="text-sm text-ink-2">{PAYOUT_NAIRA_PER_COIN} NGN per coin</span>
              </p>
              <ButtonLink to={paths.payout}>
                SELL<span className="sr-only"> {inCoins(amount)}</span>
              </ButtonLink>
            </Card>
          </li>
        ))}
      </ul>
      <p className="text-ink-2">
        {`To your own account, no fee, and you see every step. ₦${PAYOUT_NAIRA_PER_COIN} out, ₦${BIDDING_NAIRA_PER_COIN} to bid: the difference pays for running Copup.`}
      </p>
    </Screen>
  );
}
