import { inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import type { Bank, PayoutTerms } from '@copup/shared/payouts.ts';
import type { ReactNode } from 'react';
import { Coins } from '../../ui/money.tsx';
import { BankBadge } from './bank-badge.tsx';
import type { toBody } from './payout-fields.ts';

interface PinSummaryProps {
  bank: Bank;
  naira: string;
  body: ReturnType<typeof toBody>;
  terms: PayoutTerms;
}

/** What the PIN authorizes. */
export function PinSummary({ bank, naira, body, terms }: PinSummaryProps) {
  const { bid_points: coins, account_number, account_name } = body;
  const rows: [name: string, value: ReactNode, className?: string][] = [
    ['You pay', <Coins key="coins" amount={coins} />],
    ['Rate', `₦${terms.rate} per coin`],
    ['Left to cash out', inCoins(Math.max(0, terms.cashable - coins)), 'font-semibold'],
  ];
  return (
    <>
      <div className="flex items-center gap-3 rounded-[16px] bg-canvas px-3.5 py-3">
        <BankBadge name={bank.name} />
        <p className="min-w-0 leading-snug">
          <b className="block font-display text-[1.375rem]">{naira}</b>
          <span className="block text-sm wrap-anywhere text-ink-2">
            {bank.name} {account_number}, {isolate(account_name)}
          </span>
        </p>
      </div>
      <dl className="mt-1 divide-y divide-line text-sm *:py-1">
        {rows.map(([name, value, className]) => (
          <div key={name} className="flex min-h-10 items-center justify-between gap-4">
            <dt className="text-ink-2">{name}</dt>
            <dd className={className}>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
