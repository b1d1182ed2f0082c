import { formatNumber } from '@copup/shared/coins.ts';
import { useState } from 'react';
import { useBalance, useBalanceHidden } from '../../balance/use-balance.ts';
import { Button } from '../../ui/button.tsx';
import { hiddenAmount } from '../../ui/money.tsx';
import { ConvertSheet } from './convert-sheet.tsx';
import { useTerms } from './queries.ts';
import { TaskCoin } from './task-coins.tsx';

/** T7: the user's task coins, and their conversion to bonus coins while it is switched on. */
export function TaskBalance() {
  const balance = useBalance();
  const { isHidden } = useBalanceHidden();
  const terms = useTerms();
  const [isOpen, setIsOpen] = useState(false);
  const rate = terms.data?.rate;
  return (
    <section
      aria-label="Task coins"
      className="stage adire flex flex-wrap items-center gap-x-4 gap-y-3 overflow-hidden rounded-[22px] px-4.5 py-3.5 [--moon-at:right_-130px_center] lg:px-7 lg:py-5.5"
    >
      <p className="min-w-0 flex-[1_1_8rem]">
        <span className="block text-sm text-on-stage-2">Task coins</span>
        <span className="flex min-h-11 items-center gap-2.5 font-display text-[min(2.25rem,9vw)] leading-none font-bold tracking-tight">
          <TaskCoin className="size-[0.84em]" />
          {balance || isHidden ? (
            <span data-testid="task-coins" className="wrap-anywhere">
              {isHidden ? hiddenAmount : formatNumber(balance?.task ?? 0)}
            </span>
          ) : (
            <span aria-hidden="true" className="h-8 w-24 rounded-[8px] bg-white/12" />
          )}
        </span>
      </p>
      <div className="grid justify-items-end gap-1 text-right text-sm text-on-stage-2">
        {rate ? (
          <>
            <Button
              look="soft"
              className="min-h-tap! bg-white! px-4! text-base! text-[#0f1530]!"
              onClick={() => setIsOpen(true)}
            >
              Convert
            </Button>
            <span>{rateWords(rate)}</span>
          </>
        ) : null}
        {rate === 0 ? <span>Conversion is off at the moment.</span> : null}
      </div>
      {isOpen && rate ? <ConvertSheet rate={rate} onClose={() => setIsOpen(false)} /> : null}
    </section>
  );
}

const rateWords = (rate: number) =>
  rate === 1 ? '1 makes 1 bonus coin' : `${formatNumber(rate)} make 1 bonus coin`;
