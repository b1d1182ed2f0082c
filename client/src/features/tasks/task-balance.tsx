import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowDown } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useBalance, useBalanceHidden } from '../../balance/use-balance.ts';
import { callOnce } from '../../lib/calls.ts';
import { useIsOnline } from '../../lib/use-online.ts';
import { parseWholeNumber } from '../../lib/whole-number.ts';
import { Failure, OfflineNote, Submit } from '../../parts/form-parts.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Coins, hiddenAmount } from '../../ui/money.tsx';
import { toast } from '../../ui/toast.ts';
import { bonusFor, convertError, mostConvertible } from './convert-words.ts';
import { tasksKey, useTerms } from './queries.ts';
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
            <Button look="white" className="min-h-tap! px-4! text-base!" onClick={() => setIsOpen(true)}>
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

interface ConvertSheetProps {
  /** Task coins for one bonus coin. */
  rate: number;
  onClose: () => void;
}

/** T7: converts task coins to bonus coins at the server's rate. */
function ConvertSheet({ rate, onClose }: ConvertSheetProps) {
  const isOnline = useIsOnline();
  const owned = useBalance()?.task ?? 0;
  const most = mostConvertible(owned, rate);
  const [amount, setAmount] = useState(() => (most > 0 ? String(most) : ''));
  const [isChecked, setIsChecked] = useState(false);
  const taskCoins = parseWholeNumber(amount);
  const error = convertError(taskCoins, { rate, owned });
  const converting = useConvert(rate, onClose);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsChecked(true);
    if (error || taskCoins === undefined) {
      (event.currentTarget.elements.namedItem('task_coin') as HTMLElement | null)?.focus();
      return;
    }
    converting.mutate(taskCoins);
  };
  const bonus = taskCoins === undefined || error ? 0 : bonusFor(taskCoins, rate);
  return (
    <Modal title="Convert task coins" onClose={onClose} isBusy={converting.isPending}>
      <form onSubmit={submit} noValidate aria-label="Conversion" className="grid gap-3.5">
        <p className="-mt-3 text-sm text-ink-2">
          {formatNumber(rate)} task {rate === 1 ? 'coin makes' : 'coins make'} 1 bonus coin. Bonus coins pay
          entry fees and tickets. They can’t be sent, cashed out or converted back.
        </p>
        <Field
          label="Task coins"
          name="task_coin"
          inputMode="numeric"
          autoComplete="off"
          maxLength={13}
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          disabled={converting.isPending || most === 0}
          aside={`You have ${formatNumber(owned)}`}
          icon={<TaskCoin className="size-6" />}
          error={isChecked || most === 0 ? error : undefined}
          action={
            <Button
              look="ghost"
              size="sm"
              className="mr-1 min-w-tap"
              disabled={most === 0 || converting.isPending}
              onClick={() => setAmount(String(most))}
            >
              All
            </Button>
          }
        />
        <YouGet bonus={bonus} />
        <Failure error={converting.error} text="The conversion failed." />
        <OfflineNote>You can convert as soon as you’re back.</OfflineNote>
        <Submit look="coin" size="lg" disabled={!isOnline || most === 0} busy={converting.isPending}>
          {bonus > 0 && taskCoins !== undefined ? `Convert ${inCoins(taskCoins, 'task')}` : 'Convert'}
        </Submit>
      </form>
    </Modal>
  );
}

function useConvert(rate: number, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    // At the shown rate; the server refuses when it has another one by now.
    mutationFn: (taskCoin: number) =>
      callOnce('task-convert', 'POST /task/convert', { body: { task_coin: taskCoin, rate } }),
    onSuccess: ({ message }) => {
      toast.success(message);
      onDone();
    },
    // Also after a refusal, because the rate may have changed.
    onSettled: () => queries.invalidateQueries({ queryKey: [tasksKey] }),
  });
}

function YouGet({ bonus }: { bonus: number }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-sunken px-3.5 py-3">
      <ArrowDown size={20} aria-hidden className="shrink-0 text-ink-2" />
      <span className="flex-1 font-semibold">You get</span>
      <span
        aria-live="polite"
        className="flex flex-wrap items-center gap-x-2 font-display text-xl font-bold wrap-anywhere"
      >
        <Coins amount={bonus} />
        <span className="text-base">bonus</span>
      </span>
    </div>
  );
}
