import { coinWord, formatNaira, formatNumber } from '@copup/shared/coins.ts';
import type { PayoutTerms } from '@copup/shared/payouts.ts';
import { Coin } from '../../ui/art/coin.tsx';
import { classNames } from '../../ui/class-names.ts';
import { laterText, type WaitingPart, waitingParts } from './payout-words.ts';

const colours: Record<WaitingPart['look'], string> = {
  young: 'bg-[#8ea2ff]',
  held: 'bg-coin',
  bonus: 'bg-win',
};
const frame =
  'stage adire overflow-hidden rounded-[24px] px-4.5 pt-4 [--moon-at:right_-130px_top_-150px] lg:px-6 lg:pt-6';

/** What can be paid out, and why the other parts of the balance cannot. */
export function CashableStage({ terms, nowMs }: { terms: PayoutTerms; nowMs: number }) {
  const parts = waitingParts(terms, nowMs);
  const { cashable, rate } = terms;
  const later = laterText(terms, nowMs);
  return (
    <section aria-label="What you can cash out" className={frame}>
      <div className="flex items-center justify-between gap-3 text-sm font-semibold text-on-stage-2">
        <h2 className="font-sans text-sm font-semibold tracking-normal">You can cash out</h2>
        <span className="inline-flex h-7 items-center rounded-full bg-stage-deep px-3 text-xs text-white">
          ₦{rate} per coin
        </span>
      </div>
      <p className="mt-1.5 mb-3.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 font-display font-bold lg:mb-4.5">
        <span className="inline-flex items-center gap-2.5 text-[2.375rem] leading-none tracking-tight lg:w-full lg:text-[3rem]">
          <Coin className="size-[0.86em] shrink-0" />
          <span data-testid="cashable">{formatNumber(cashable)}</span>
          <span className="sr-only"> {coinWord(cashable)}</span>
        </span>
        <span className="text-[1.375rem] leading-none">{formatNaira(cashable * rate)}</span>
      </p>
      {later ? <p className="mb-3 text-sm font-semibold text-on-stage-2">{later}</p> : null}
      <div aria-hidden="true" className="mb-4 flex h-3 gap-[3px] overflow-hidden rounded-full bg-white/12">
        {cashable > 0 ? <i className="min-w-1.5 bg-white" style={{ flexGrow: cashable }} /> : null}
        {parts.map(({ name, coins, look }) => (
          <i key={name} className={classNames('min-w-1.5', colours[look])} style={{ flexGrow: coins }} />
        ))}
      </div>
      {parts.length > 0 ? (
        <dl className="-mx-4.5 bg-stage-deep px-4.5 py-1 lg:-mx-6 lg:px-6 lg:py-2">
          {parts.map(({ name, why, coins, look }) => (
            <div
              key={name}
              className="grid min-h-12 grid-cols-[10px_minmax(0,1fr)_auto] items-center gap-2.5 border-[#c9d2ff]/16 py-1 not-first:border-t"
            >
              <i aria-hidden="true" className={classNames('size-2.5 rounded-[4px]', colours[look])} />
              <dt className="text-sm leading-tight font-semibold">
                {name}
                <span className="block text-xs font-normal wrap-anywhere text-on-stage-2">{why}</span>
              </dt>
              <dd className="font-display font-bold">{formatNumber(coins)}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </section>
  );
}

/** The place of the stage while the terms are loading. */
export function LoadingStage() {
  const bar = 'rounded-[8px] bg-[#c9d2ff]/16';
  return (
    <div aria-hidden="true" className={classNames(frame, 'pb-4')}>
      <div className={classNames(bar, 'h-4 w-32')} />
      <div className={classNames(bar, 'mt-4 mb-4 h-9 w-44')} />
      <div className={classNames(bar, 'h-3 w-full rounded-full')} />
      <div className={classNames(bar, 'mt-6 mb-2 h-4 w-3/4')} />
    </div>
  );
}
