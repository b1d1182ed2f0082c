import { BIDDING_NAIRA_PER_COIN, formatNaira, formatNumber, inCoins } from '@copup/shared/coins.ts';
import type { SendReceipt, WalletOwner } from '@copup/shared/sends.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ClipboardPaste } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useBalance } from '../../balance/use-balance.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { offlineTitle, useIsOnline } from '../../lib/use-online.ts';
import { PinSheet } from '../../pin/pin-sheet.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Coins } from '../../ui/money.tsx';
import { Note } from '../../ui/note.tsx';
import { RecipientCard } from '../../ui/recipient-card.tsx';
import { toast } from '../../ui/toast.ts';
import { readTerms, sendCoins } from './api.ts';
import { amountError, chargeFor, parseAmount } from './check-amount.ts';
import { normalizeAddress, useRecipient } from './use-recipient.ts';

/** The specification's time until a sent form is cleared (W9). */
const clearAfterMs = 1_000;

/** W1: shows who the address belongs to before it requests the PIN. */
export function SendForm({ onSent }: { onSent: (receipt: SendReceipt) => void }) {
  const { form, fields, change, errors, submit, send, isPinOpen, closePin, ...state } = useSendForm(onSent);
  const { terms, available, recipient, owner, amount, charge, left, isOnline } = state;
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_23.75rem] lg:items-start lg:gap-8">
      <form ref={form} onSubmit={submit} noValidate aria-label="Recipient" className="grid gap-4">
        <Field
          label="Wallet Address"
          name="recipientWallet"
          value={fields.address}
          onChange={(event) => change({ address: event.target.value })}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          required
          placeholder="cp1…"
          className="font-mono"
          error={errors.address}
          isOk={owner !== undefined}
          action={<PasteButton onPaste={(address) => change({ address }, errors)} />}
        />
        {recipient ? <RecipientCard recipient={recipient} /> : null}
        <Field
          label="Amount of Coin"
          name="amount"
          inputMode="numeric"
          autoComplete="off"
          required
          value={fields.amount}
          onChange={(event) => change({ amount: event.target.value })}
          aside={available === undefined ? undefined : `You have ${formatNumber(available)}`}
          className="h-20 font-display *:[input]:text-3xl *:[input]:font-bold"
          icon={<Coins amount={0} className="text-3xl [&>span]:sr-only" />}
          action={amount === undefined ? null : <BidValue amount={amount} />}
          error={errors.amount}
        />
        {charge !== undefined && left !== undefined && left >= 0 ? (
          <Note look="warn">
            Charge <b>{inCoins(charge)}</b>. You’ll have <b>{inCoins(left)}</b> left. Sent coins can’t be
            called back.
          </Note>
        ) : null}
        {terms && terms.owed > 0 ? (
          <Note look="error" title={`You owe ${inCoins(terms.owed)} after a chargeback.`}>
            You can send again once they are repaid.
          </Note>
        ) : null}
        {isOnline ? null : <Note look="offline" title={`${offlineTitle(false)} No coins can be moved.`} />}
        <Button look="coin" size="lg" type="submit" disabled={!isOnline}>
          Continue
        </Button>
      </form>
      <SendSummary owner={owner} amount={amount} charge={charge} left={left} />
      {isPinOpen && owner && amount !== undefined ? (
        <PinSheet
          summary={<PinSummary owner={owner} amount={amount} charge={charge ?? 0} />}
          action={`Send ${inCoins(amount)}`}
          isFirst={terms?.has_pin === false}
          onSubmit={send}
          onClose={closePin}
        />
      ) : null}
    </div>
  );
}

interface SendErrors {
  address?: string | undefined;
  amount?: string | undefined;
}

/** What is typed, what it means, and the send behind the PIN. */
function useSendForm(onSent: (receipt: SendReceipt) => void) {
  const { id } = useSignedInUser();
  const [search] = useSearchParams();
  const [fields, setFields] = useState(() => ({
    address: normalizeAddress(search.get('to') ?? ''),
    amount: '',
  }));
  const [errors, setErrors] = useState<SendErrors>({});
  const [isPinOpen, setIsPinOpen] = useState(false);
  const [sentAt, setSentAt] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const queries = useQueryClient();
  const isOnline = useIsOnline();
  const available = useBalance()?.available;
  const { data: terms } = useQuery({
    queryKey: ['send-terms', id],
    queryFn: ({ signal }) => readTerms(signal),
    staleTime: 0,
  });
  const { recipient, owner } = useRecipient(fields.address);
  const amount = parseAmount(fields.amount);
  const charge = amount === undefined || !terms ? undefined : chargeFor(amount, terms.charge_percent);
  const left =
    available === undefined || amount === undefined ? undefined : available - amount - (charge ?? 0);

  useEffect(() => {
    if (sentAt === 0) return;
    const timer = setTimeout(() => {
      setFields({ address: '', amount: '' });
      for (const key of ['send-terms', 'transactions', 'profile'])
        void queries.invalidateQueries({ queryKey: [key] });
    }, clearAfterMs);
    return () => clearTimeout(timer);
  }, [sentAt, queries]);

  const change = ({ address, ...part }: Partial<typeof fields>, kept: SendErrors = {}) => {
    setFields((before) => ({
      ...before,
      ...part,
      ...(address !== undefined && { address: normalizeAddress(address) }),
    }));
    setErrors(kept);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isOnline) return;
    const found = {
      address: owner ? undefined : 'Enter the wallet address of another player',
      amount: amountError(amount, { available, terms }),
    };
    setErrors(found);
    const first = found.address ? 'recipientWallet' : found.amount ? 'amount' : undefined;
    if (first) return (form.current?.elements.namedItem(first) as HTMLElement | null)?.focus();
    setIsPinOpen(true);
  };
  const closePin = () => setIsPinOpen(false);
  const send = async (pin: string) => {
    if (!owner || amount === undefined) return;
    const receipt = await sendCoins(owner.wallet_address, amount, pin);
    closePin();
    setSentAt((nth) => nth + 1);
    onSent(receipt);
  };
  const facts = { terms, available, recipient, owner, amount, charge, left, isOnline };
  return { form, fields, change, errors, submit, send, isPinOpen, closePin, ...facts };
}

function BidValue({ amount }: { amount: number }) {
  return (
    <span className="mr-2.5 grid text-right text-sm whitespace-nowrap">
      {formatNaira(amount * BIDDING_NAIRA_PER_COIN)}
      <span className="text-xs text-ink-3">bid value</span>
    </span>
  );
}

function PasteButton({ onPaste }: { onPaste: (text: string) => void }) {
  if (!navigator.clipboard?.readText) return null;
  return (
    <IconButton
      label="Paste"
      onClick={() => {
        navigator.clipboard.readText().then(onPaste, () => toast.error('Paste the address into the field.'));
      }}
    >
      <ClipboardPaste size={20} aria-hidden />
    </IconButton>
  );
}

function PinSummary({ owner, amount, charge }: { owner: WalletOwner; amount: number; charge: number }) {
  const lines = [
    ['They receive', amount],
    ['Charge', charge],
    ['Leaves your wallet', amount + charge],
  ] as const;
  return (
    <div className="grid gap-3">
      <RecipientCard
        recipient={{ state: 'found', name: owner.full_name, handle: owner.username, picture: owner.profile }}
      />
      <dl className="grid gap-2 text-sm">
        {lines.map(([name, coins]) => (
          <div key={name} className="flex justify-between gap-3">
            <dt className="text-ink-2">{name}</dt>
            <dd className="font-semibold">{inCoins(coins)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface SendSummaryProps {
  owner: WalletOwner | undefined;
  amount: number | undefined;
  charge: number | undefined;
  left: number | undefined;
}

/** Beside the form on a desktop; a phone shows the same before and in the PIN sheet. */
function SendSummary({ owner, amount, charge, left }: SendSummaryProps) {
  const rows: [string, string | undefined][] = [
    ['To', owner && `@${owner.username}`],
    ['Bid value', amount === undefined ? undefined : formatNaira(amount * BIDDING_NAIRA_PER_COIN)],
    ['Charge', charge === undefined ? undefined : inCoins(charge)],
    ['Left after', left === undefined || left < 0 ? undefined : inCoins(left)],
  ];
  return (
    <aside aria-label="You’re sending" className="max-lg:hidden">
      <Card className="grid gap-3 p-4">
        <h2 className="text-lg">You’re sending</h2>
        <Coins amount={amount ?? 0} className="font-display text-4xl font-bold" />
        <dl className="divide-y divide-line">
          {rows.map(([name, value]) => (
            <div key={name} className="flex justify-between gap-3 py-2.5">
              <dt className="text-ink-2">{name}</dt>
              <dd className="min-w-0 truncate font-semibold">{value ?? '–'}</dd>
            </div>
          ))}
        </dl>
        <p className="text-xs text-ink-3">
          Sent coins can’t be called back. Check the name before you continue.
        </p>
      </Card>
    </aside>
  );
}
