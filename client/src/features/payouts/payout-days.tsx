import type { Payout } from '@copup/shared/payouts.ts';
import { groupBy } from '../../lib/group-by.ts';
import { Card } from '../../ui/card.tsx';
import { PayoutRow } from './payout-row.tsx';

/** The history by day, newest first. */
export function PayoutDays({ payouts, nowMs }: { payouts: readonly Payout[]; nowMs: number }) {
  const days = groupBy(payouts, ({ created_at }) => new Date(created_at).toDateString());
  const today = new Date(nowMs).toDateString();
  return (
    <div className="grid gap-3">
      {[...days].map(([day, rows]) => (
        <section key={day} aria-label={day === today ? 'Today' : nameOf(day)} className="grid gap-3">
          <h2 className="px-0.5 font-sans text-sm font-semibold tracking-normal text-ink-2">
            {day === today ? 'Today' : nameOf(day)}
          </h2>
          <Card>
            <ul className="divide-y divide-line">
              {rows.map((payout) => (
                <PayoutRow key={payout.id} payout={payout} />
              ))}
            </ul>
          </Card>
        </section>
      ))}
    </div>
  );
}

let names: Intl.DateTimeFormat | undefined;
/** "Friday, 20 November". */
function nameOf(day: string): string {
  names ??= new Intl.DateTimeFormat('en-NG', { weekday: 'long', day: 'numeric', month: 'long' });
  return names.format(new Date(day));
}
