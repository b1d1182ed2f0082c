import { BIDDING_NAIRA_PER_COIN, formatNaira, inCoins } from '@copup/shared/coins.ts';
import type { WalletOwner } from '@copup/shared/sends.ts';
import { Card } from '../../ui/card.tsx';
import { Coins } from '../../ui/money.tsx';

interface SendSummaryProps {
  owner: WalletOwner | undefined;
  amount: number | undefined;
  charge: number | undefined;
  left: number | undefined;
}

/** Beside the form on a desktop; a phone shows the same before and in the PIN sheet. */
export function SendSummary({ owner, amount, charge, left }: SendSummaryProps) {
  const rows: [string, string | undefined][] = [
    ['To', owner && `@${owner.username}`],
    ['Bid value', amount === undefined ? undefined : formatNaira(amount * BIDDING_NAIRA_PER_COIN)],
    ['Charge', charge === undefined ? undefined : inCoins(charge)],
    ['Left after', left === undefined || left < 0 ? undefined : inCoins(left)],
  ];
  return (
    <aside aria-label="You’re sending" className="max-lg:hidden">
      <Card className="grid gap-3 p-4">
        <h2 className="text-lg">You’re sending</h2>
        <Coins amount={amount ?? 0} className="font-display text-4xl font-bold" />
        <dl className="divide-y divide-line">
          {rows.map(([name, value]) => (
            <div key={name} className="flex justify-between gap-3 py-2.5">
              <dt className="text-ink-2">{name}</dt>
              <dd className="min-w-0 truncate font-semibold">{value ?? '–'}</dd>
            </div>
          ))}
        </dl>
        <p className="text-xs text-ink-3">
          Sent coins can’t be called back. Check the name before you continue.
        </p>
      </Card>
    </aside>
  );
}
