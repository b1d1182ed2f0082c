import { inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import type { Bank, PayoutTerms } from '@copup/shared/payouts.ts';
import { Coins } from '../../ui/money.tsx';
import { Note } from '../../ui/note.tsx';
import { Rows } from '../../ui/rows.tsx';
import { BankBadge } from './bank-badge.tsx';
import type { toBody } from './payout-fields.ts';

interface PinSummaryProps {
  bank: Bank;
  naira: string;
  body: ReturnType<typeof toBody>;
  terms: PayoutTerms;
  /** Whether the bank's name of the account is not the player's; null for a name that was typed. */
  isOther: boolean | null;
}

/** What the PIN authorizes. */
export function PinSummary({ bank, naira, body, terms, isOther }: PinSummaryProps) {
  const { bid_points: coins, account_number, account_name } = body;
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
      {isOther ? (
        <Note look="warn" title="This account is not in your name. We compare the names before we pay." />
      ) : null}
      <Rows
        isPlain
        rows={[
          ...(isOther === null ? [] : [['Name at the bank', isolate(account_name)] as const]),
          ['You pay', <Coins key="coins" amount={coins} />],
          ['Rate', `₦${terms.rate} per coin`],
          ['Left to cash out', inCoins(Math.max(0, terms.cashable - coins))],
        ]}
      />
    </>
  );
}
