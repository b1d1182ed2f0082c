import { formatPrice, inCoins } from '@copup/shared/coins.ts';
import { fieldTexts } from '@copup/shared/field-texts.ts';
import type { CoinPackage, BankDetails as Details, ManualPaymentReply } from '@copup/shared/shop.ts';
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { ApiError, issueOf, messageOf } from '../../lib/api-error.ts';
import { useForm } from '../../parts/use-form.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';
import { FailedRead, Skeletons } from '../../ui/states.tsx';
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
  const { price, bid_points } = pack;
  const paying = useMutation({
    mutationFn: announcePayment,
    onSuccess: (payment) => {
      void queries.invalidateQueries({ queryKey: ['payments'] });
      onPaid(payment);
    },
  });
  const { form, field } = useForm({
    check: (read) => ({ sender: read('sender') ? undefined : fieldTexts.senderAccountName }),
    send: (read) => paying.mutate({ price, bid_points, sender_account_name: read('sender') }),
  });
  const { error } = paying;
  const title = `Buy ${inCoins(bid_points)}`;
  return (
    <Modal title={title} onClose={onClose} isBusy={paying.isPending} withHeader={false}>
      {(leave) => (
        <form {...form} className="grid gap-3.5">
          <div>
            <p
              aria-hidden="true"
              className="flex flex-wrap items-baseline justify-between gap-x-3 font-display text-xl font-bold"
            >
              <span>{title}</span>
              <span>{formatPrice(price)}</span>
            </p>
            <p className="sr-only">{formatPrice(price)}</p>
            <p className="mt-1 text-sm text-ink-2">
              Transfer the exact amount to this account, then tell us the name it came from.
            </p>
          </div>
          <Account bank={bank} />
          <Field
            label="Sender account name"
            placeholder="Name on your bank account"
            autoComplete="name"
            maxLength={100}
            {...field('sender')}
            error={field('sender').error ?? issueOf(error, 'sender_account_name')}
          />
          {error ? <Note look="error" role="alert" title={failureText(error)} /> : null}
          <Button
            look="coin"
            size="lg"
            type="submit"
            busy={paying.isPending}
            disabled={!bank.data?.account_number}
          >
            Confirm Payment
          </Button>
          <Button onClick={leave}>Cancel</Button>
        </form>
      )}
    </Modal>
  );
}

const failureText = (error: Error) =>
  error instanceof ApiError && explained.has(error.code) ? messageOf(error, failed) : failed;

function Account({ bank }: { bank: UseQueryResult<Details> }) {
  if (bank.isPending) return <Skeletons text="Loading bank details..." count={3} className="h-12" />;
  return (
    <>
      <FailedRead query={bank} message="The bank details could not be loaded." />
      {bank.data?.account_number ? <BankDetails details={bank.data} /> : null}
      {bank.data && !bank.data.account_number ? (
        <Note look="warn" role="alert" title="Bank transfers are not available right now." />
      ) : null}
    </>
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
