import { formatPrice, inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import type { PaymentChoice, PaymentHistoryItem } from '@copup/shared/shop.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Info, Scale } from 'lucide-react';
import { useState } from 'react';
import { callOnce } from '../../lib/calls.ts';
import { formatMoment } from '../../lib/format-time.ts';
import { useIsOnline } from '../../lib/use-online.ts';
import { CopyRow } from '../../parts/copy-row.tsx';
import { Failure, OfflineNote } from '../../parts/form-parts.tsx';
import { useServerNow } from '../../realtime/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChoiceList } from '../../ui/choice-list.tsx';
import { Facts } from '../../ui/facts.tsx';
import { toast } from '../../ui/toast.ts';
import { BankAccount, useBankAccount } from './bank-account.tsx';
import { sumsOf } from './transfer-sums.ts';

/** A payment of which too little arrived (W2a): what is missing, and what the buyer chooses. */
export function ShortTransfer({ payment }: { payment: PaymentHistoryItem }) {
  const { bid_points, reference, expires_at } = payment;
  const { arrived, missing } = sumsOf(payment);
  const [choice, choose] = useState<PaymentChoice>('rest');
  const choosing = useChoice(payment);
  const bank = useBankAccount();
  const isOnline = useIsOnline();
  const nowMs = useServerNow(60_000);
  const isBack = choice === 'back';
  const coins = inCoins(bid_points);
  return (
    <section
      aria-label="Open payment"
      className="grid w-full max-w-[560px] grid-cols-[minmax(0,1fr)] gap-3.5"
    >
      <Received payment={payment} nowMs={nowMs} />
      <ChoiceList
        label="What happens with the payment"
        isRadioFirst
        chosen={choice}
        onChoose={choose}
        choices={[
          {
            value: 'rest',
            title: `Send the missing ${formatPrice(missing)}`,
            sub: `To the account below, with this reference. Then you get your ${coins}.`,
          },
          {
            value: 'back',
            title: `Send me ${formatPrice(arrived)} back`,
            sub: 'To the account it came from. No charge.',
          },
        ]}
      />
      {isBack ? null : (
        <Card className="px-4.5 py-1.5">
          <dl>
            <CopyRow name="Reference" copied={reference}>
              {reference}
            </CopyRow>
            <BankAccount query={bank} />
          </dl>
        </Card>
      )}
      {expires_at ? (
        <p className="flex gap-2 text-sm text-ink-2">
          <Info size={18} aria-hidden className="mt-0.5 shrink-0" />
          Sent too much? The extra goes back by itself. No answer until{' '}
          {formatMoment(Date.parse(expires_at), nowMs)}: everything goes back.
        </p>
      ) : null}
      <Failure error={choosing.error} text="Your choice was not sent. Please try again." />
      <OfflineNote>You can choose as soon as you’re back.</OfflineNote>
      <div className="sticky bottom-[calc(var(--spacing-nav)+env(safe-area-inset-bottom))] z-1 -mx-4 border-t border-line bg-surface px-4 py-3 lg:static lg:mx-0 lg:border-0 lg:bg-transparent lg:p-0">
        <Button
          look={isBack ? 'ink' : 'coin'}
          className="w-full justify-between!"
          busy={choosing.isPending}
          disabled={!isOnline}
          onClick={() => choosing.mutate(choice)}
        >
          {isBack ? 'Send it back' : 'I have sent it'}
          <span>{formatPrice(isBack ? arrived : missing)}</span>
        </Button>
      </div>
    </section>
  );
}

/** What is missing of the price. */
function Received({ payment, nowMs }: { payment: PaymentHistoryItem; nowMs: number }) {
  const { arrived, missing, last } = sumsOf(payment);
  return (
    <>
      <div role="alert" className="flex items-center gap-3.5 rounded-[24px] bg-warn-soft p-4">
        <span className="grid size-11 shrink-0 place-items-center rounded-[14px] bg-warn text-surface">
          <Scale size={22} aria-hidden />
        </span>
        <div className="min-w-0">
          <h2 className="text-lg leading-tight wrap-anywhere">{formatPrice(missing)} is missing</h2>
          <p className="text-ink-2">Your money is safe. You choose what happens.</p>
        </div>
      </div>
      <Facts
        facts={[
          { name: `Price of ${inCoins(payment.bid_points)}`, value: <Amount naira={payment.price} /> },
          { name: 'We received', value: <Amount naira={arrived} /> },
          ...(last
            ? [
                {
                  name: `Received ${formatMoment(Date.parse(last.sent_at), nowMs)} from`,
                  value: isolate(last.sender),
                  isWide: true,
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

const Amount = ({ naira }: { naira: number }) => (
  <span className="font-display text-xl">{formatPrice(naira)}</span>
);

/** Sends the choice. A refusal means that the payment has changed, so it is read again. */
function useChoice({ id }: PaymentHistoryItem) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (choice: PaymentChoice) => {
      const paymentId = Number(id.split(':')[1]);
      return callOnce(`payment-choice:${paymentId}`, 'POST /manualPayment/:id/choice', {
        params: { id: paymentId },
        body: { choice },
      });
    },
    onSuccess: ({ message }) => toast.success(message),
    onSettled: () => queries.invalidateQueries({ queryKey: ['payments'] }),
  });
}
