import { formatPrice, inCoins } from '@copup/shared/coins.ts';
import { fieldTexts } from '@copup/shared/field-texts.ts';
import type { CoinPackage, BankDetails as Details, ManualPaymentReply } from '@copup/shared/shop.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ApiError, issueOf, messageOf } from '../../lib/api-error.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { announcePayment, getBankDetails } from './api.ts';

interface PurchaseModalProps {
  pack: CoinPackage;
  onClose: () => void;
  onPaid: (payment: ManualPaymentReply) => void;
}

const failed = 'Error initiating payment. Please try again later.';
/** Refusals that the buyer can act on; any other failure has the general text. */
const explained: ReadonlySet<string> = new Set(['TOO_MANY_OPEN_PAYMENTS', 'PRICE_DIFFERS', 'RATE_LIMITED']);

/** The purchase of a package by bank transfer (W2). */
export function PurchaseModal({ pack, onClose, onPaid }: PurchaseModalProps) {
  const queries = useQueryClient();
  const bank = useQuery({
    queryKey: ['bank-details'],
    queryFn: ({ signal }) => getBankDetails(signal),
    staleTime: 0,
  });
  const [error, setError] = useState<string>();
  const paying = useMutation({
    mutationFn: announcePayment,
    onSuccess: (payment) => {
      void queries.invalidateQueries({ queryKey: ['payments'] });
      onPaid(payment);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('sender') as HTMLInputElement;
    const name = field.value.trim();
    setError(name ? undefined : fieldTexts.senderAccountName);
    if (name) {
      const { price, bid_points } = pack;
      paying.mutate({ price, bid_points, sender_account_name: name });
    } else field.focus();
  };
  const { error: failure } = paying;
  const title = `Buy ${inCoins(pack.bid_points)}`;
  const hasBank = Boolean(bank.data?.account_number);
  return (
    <Modal title={title} onClose={onClose} isBusy={paying.isPending} withHeader={false}>
      {(leave) => (
        <form onSubmit={submit} noValidate className="grid gap-3.5">
          <div>
            <p
              aria-hidden="true"
              className="flex flex-wrap items-baseline justify-between gap-x-3 font-display text-xl font-bold"
            >
              <span>{title}</span>
              <span>{formatPrice(pack.price)}</span>
            </p>
            <p className="sr-only">{formatPrice(pack.price)}</p>
            <p className="mt-1 text-sm text-ink-2">
              Transfer the exact amount to this account, then tell us the name it came from.
            </p>
          </div>
          {bank.isPending ? <Skeletons text="Loading bank details..." count={3} className="h-12" /> : null}
          {bank.isError ? (
            <ErrorState message="The bank details could not be loaded." onRetry={() => void bank.refetch()} />
          ) : null}
          {bank.data && !hasBank ? (
            <Note look="warn" role="alert" title="Bank transfers are not available right now." />
          ) : null}
          {bank.data && hasBank ? <BankDetails details={bank.data} /> : null}
          <Field
            label="Sender account name"
            name="sender"
            placeholder="Name on your bank account"
            autoComplete="name"
            maxLength={100}
            required
            error={error ?? issueOf(failure, 'sender_account_name')}
            onInput={() => setError(undefined)}
          />
          {failure ? (
            <Note
              look="error"
              role="alert"
              title={
                failure instanceof ApiError && explained.has(failure.code)
                  ? messageOf(failure, failed)
                  : failed
              }
            />
          ) : null}
          <Button look="coin" size="lg" type="submit" busy={paying.isPending} disabled={!hasBank}>
            Confirm Payment
          </Button>
          <Button look="line" onClick={leave}>
            Cancel
          </Button>
        </form>
      )}
    </Modal>
  );
}

/** The account to which a transfer is paid. */
function BankDetails({ details }: { details: Details }) {
  const { account_name, bank_name, account_number } = details;
  return (
    <dl className="divide-y divide-line text-sm">
      <Row name="Account name">{account_name}</Row>
      <Row name="Bank">{bank_name}</Row>
      <Row name="Account number">
        <span className="flex items-center justify-end gap-1">
          <span className="text-lg font-bold tabular-nums">{account_number}</span>
          <IconButton
            label="Copy the account number"
            className="-mr-3 text-brand"
            onClick={() => void copyText(account_number)}
          >
            <Copy size={20} aria-hidden />
          </IconButton>
        </span>
      </Row>
    </dl>
  );
}

function Row({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3">
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 text-right font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}
