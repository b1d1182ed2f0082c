import { coinWord, formatNaira, formatNumber } from '@copup/shared/coins.ts';
import type { Payout } from '@copup/shared/payouts.ts';
import { Check, Hourglass } from 'lucide-react';
import { onHoldWords } from '../../lib/hold-words.ts';
import { Coin } from '../../ui/art/coin.tsx';
import { classNames } from '../../ui/class-names.ts';

/** The steps of an open payout; the current one has its own name. */
const steps = {
  pending: { names: ['Requested', 'Being checked', 'Approved', 'Paid'], now: 1, chip: 'Being checked' },
  approved: { names: ['Requested', 'Approved', 'At the bank', 'Paid'], now: 2, chip: 'On its way' },
} as const;

/** The open payout with its steps. */
export function OpenPayout({ payout, status }: { payout: Payout; status: keyof typeof steps }) {
  const { names, now, chip } = steps[status];
  return (
    <section
      aria-label="Open payout"
      className="stage adire overflow-hidden rounded-[24px] [--moon-at:right_-130px_top_-150px]"
    >
      <div className="grid gap-3 px-4.5 py-4 lg:px-6 lg:py-6">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm font-semibold text-on-stage-2">
          <span>
            {payout.bank_name} {payout.account_number}
          </span>
          <span className="inline-flex h-7 items-center gap-1.5 rounded-full bg-stage-deep px-2.5 text-xs text-[#ffb870]">
            <Hourglass size={16} aria-hidden />
            {payout.on_hold ? 'On hold' : chip}
          </span>
        </div>
        <p className="flex flex-wrap items-center justify-between gap-x-3 font-display font-bold">
          <span className="text-[2.25rem] leading-none tracking-tight">{formatNaira(payout.amount)}</span>
          <span className="inline-flex items-center gap-1.5 text-xl">
            <Coin className="size-5" />
            {formatNumber(payout.bid_points)}
            <span className="sr-only"> {coinWord(payout.bid_points)}</span>
          </span>
        </p>
        {payout.on_hold ? <p className="text-sm text-on-stage-2">{onHoldWords[payout.on_hold]}</p> : null}
      </div>
      <ol className="grid grid-cols-4 bg-stage-deep px-2 py-3.5 text-center text-xs leading-tight">
        {names.map((name, at) => (
          <li
            key={name}
            aria-current={at === now ? 'step' : undefined}
            className={classNames(
              'relative grid min-w-0 justify-items-center gap-1.5 wrap-anywhere',
              at > now ? 'text-on-stage-2' : 'font-semibold text-white',
              at > 0 && 'before:absolute before:top-[11px] before:right-1/2 before:h-1 before:w-full',
              at > 0 && (at <= now ? 'before:bg-win' : 'before:bg-[#26347f]'),
            )}
          >
            <span
              aria-hidden="true"
              className={classNames(
                'z-1 grid size-6.5 place-items-center rounded-full',
                at < now && 'bg-win text-stage-deep',
                at === now && 'bg-coin text-on-coin shadow-[0_0_0_4px_rgb(255_176_31/0.25)]',
                at > now && 'bg-[#26347f]',
              )}
            >
              {at < now ? <Check size={15} strokeWidth={2.6} /> : null}
              {at === now ? <Hourglass size={15} strokeWidth={2.6} /> : null}
            </span>
            {name}
          </li>
        ))}
      </ol>
    </section>
  );
}
