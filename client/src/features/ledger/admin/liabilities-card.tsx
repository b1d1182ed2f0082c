import { coinWord, formatNumber } from '@copup/shared/coins.ts';
import { transferTitle } from '../../../balance/entry-words.ts';
import { Facts } from '../../../console/facts.tsx';
import { showMoment } from '../../../console/local-time.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { useLiabilities } from './use-ledger.ts';

const signed = (coins: number) => `${coins < 0 ? '−' : ''}${formatNumber(Math.abs(coins))}`;

/** What the platform owes in coins, against what was paid in and out (O1). */
export function LiabilitiesCard({ realm }: { realm: string }) {
  const { data, error, refetch } = useLiabilities(realm);
  if (error && !data)
    return (
      <ErrorState
        message={messageOf(error, 'The liabilities could not be read.')}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeletons text="Loading..." count={2} className="h-17 rounded-lg" />;
  const { owed } = data;
  return (
    <section aria-label="Liabilities" className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">
          Owed: {signed(owed.total)} {coinWord(owed.total)}
        </h2>
        <p className="text-sm text-ink-2">
          {data.as_of ? `As of ${showMoment(data.as_of)}` : 'Not computed yet'}
        </p>
      </header>
      <Facts
        label="What is owed"
        facts={[
          { name: 'Available', value: signed(owed.available) },
          { name: 'Held', value: signed(owed.held) },
          { name: 'Bonus', value: signed(owed.bonus) },
          { name: 'Pots', value: signed(owed.pot) },
          { name: 'Traders’ stock', value: signed(owed.stock) },
          { name: 'Escrow', value: signed(owed.escrow) },
          { name: 'Rewards', value: signed(owed.rewards) },
          { name: 'Unclaimed', value: signed(owed.unclaimed) },
        ]}
      />
      <Facts
        label="Paid in and out"
        facts={[
          { name: 'Paid in', value: signed(data.paid_in) },
          { name: 'Traded', value: signed(data.traded) },
          { name: 'Paid out', value: signed(data.paid_out) },
          { name: 'Revenue', value: signed(data.revenue) },
          { name: 'Issued', value: signed(data.issued_total) },
        ]}
      />
      {data.issued.length > 0 ? (
        <p className="text-sm text-ink-2">
          Issued:{' '}
          {data.issued.map(({ kind, amount }) => `${transferTitle(kind)} ${signed(amount)}`).join(', ')}
        </p>
      ) : null}
    </section>
  );
}
