import { coinsAre, formatPrice, inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import type { PaymentHistoryItem } from '@copup/shared/shop.ts';
import { formatMoment, spellDuration } from '../../lib/format-time.ts';
import { CopyRow } from '../../parts/copy-row.tsx';
import { useServerNow } from '../../realtime/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { StageCard } from '../../ui/stage-card.tsx';
import { Steps } from '../../ui/steps.tsx';
import { BankAccount, useBankAccount } from './bank-account.tsx';
import { sumsOf } from './transfer-sums.ts';

const minuteMs = 60_000;

/** An announced transfer: what happens with it, what was sent where, and the way `back` to what the buyer was doing (W12). */
export function OpenTransfer({ payment, back }: { payment: PaymentHistoryItem; back: string | null }) {
  const bank = useBankAccount();
  const nowMs = useServerNow(minuteMs);
  const { status, bid_points, price, reference, sender, created_at } = payment;
  const sentAtMs = Date.parse(created_at);
  const waitedS = Math.floor(Math.max(0, nowMs - sentAtMs) / minuteMs) * 60;
  const isDone = status === 'approved';
  const { arrived, missing, back: goesBack, last } = sumsOf(payment);
  const isBack = status === 'returning';
  const sought = arrived > 0 ? missing : price;
  const isSought = !isDone && !isBack && sought > 0;
  const since = `Sent ${formatMoment(sentAtMs, nowMs)}${waitedS > 0 ? `, ${spellDuration(waitedS)} so far` : ''}.`;
  return (
    <div className="grid w-full max-w-[560px] grid-cols-[minmax(0,1fr)] gap-3.5">
      {isBack ? null : <Steps steps={['You sent it', 'We check', 'Coins']} at={isDone ? 3 : 1} />}
      <StageCard
        label="Open payment"
        title={
          isDone
            ? `${coinsAre(bid_points)} in your wallet`
            : isBack
              ? `${formatPrice(goesBack)} goes back to you`
              : isSought
                ? `We look for your ${formatPrice(sought)}`
                : `Your ${formatPrice(arrived)} arrived`
        }
        text={
          isDone
            ? 'We found your transfer. The coins are ready to play.'
            : isBack
              ? `To the account it came from: ${isolate(last?.sender ?? '')}. We tell you here once it was sent.`
              : `${isSought && arrived > 0 ? `${formatPrice(arrived)} is here.` : since} A person checks our bank account; then ${inCoins(bid_points)} are in your wallet, and we tell you here. No need to wait on this page.`
        }
      >
        <dl className="bg-stage-deep px-4.5 py-1.5">
          <CopyRow name="Reference" copied={reference}>
            {reference}
          </CopyRow>
          {isSought ? (
            <>
              <BankAccount query={bank} />
              <CopyRow name="Exact amount" copied={String(sought)}>
                {formatPrice(sought)}
              </CopyRow>
            </>
          ) : null}
          <CopyRow name="From">{isolate(sender ?? '')}</CopyRow>
        </dl>
      </StageCard>
      {isSought ? (
        <p className="text-sm text-ink-2">
          <b className="font-semibold">Forgot the reference?</b> Don’t send again. We also look for the exact
          amount and the sender’s name; it takes longer.
        </p>
      ) : null}
      {back ? <ButtonLink to={back}>Done</ButtonLink> : null}
    </div>
  );
}
