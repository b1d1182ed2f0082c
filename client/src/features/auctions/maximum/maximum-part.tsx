import { BIDDING_NAIRA_PER_COIN, coinWord, formatNaira, formatNumber, inCoins } from '@copup/shared/coins.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { callOnce } from '../../../lib/calls.ts';
import { CoinOnGold } from '../../../ui/art/coin.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { type Checked, checkMaximum, type MaximumSituation } from './maximum-rules.ts';

/** A13: the server bids for the user up to this many coins. */
const setMaximum = (id: number, maxBidPoints: number) =>
  callOnce(`max:${id}`, 'PUT /auction/max/:id', { params: { id }, body: { maxBidPoints } });
/** A13: the leading bid stays. */
const withdrawMaximum = (id: number) =>
  callOnce(`no-max:${id}`, 'DELETE /auction/max/:id', { params: { id } });

/** The leader's maximum, and that it is held. */
export function BiddingUpTo({ own, price }: { own: number; price: number }) {
  return (
    <>
      <b className="font-semibold text-ink">Bidding up to {formatNumber(own)} for you.</b>{' '}
      {own > price
        ? `${inCoins(own)} held, you pay ${formatNumber(price)} so far.`
        : 'Your maximum is reached.'}
    </>
  );
}

/** The maximum that another player's bid exceeded. */
export function MaximumPassed({ passed }: { passed: number }) {
  return <b className="font-semibold text-ink">Your maximum of {formatNumber(passed)} was passed. </b>;
}

interface MaximumFormProps extends MaximumSituation {
  auctionId: number;
  /** The form is closed; `isWithdrawn` if the user has no maximum any more. */
  onClose: (isWithdrawn: boolean) => void;
}

/** Sets, changes or withdraws the user's own maximum (A13). */
export function MaximumForm({ auctionId, onClose, ...situation }: MaximumFormProps) {
  const { own } = situation;
  const [text, setText] = useState(own === null ? '' : formatNumber(own));
  const [isSent, setIsSent] = useState(false);
  const checked = checkMaximum(text, situation);
  const change = useMutation({
    mutationFn: (amount: number | null) =>
      amount === null ? withdrawMaximum(auctionId) : setMaximum(auctionId, amount),
    onSuccess: ({ maxBidPoints, message }, amount) => {
      if (amount === null || maxBidPoints !== null) onClose(amount === null);
      else setPassed(message);
    },
  });
  // Set at once, but an earlier maximum of another player is higher.
  const [passed, setPassed] = useState<string>();
  const wrong = isSent && text !== '' && 'error' in checked ? errorOf(checked) : undefined;
  const failed = change.isError ? messageOf(change.error, 'Error setting your maximum.') : passed;

  return (
    <form
      aria-label="Bid up to"
      className="mb-3 grid w-full gap-2.5"
      onKeyDown={({ key }) => {
        if (key === 'Escape' && !change.isPending) onClose(false);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        setIsSent(true);
        setPassed(undefined);
        if ('coins' in checked) change.mutate(checked.coins);
      }}
    >
      <Field
        label="Bid up to"
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setPassed(undefined);
          change.reset();
        }}
        error={failed ?? wrong}
        aside={'coins' in checked ? `at most ${nairaOf(checked.coins)}` : undefined}
        hint="We bid the next step for you each time you are outbid, also while you are away. The coins are held. If you win, you pay the price and the rest comes back. If another player bids more, all of them are back at once."
      />
      <div className="flex gap-2 *:flex-1">
        <SetButton
          word={own === null ? 'Set' : 'Change'}
          coins={'coins' in checked ? checked.coins : null}
          busy={change.isPending && change.variables !== null}
        />
        {own === null ? null : (
          <Button busy={change.isPending && change.variables === null} onClick={() => change.mutate(null)}>
            Stop
          </Button>
        )}
        <Button onClick={() => onClose(false)}>Cancel</Button>
      </div>
    </form>
  );
}

interface SetButtonProps {
  word: string;
  /** The entered maximum; null while it is not valid. */
  coins: number | null;
  busy: boolean;
}

/** Gold, because it holds coins. */
function SetButton({ word, coins, busy }: SetButtonProps) {
  return (
    <Button look="coin" type="submit" busy={busy} className="flex-[2]!">
      {word}
      {coins === null ? null : (
        <span className="inline-flex items-center gap-1.5 font-display">
          <CoinOnGold className="size-5" />
          {formatNumber(coins)}
          <span className="sr-only"> {coinWord(coins)}</span>
        </span>
      )}
    </Button>
  );
}

const nairaOf = (coins: number) => formatNaira(coins * BIDDING_NAIRA_PER_COIN);

function errorOf(checked: Extract<Checked, { error: string }>): string {
  switch (checked.error) {
    case 'number':
      return 'Enter a whole number of coins.';
    case 'low':
      return `Enter ${inCoins(checked.bound)} or more.`;
    case 'high':
      return `You can bid up to ${inCoins(checked.bound)}.`;
  }
}
