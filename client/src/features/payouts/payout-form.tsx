import { formatNaira, formatNumber } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { PayoutTerms } from '@copup/shared/payouts.ts';
import { ShieldCheck } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { type ApiError, issueOf } from '../../lib/api-error.ts';
import { useIsOnline } from '../../lib/use-online.ts';
import { CoinAmountField } from '../../parts/coin-amount-field.tsx';
import { PinSheet } from '../../pin/pin-sheet.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { BankField } from './bank-field.tsx';
import { highestOf, toBody } from './payout-fields.ts';
import { blockText } from './payout-words.ts';
import { PinSummary } from './pin-summary.tsx';
import { type PayoutFormUse, sentAs, usePayoutForm } from './use-payout-form.ts';

interface PayoutFormProps extends PayoutFormUse {
  nowMs: number;
}

const assurance = (
  <p className="flex items-start gap-2 text-xs text-ink-3">
    <ShieldCheck size={16} aria-hidden className="mt-px shrink-0 text-ok" />
    We check every payout. Your coins are held until it’s decided. No fee.
  </p>
);

export function PayoutForm({ nowMs, ...props }: PayoutFormProps) {
  const { terms, banks } = props;
  const isOnline = useIsOnline();
  const form = usePayoutForm(props);
  const { fields, bank, isNameTyped, account, isAsking, change, errorOf, failure } = form;
  const body = toBody(fields, account?.name);
  const naira = formatNaira(body.bid_points * terms.rate);
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
  return (
    <>
      <form
        onSubmit={form.submit}
        noValidate
        aria-label="Payout"
        className="grid gap-3 pb-36 lg:gap-4.5 lg:pb-0"
      >
        <CoinAmountField
          {...bind('amount')}
          aside={`${formatNumber(terms.minimum)} to ${formatNumber(highestOf(terms))}`}
          naira={body.bid_points * terms.rate}
          note="to your bank"
        />
        <BankField banks={banks} {...bind('bank')} />
        <Account number={text('number')} name={isNameTyped ? text('name') : null} />
        {assurance}
        <Dock>
          <div id="payout-block" className="empty:hidden">
            <Block terms={terms} nowMs={nowMs} failure={failure} isOnline={isOnline} />
          </div>
          <SendButton
            terms={terms}
            busy={isAsking}
            disabled={!isOnline || blockText(terms, nowMs) !== undefined}
          >
            <Action naira={naira} />
          </SendButton>
        </Dock>
      </form>
      {form.isPinAsked && bank ? (
        <PinSheet
          summary={<PinSummary {...{ bank, naira, body, terms }} isOther={account?.isOther ?? null} />}
          action={
            <span className="flex w-full justify-between">
              <Action naira={naira} />
            </span>
          }
          onSubmit={form.send}
          onClose={form.closePin}
        />
      ) : null}
    </>
  );
}

const Action = ({ naira }: { naira: string }) => (
  <>
    <span>Payout</span>
    <span>{naira}</span>
  </>
);

type Input = Omit<ComponentProps<typeof Field>, 'label'>;

/** The bank tells the name of the account; without a provider the user types it. */
function Account({ number, name }: { number: Input; name: Input | null }) {
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-2.5 lg:gap-4">
        <Field
          label="Account number"
          inputMode="numeric"
          maxLength={10}
          placeholder="10 digits"
          {...number}
        />
        {name ? (
          <Field label="Account name" maxLength={100} placeholder="As your bank writes it" {...name} />
        ) : null}
      </div>
      {name ? null : (
        <p className="text-xs text-ink-3">
          Your bank tells us the account’s name. You see it before your PIN.
        </p>
      )}
    </>
  );
}

interface SendButtonProps {
  terms: PayoutTerms;
  disabled: boolean;
  /** Whether the bank is asked for the name. */
  busy: boolean;
  children: ReactNode;
}

function SendButton({ terms, disabled, busy, children }: SendButtonProps) {
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
      busy={busy}
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
