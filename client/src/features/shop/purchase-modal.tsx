import { formatPrice, inCoins } from '@copup/shared/coins.ts';
import { fieldTexts } from '@copup/shared/field-texts.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { CoinPackage, ManualPaymentBody } from '@copup/shared/shop.ts';
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ApiError, issueOf, messageOf } from '../../lib/api-error.ts';
import { call, callOnce } from '../../lib/calls.ts';
import { useIsOnline } from '../../lib/use-online.ts';
import { CopyRow } from '../../parts/copy-row.tsx';
import { OfflineNote } from '../../parts/form-parts.tsx';
import { useForm } from '../../parts/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';
import { FailedRead, Skeletons } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { AutomaticTransfer, useTransferAccount } from './automatic-transfer.tsx';
import { BankAccount, useBankAccount } from './bank-account.tsx';

const historyAfterMs = 2_000;
const failed = 'Error initiating payment. Please try again later.';
/** The buyer can act on a refusal; any other failure has the general text. */
const failureText = (error: Error) =>
  error instanceof ApiError && (error.status === 409 || error.status === 429)
    ? messageOf(error, failed)
    : failed;

/** The purchase of a package by bank transfer, which is credited by itself where the provider opens an account for it (W18). */
export function PurchaseModal({ pack, onClose }: { pack: CoinPackage; onClose: () => void }) {
  const bank = useBankAccount();
  const isOffered = bank.data?.is_automatic === true;
  const { account, error, ...opening } = useTransferAccount(pack, isOffered);
  const paying = usePayment();
  const isBusy = paying.isPending || paying.isSuccess;
  const title = `Buy ${inCoins(pack.bid_points)}`;
  return (
    <Modal title={title} onClose={onClose} isBusy={isBusy} withHeader={false}>
      {(leave) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3 font-display text-xl font-bold">
            <span aria-hidden="true">{title}</span>
            <span>{formatPrice(pack.price)}</span>
          </p>
          {account ? (
            <AutomaticTransfer account={account} {...opening} leave={leave} />
          ) : isOffered && !error ? (
            <Skeletons text="Opening an account for you..." count={1} className="h-56" />
          ) : (
            <ManualTransfer pack={pack} bank={bank} paying={paying} leave={leave} />
          )}
        </div>
      )}
    </Modal>
  );
}

interface ManualTransferProps {
  pack: CoinPackage;
  bank: ReturnType<typeof useBankAccount>;
  paying: ReturnType<typeof usePayment>;
  leave: () => void;
}

/** A transfer to the shop's own account (W2): the reference first, since without it the money is not found. */
function ManualTransfer({ pack: { price, bid_points }, bank, paying, leave }: ManualTransferProps) {
  const quoted = useQuery({
    queryKey: ['transfer-reference', bid_points, price],
    queryFn: ({ signal }) => call('POST /manualPayment/reference', { body: { price, bid_points }, signal }),
    staleTime: 0,
    // An announced reference is never shown for the next transfer.
    gcTime: 0,
  });
  const { form, field } = useForm({
    check: (read) => ({ sender: read('sender') ? undefined : fieldTexts.senderAccountName }),
    send: (read) => paying.mutate({ price, bid_points, sender_account_name: read('sender'), ...quoted.data }),
  });
  const isOnline = useIsOnline();
  const isBusy = paying.isPending || paying.isSuccess;
  return (
    <form {...form} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {bank.data ? (
        <p className="text-sm text-ink-2">
          Automatic bank transfer is not available right now: a person checks this one.
        </p>
      ) : null}
      <Reference query={quoted} />
      <section aria-label="Account">
        <h3 className="text-lg">2. Send to this account</h3>
        <dl>
          <BankAccount query={bank} />
          <CopyRow name="Exact amount" copied={String(price)}>
            {formatPrice(price)}
          </CopyRow>
        </dl>
      </section>
      <h3 className="text-lg">3. Tell us that you have sent it</h3>
      <Field
        label="Sender account name"
        placeholder="Name on your bank account"
        autoComplete="name"
        maxLength={100}
        {...field('sender')}
        error={field('sender').error ?? issueOf(paying.error, 'sender_account_name')}
        hint="A person looks for your money in our bank account. You can leave meanwhile."
      />
      {paying.error ? <Note look="error" role="alert" title={failureText(paying.error)} /> : null}
      <OfflineNote>You can confirm as soon as you’re back.</OfflineNote>
      <div className="sticky -bottom-6 z-1 -mx-5 -mb-6 flex flex-wrap gap-2.5 border-t border-line bg-surface px-5 py-3.5 lg:-bottom-7 lg:-mx-7 lg:-mb-7 lg:px-7">
        <Button look="ghost" className="px-2!" onClick={leave}>
          Cancel
        </Button>
        <Button
          look="coin"
          type="submit"
          className="flex-1 justify-between! px-3.5!"
          busy={isBusy}
          disabled={!isOnline || !bank.data?.account_number || !quoted.data}
        >
          Confirm Payment <span>{formatPrice(price)}</span>
        </Button>
      </div>
    </form>
  );
}

/** Announces the transfer. The payments follow two seconds later, with this one on top. */
function usePayment() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { state } = useLocation();
  const paying = useMutation({
    mutationFn: (body: ManualPaymentBody) =>
      callOnce('manual-payment', 'POST /manualPayment/manual-payment', { body }),
    onSuccess: ({ message }) => {
      void queries.invalidateQueries({ queryKey: ['payments'] });
      // The specification's text, and the truth: no transfer is confirmed yet.
      toast.success(`${message} Your coins arrive once we find your transfer.`);
    },
  });
  const { data } = paying;
  useEffect(() => {
    if (!data) return;
    const next = { replace: true, state: { ...state, transfer: `bank_transfer:${data.id}` } };
    const timer = setTimeout(() => void navigate(paths.payments, next), historyAfterMs);
    return () => clearTimeout(timer);
  }, [data, navigate, state]);
  return paying;
}

/** What the buyer writes into the transfer. */
function Reference({ query }: { query: UseQueryResult<{ reference: string }> }) {
  const { data, error } = query;
  if (error) return <FailedRead query={query} message={failureText(error)} />;
  if (!data) return <Skeletons text="Loading your reference..." count={1} className="h-56" />;
  const { reference } = data;
  return (
    <section
      aria-label="Reference"
      className="stage adire grid gap-3 overflow-hidden rounded-[24px] p-4.5 [--moon-at:right_-130px_top_-150px]"
    >
      <h3 className="text-lg">1. Copy your reference</h3>
      <p className="rounded-md bg-white py-2.5 text-center font-mono text-2xl font-bold tracking-[0.12em] text-[#0f1530]">
        {reference}
      </p>
      <p className="text-on-stage-2">
        Put it in the <b className="text-white">narration</b> (remark) of the transfer. It’s how we know the
        money is yours.
      </p>
      <Button look="white" onClick={() => void copyText(reference)}>
        <Copy size={20} aria-hidden />
        Copy {reference}
      </Button>
    </section>
  );
}
