import { formatNaira, formatNumber, inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { Bank, PayoutReply, PayoutTerms } from '@copup/shared/payouts.ts';
import { ShieldCheck } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { ApiError, issueOf } from '../../lib/api-error.ts';
import { callOnce } from '../../lib/calls.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { useIsOnline } from '../../lib/use-online.ts';
import { CoinAmountField } from '../../parts/coin-amount-field.tsx';
import { PinSheet } from '../../pin/pin-sheet.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Coins } from '../../ui/money.tsx';
import { Note } from '../../ui/note.tsx';
import { Rows } from '../../ui/rows.tsx';
import { BankBadge } from './bank-badge.tsx';
import { BankField } from './bank-field.tsx';
import {
  checkPayout,
  type FieldErrors,
  highestOf,
  type PayoutFields,
  payoutFields,
  toBody,
} from './payout-fields.ts';
import { blockText } from './payout-words.ts';

interface PayoutFormProps {
  terms: PayoutTerms;
  banks: readonly Bank[];
  nowMs: number;
  onRequested: (reply: PayoutReply, accountNumber: string) => void;
  /** Called after a refusal: what is possible may have changed. */
  onRefused: () => void;
}

/** Refusals that the PIN sheet explains; after all others it closes. */
const shownInSheet: ReadonlySet<string> = new Set(['WRONG_PIN', 'PIN_LOCKED', 'PIN_NOT_SET', 'PIN_NEEDED']);
/** The request's fields by the names of the form. */
const sentAs = {
  amount: 'bid_points',
  bank: 'bank_name',
  number: 'account_number',
  name: 'account_name',
} as const;

const assurance = (
  <p className="flex items-start gap-2 text-xs text-ink-3">
    <ShieldCheck size={16} aria-hidden className="mt-px shrink-0 text-ok" />
    We check every payout. Your coins are held until it’s decided. No fee.
  </p>
);

export function PayoutForm({ banks, nowMs, ...props }: PayoutFormProps) {
  const { terms } = props;
  const isOnline = useIsOnline();
  const { fields, change, errorOf, failure, submit, send, isPinAsked, closePin } = usePayoutForm(props);
  const body = toBody(fields);
  const naira = formatNaira(body.bid_points * terms.rate);
  const bank = banks.find(({ code }) => code === fields.bank);
  const bind = (name: keyof typeof fields) => ({
    value: fields[name],
    onChange: (typed: string) => change({ [name]: typed }),
    error: errorOf(name),
  });
  const text = (name: 'number' | 'name') => ({
    ...bind(name),
    name,
    required: true,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  const action = (
    <>
      <span>Payout</span>
      <span>{naira}</span>
    </>
  );
  return (
    <>
      <form onSubmit={submit} noValidate aria-label="Payout" className="grid gap-3 pb-36 lg:gap-4.5 lg:pb-0">
        <CoinAmountField
          {...bind('amount')}
          aside={`${formatNumber(terms.minimum)} to ${formatNumber(highestOf(terms))}`}
          naira={body.bid_points * terms.rate}
          note="to your bank"
        />
        <BankField banks={banks} {...bind('bank')} />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-2.5 lg:gap-4">
          <Field
            label="Account number"
            inputMode="numeric"
            maxLength={10}
            placeholder="10 digits"
            {...text('number')}
          />
          <Field
            label="Account name"
            maxLength={100}
            placeholder="As your bank writes it"
            {...text('name')}
          />
        </div>
        {assurance}
        <Dock>
          <div id="payout-block" className="empty:hidden">
            <Block terms={terms} nowMs={nowMs} failure={failure} isOnline={isOnline} />
          </div>
          <SendButton terms={terms} disabled={!isOnline || blockText(terms, nowMs) !== undefined}>
            {action}
          </SendButton>
        </Dock>
      </form>
      {isPinAsked && bank ? (
        <PinSheet
          summary={<PinSummary bank={bank} naira={naira} body={body} terms={terms} />}
          action={<span className="flex w-full justify-between">{action}</span>}
          onSubmit={send}
          onClose={closePin}
        />
      ) : null}
    </>
  );
}

/** What is typed, what is wrong with it, and the request behind the PIN. */
function usePayoutForm({ terms, onRequested, onRefused }: Omit<PayoutFormProps, 'banks' | 'nowMs'>) {
  const { full_name: name } = useSignedInUser();
  const [fields, setFields] = useState<PayoutFields>({ amount: '', bank: '', number: '', name });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isPinAsked, setIsPinAsked] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const change = (part: Partial<PayoutFields>) => {
    const cleared = Object.fromEntries(Object.keys(part).map((key) => [key, undefined]));
    setFields((before) => ({ ...before, ...part }));
    setErrors((before) => ({ ...before, ...cleared }));
    setFailure(null);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = checkPayout(fields, terms);
    setErrors(found);
    const first = payoutFields.find((field) => found[field]);
    if (first === undefined) setIsPinAsked(true);
    else (event.currentTarget.elements.namedItem(first) as HTMLElement | null)?.focus();
  };
  const send = async (pin: string) => {
    try {
      // The PIN is sent but not stored with the intent (P6).
      const intent = { body: toBody(fields), secret: { pin } };
      onRequested(await callOnce('payout', 'POST /tradeConfirm/payout', intent), fields.number.trim());
    } catch (error) {
      const isKnown = error instanceof ApiError && !error.isOutcomeUnknown;
      if (!isKnown || shownInSheet.has(error.code)) throw error;
      setFailure(error);
      setIsPinAsked(false);
      onRefused();
    }
  };
  const errorOf = (field: keyof PayoutFields) => errors[field] ?? issueOf(failure, sentAs[field]);
  return { fields, change, errorOf, failure, submit, send, isPinAsked, closePin: () => setIsPinAsked(false) };
}

interface SendButtonProps {
  terms: PayoutTerms;
  disabled: boolean;
  children: ReactNode;
}

function SendButton({ terms, disabled, children }: SendButtonProps) {
  if (terms.reason === 'PIN_NOT_SET')
    return (
      <ButtonLink size="lg" to={paths.setPin} className="w-full">
        Set Pin
      </ButtonLink>
    );
  return (
    <Button
      look="coin"
      size="lg"
      type="submit"
      disabled={disabled}
      aria-describedby="payout-block"
      className="w-full justify-between!"
    >
      {children}
    </Button>
  );
}

/** At the bottom of a phone's screen, below the fields on a desktop. */
function Dock({ children }: { children: ReactNode }) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-30 grid gap-3 bg-surface px-4 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))] shadow-[0_-1px_0_var(--c-line),0_-16px_32px_-20px_rgb(15_21_48/0.3)] lg:static lg:bg-transparent lg:p-0 lg:shadow-none">
      {children}
    </div>
  );
}

interface BlockProps extends Pick<PayoutFormProps, 'terms' | 'nowMs'> {
  failure: ApiError | null;
  isOnline: boolean;
}

/** Why the button does nothing, or why the last request was refused. */
function Block({ terms, nowMs, failure, isOnline }: BlockProps) {
  if (!isOnline) return <Note look="offline" title="You are offline. No coins can be moved." />;
  const history = (
    <Link to={paths.payouts} className="inline-flex min-h-tap items-center font-semibold text-brand">
      See PayOut History
    </Link>
  );
  if (failure && issueOf(failure, sentAs.amount) === undefined) {
    const isOpen = failure.code === 'PAYOUT_OPEN';
    return (
      <Note look="error" role="alert" title={failure.message}>
        <p>Nothing was held.</p>
        {isOpen ? history : null}
      </Note>
    );
  }
  if (terms.reason === 'PIN_NOT_SET') {
    return <Note look="info" title="Set a PIN first. Coins leave your wallet only with your PIN." />;
  }
  const text = blockText(terms, nowMs);
  if (text === undefined) return null;
  return (
    <Note look="warn" title={text}>
      {terms.reason === 'PAYOUT_OPEN' ? history : null}
    </Note>
  );
}

interface PinSummaryProps {
  bank: Bank;
  naira: string;
  body: ReturnType<typeof toBody>;
  terms: PayoutTerms;
}

/** What the PIN authorizes. */
function PinSummary({ bank, naira, body, terms }: PinSummaryProps) {
  const { bid_points: coins, account_number, account_name } = body;
  return (
    <>
      <div className="flex items-center gap-3 rounded-[16px] bg-canvas px-3.5 py-3">
        <BankBadge name={bank.name} />
        <p className="min-w-0 leading-snug">
          <b className="block font-display text-[1.375rem]">{naira}</b>
          <span className="block text-sm wrap-anywhere text-ink-2">
            {bank.name} {account_number}, {isolate(account_name)}
          </span>
        </p>
      </div>
      <Rows
        isPlain
        rows={[
          ['You pay', <Coins key="coins" amount={coins} />],
          ['Rate', `₦${terms.rate} per coin`],
          ['Left to cash out', inCoins(Math.max(0, terms.cashable - coins))],
        ]}
      />
    </>
  );
}
