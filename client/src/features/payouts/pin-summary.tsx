import { inCoins } from '@copup/shared/coins.ts';
import type { Bank, PayoutTerms } from '@copup/shared/payouts.ts';
import { Coins } from '../../ui/money.tsx';
import { BankBadge } from './bank-badge.tsx';

interface PinSummaryProps {
  bank: Bank;
  to: string;
  naira: string;
  coins: number;
  terms: PayoutTerms;
}

/** What the PIN authorizes. */
export function PinSummary({ bank, to, naira, coins, terms }: PinSummaryProps) {
  const row = 'flex min-h-10 items-center justify-between gap-4';
  return (
    <>
      <div className="flex items-center gap-3 rounded-[16px] bg-canvas px-3.5 py-3">
        <BankBadge name={bank.name} />
        <p className="min-w-0 leading-snug">
          <b className="block font-display text-[1.375rem]">{naira}</b>
          <span className="block text-sm wrap-anywhere text-ink-2">{to}</span>
        </p>
      </div>
      <dl className="mt-1 divide-y divide-line text-sm *:py-1">
        <div className={row}>
          <dt className="text-ink-2">You pay</dt>
          <dd>
            <Coins amount={coins} />
          </dd>
        </div>
        <div className={row}>
          <dt className="text-ink-2">Rate</dt>
          <dd>₦{terms.rate} per coin</dd>
        </div>
        <div className={row}>
          <dt className="text-ink-2">Left to cash out</dt>
          <dd className="font-semibold">{inCoins(Math.max(0, terms.cashable - coins))}</dd>
        </div>
      </dl>
    </>
  );
}
