import { formatNumber, formatPrice, inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import type { ReserveBody, Trade, Trader } from '@copup/shared/trades.ts';
import { type FormEvent, useState } from 'react';
import { callOnce } from '../../lib/calls.ts';
import { useIsOnline } from '../../lib/use-online.ts';
import { parseWholeNumber } from '../../lib/whole-number.ts';
import { Failure, OfflineNote, Submit } from '../../parts/form-parts.tsx';
import { Coin } from '../../ui/art/coin.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Coins } from '../../ui/money.tsx';
import { Steps } from '../../ui/steps.tsx';
import { errorOfAmount, totalOf, tradeSteps } from './purchase.ts';
import { useTradeCommand } from './use-trade-command.ts';

interface ReserveSheetProps {
  trader: Trader;
  /** The amount that the list was filtered by, if any. */
  coins: number | undefined;
  onClose: () => void;
  onReserved: (trade: Trade) => void;
}

/** The first step of a purchase: how many coins Copup keeps for the buyer. The account to pay comes after it. */
export function ReserveSheet({ trader, coins: wanted, onClose, onReserved }: ReserveSheetProps) {
  const isOnline = useIsOnline();
  const [amount, setAmount] = useState(String(wanted ?? trader.min));
  const [isChecked, setIsChecked] = useState(false);
  const coins = parseWholeNumber(amount);
  const total = coins === undefined ? null : totalOf(trader, coins);
  const error = errorOfAmount(trader, coins);
  const reserving = useTradeCommand(
    (body: ReserveBody) =>
      callOnce(`reserve:${trader.id}`, 'POST /trade/reserve/:traderId', {
        params: { traderId: trader.id },
        body,
      }),
    onReserved,
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsChecked(true);
    if (error) event.currentTarget.querySelector<HTMLElement>('[name=coinAmount]')?.focus();
    else if (coins !== undefined && total !== null) {
      reserving.mutate({ coinAmount: coins, totalPrice: Number(total) });
    }
  };
  return (
    <Modal title={`Buy from ${isolate(trader.name)}`} onClose={onClose} isBusy={reserving.isPending}>
      <form onSubmit={submit} noValidate aria-label="Purchase" className="grid gap-3.5">
        <Steps steps={tradeSteps} at={0} />
        <Field
          label="Amount of Coin"
          name="coinAmount"
          inputMode="numeric"
          autoComplete="off"
          maxLength={13}
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          disabled={reserving.isPending}
          aside={`${formatNumber(trader.min)} to ${formatNumber(trader.max)}`}
          icon={<Coin className="size-6" />}
          error={isChecked ? error : undefined}
        />
        <p className="flex flex-wrap items-baseline justify-between gap-x-3" aria-live="polite">
          <span className="text-sm text-ink-2">You’ll pay, {formatPrice(trader.price)} per 1 coin</span>
          <b className="font-display text-xl wrap-anywhere">
            {total === null ? '–' : formatPrice(Number(total))}
          </b>
        </p>
        <NextSteps kept={coins === undefined ? 'the coins' : `the ${inCoins(coins)}`} />
        <Failure error={reserving.error} text="Failed to complete purchase" />
        <OfflineNote>You can buy as soon as you’re back.</OfflineNote>
        <p className="text-sm text-ink-2">
          <b className="text-ink">You pay nothing yet.</b> You can cancel before paying.
        </p>
        <Submit
          look="coin"
          size="lg"
          disabled={!isOnline}
          busy={reserving.isPending}
          className="justify-between!"
        >
          <span>Reserve</span>
          {coins === undefined ? null : <Coins amount={coins} />}
        </Submit>
      </form>
    </Modal>
  );
}

const NextSteps = ({ kept }: { kept: string }) => (
  <ol className="grid list-decimal gap-1.5 rounded-md bg-sunken py-3 pr-3.5 pl-8">
    <li>
      <b>Reserve now.</b> Copup takes {kept} from the trader and keeps them for you.
    </li>
    <li>
      <b>Pay within 30 minutes.</b> You see the account after reserving.
    </li>
    <li>
      <b>Send the proof.</b> Then the clock stops and the coins wait for you.
    </li>
  </ol>
);
