import { BIDDING_NAIRA_PER_COIN, formatNaira, formatNumber, inCoins } from '@copup/shared/coins.ts';
import type { SendReceipt, SendTerms, WalletOwner } from '@copup/shared/sends.ts';
import { Info } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type Balance, useBalance } from '../../balance/use-balance.ts';
import { useFresh } from '../../lib/read-query.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { useIsOnline } from '../../lib/use-online.ts';
import { BuyLink } from '../../parts/buy-link.tsx';
import { CoinAmountField } from '../../parts/coin-amount-field.tsx';
import { OfflineNote } from '../../parts/form-parts.tsx';
import { PinSheet } from '../../pin/pin-sheet.tsx';
import { Avatar } from '../../ui/art/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Coins } from '../../ui/money.tsx';
import { Note } from '../../ui/note.tsx';
import { RecipientCard } from '../../ui/recipient-card.tsx';
import { Rows } from '../../ui/rows.tsx';
import { FailedRead } from '../../ui/states.tsx';
import { readTerms, sendCoins } from './api.ts';
import { amountError, chargeFor, mostToSend, parseAmount } from './check-amount.ts';
import { SendDock } from './send-dock.tsx';

interface AmountStepProps {
  owner: WalletOwner;
  onChange: () => void;
  onSent: (receipt: SendReceipt) => void;
}

/** W1: the person is shown with the amount, and with all that leaves the wallet before the PIN. */
export function AmountStep({ owner, onChange, onSent }: AmountStepProps) {
  const { form, typed, type, error, submit, send, isPinOpen, closePin, ...facts } = useAmount(owner, onSent);
  const { query, terms, balance, amount = 0, most, isOnline } = facts;
  const charge = chargeFor(amount, terms?.charge_percent ?? 0);
  const costs = [
    [`Charge, ${terms?.charge_percent}%`, inCoins(charge)],
    ['Leaves your wallet', inCoins(amount + charge)],
  ] as const;
  return (
    <>
      <form
        ref={form}
        onSubmit={submit}
        noValidate
        aria-label="Amount"
        className="grid max-w-[620px] grid-cols-[minmax(0,1fr)] gap-4 pb-24 lg:pb-0"
      >
        <div role="status">
          <RecipientCard owner={owner} className="bg-ok-soft">
            <Button look="ghost" size="sm" onClick={onChange} className="-mr-2">
              Change
            </Button>
          </RecipientCard>
        </div>
        <CoinAmountField
          value={typed}
          onChange={type}
          aside={most === undefined ? undefined : `You can send ${formatNumber(most)}`}
          naira={amount * BIDDING_NAIRA_PER_COIN}
          note="bid value"
          error={error}
        />
        <Shortcuts most={most ?? 0} onChoose={(coins) => type(formatNumber(coins))} />
        {terms && amount > 0 ? (
          <Card className="px-4 py-1">
            <Rows isPlain rows={[['They receive', inCoins(amount)], ...costs]} />
          </Card>
        ) : null}
        <FailedRead query={query} message="The charge could not be read." />
        <Limits terms={terms} balance={balance} />
        <OfflineNote>No coins can be moved.</OfflineNote>
        <SendDock isOnline={isOnline} />
      </form>
      {isPinOpen && terms && balance ? (
        <PinSheet
          title="Check and send"
          summary={
            <Check owner={owner} amount={amount}>
              <Rows isPlain rows={[...costs, ['You keep', inCoins(balance.available - amount - charge)]]} />
            </Check>
          }
          brief={
            <RecipientCard
              owner={owner}
              title={`${inCoins(amount)} to @${owner.username}`}
              note="Your form is kept."
              className="bg-canvas"
            />
          }
          action={`Send ${inCoins(amount)}`}
          isFirst={!terms.has_pin}
          onSubmit={send}
          onClose={closePin}
        />
      ) : null}
    </>
  );
}

/** The amount, what of it is wrong, and the send behind the PIN. */
function useAmount(owner: WalletOwner, onSent: (receipt: SendReceipt) => void) {
  const { id } = useSignedInUser();
  const [typed, setTyped] = useState('');
  const [isTried, setIsTried] = useState(false);
  const [isPinOpen, setIsPinOpen] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const focus = () => (form.current?.elements.namedItem('amount') as HTMLElement | null)?.focus();
  useEffect(focus, []);
  const isOnline = useIsOnline();
  const balance = useBalance();
  const query = useFresh(['send-terms', id], readTerms);
  const terms = query.data;
  const amount = parseAmount(typed);
  const known = { available: balance?.available, terms };
  const error = isTried || amount !== undefined ? amountError(amount, known) : undefined;
  const type = (text: string) => {
    setTyped(text);
    setIsTried(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isOnline) return;
    setIsTried(true);
    if (amountError(amount, known)) focus();
    else setIsPinOpen(true);
  };
  const closePin = () => setIsPinOpen(false);
  const send = async (pin: string) => {
    if (amount === undefined) return;
    const receipt = await sendCoins(owner.wallet_address, amount, pin);
    closePin();
    onSent(receipt);
  };
  const facts = { query, terms, balance, amount, most: mostToSend(known), isOnline };
  return { form, typed, type, error, submit, send, isPinOpen, closePin, ...facts };
}

function Shortcuts({ most, onChoose }: { most: number; onChoose: (coins: number) => void }) {
  const amounts = [100, 500, 1_000].filter((amount) => amount < most);
  if (most === 0) return null;
  return (
    <div className="-mt-1.5 grid grid-cols-4 gap-2">
      {[...amounts, most].map((amount) => (
        <Button key={amount} size="sm" onClick={() => onChoose(amount)} className="px-1">
          {amount === most ? 'All' : formatNumber(amount)}
        </Button>
      ))}
    </div>
  );
}

/** Why coins of the wallet cannot be sent: they are held or bonus (L6), there are none, or some are owed. */
function Limits({ terms, balance }: { terms: SendTerms | undefined; balance: Balance | null }) {
  const { held = 0, bonus = 0, available } = balance ?? {};
  const locked = [held && `${inCoins(held)} held`, bonus && inCoins(bonus, 'bonus')].filter(Boolean);
  const buy = (
    <BuyLink size="sm" look="line">
      Buy coins
    </BuyLink>
  );
  return (
    <>
      {locked.length > 0 ? (
        <p className="flex gap-2 text-sm text-ink-2">
          <Info size={20} aria-hidden className="shrink-0" />
          {locked.join(' and ')} can’t be sent.
        </p>
      ) : null}
      {available === 0 ? <Note look="info" title="You have no coins to send." action={buy} /> : null}
      {terms && terms.owed > 0 ? (
        <Note look="error" title={`You owe ${inCoins(terms.owed)} after a chargeback.`}>
          You can send again once they are repaid.
        </Note>
      ) : null}
    </>
  );
}

/** What the PIN authorizes. */
function Check({ owner, amount, children }: { owner: WalletOwner; amount: number; children: ReactNode }) {
  return (
    <div className="text-center *:mx-auto">
      <div className="w-fit">
        <Avatar name={owner.full_name} username={owner.username} picture={owner.profile} size={72} />
      </div>
      <p className="mt-2 truncate font-semibold">@{owner.username}</p>
      <p className="text-sm text-ink-2">{owner.full_name}</p>
      <Coins amount={amount} className="mt-2 font-display text-4xl font-bold" />
      <p className="mb-2 text-sm text-ink-2">{formatNaira(amount * BIDDING_NAIRA_PER_COIN)} bid value</p>
      {children}
    </div>
  );
}
