import { formatNumber } from '@copup/shared/coins.ts';
import type { PlayLimits } from '@copup/shared/play-limits.ts';
import { signed, signedNaira, spellMonth } from './words.ts';

const frame =
  'stage adire overflow-hidden rounded-[24px] px-4.5 pt-4.5 [--moon-at:right_-130px_top_-150px] lg:px-6 lg:pt-6';

/** G3: the result of this month. Plain numbers: neither a gain nor a loss has a colour. */
export function ResultStage({ month }: { month: PlayLimits['month'] }) {
  const most = Math.max(month.spent, month.won, 1);
  const bars = [
    { name: 'Spent', coins: month.spent, colour: 'bg-[#8ea2ff]' },
    { name: 'Won back', coins: month.won, colour: 'bg-white' },
  ];
  return (
    <section aria-label="Your result this month" className={frame}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 text-sm font-semibold text-on-stage-2">
        <h2 className="font-sans text-sm font-semibold tracking-normal">Your result this month</h2>
        <span>{spellMonth(month)}</span>
      </div>
      <p className="mt-3 mb-4 flex flex-wrap items-end justify-between gap-x-3 gap-y-1 font-display font-bold">
        <span className="text-[min(2.375rem,11vw)] leading-none tracking-tight" data-testid="month-net">
          {signed(month.net)}{' '}
          <span className="font-sans text-base font-semibold tracking-normal text-on-stage-2">coins</span>
        </span>
        <span className="text-[1.25rem] leading-none">{signedNaira(month.net)}</span>
      </p>
      <dl className="-mx-4.5 grid gap-2.5 bg-stage-deep px-4.5 py-4 lg:-mx-6 lg:px-6">
        {bars.map(({ name, coins, colour }) => (
          <div key={name} className="flex flex-wrap items-center gap-x-2.5">
            <dt className="min-w-21 text-sm">{name}</dt>
            <dd aria-hidden="true" className="h-2.5 min-w-8 flex-1">
              <i
                className={`block h-full rounded-full ${colour}`}
                style={{ width: `${(Math.max(0, coins) / most) * 100}%` }}
              />
            </dd>
            <dd className="ml-auto text-sm font-bold">{coins < 0 ? signed(coins) : formatNumber(coins)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
