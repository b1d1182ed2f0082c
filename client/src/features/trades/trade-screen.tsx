import { coinsAre, formatPrice, inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { Trade } from '@copup/shared/trades.ts';
import { Pause } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { callOnce } from '../../lib/calls.ts';
import { formatMoment, formatSoon } from '../../lib/format-time.ts';
import { AccountNumber, CopyRow } from '../../parts/copy-row.tsx';
import { ShareReceipt } from '../../parts/share-receipt.tsx';
import { serverNow } from '../../realtime/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Screen } from '../../ui/page-header.tsx';
import { StageCard } from '../../ui/stage-card.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { Steps } from '../../ui/steps.tsx';
import { toast } from '../../ui/toast.ts';
import { ProofForm } from './proof-form.tsx';
import { announcementOf, tradeSteps } from './purchase.ts';
import { useTrade } from './queries.ts';
import { TradeRing, useSecondsLeft } from './trade-ring.tsx';
import { useTradeCommand } from './use-trade-command.ts';

/** One of the own trades: what to do now, and what happens next. */
export function TradeScreen({ id }: { id: number }) {
  const { data: trade, isError, refetch } = useTrade(id);
  if (trade) return <KnownTrade trade={trade} />;
  return (
    <Screen title="Your trade" backTo={paths.traders}>
      {isError ? (
        <ErrorState message="Failed to load the trade" onRetry={() => void refetch()} isWhole />
      ) : (
        <Skeletons text="Loading the trade..." count={2} className="h-40" />
      )}
    </Screen>
  );
}

function KnownTrade({ trade }: { trade: Trade }) {
  const leftS = useSecondsLeft(trade);
  const isReserved = trade.status === 'reserved' && leftS > 0;
  const at = isReserved ? 1 : trade.status === 'pending' || trade.status === 'disputed' ? 3 : null;
  return (
    <Screen
      title={isReserved ? `Pay ${isolate(trade.trader)}` : 'Your trade'}
      backTo={paths.traders}
      aside={isReserved ? <Cancel trade={trade} /> : null}
    >
      <div className="mx-auto grid w-full max-w-[560px] gap-3.5">
        {at === null ? null : <Steps steps={tradeSteps} at={at} />}
        <p aria-live="polite" className="sr-only">
          {trade.status === 'reserved' ? announcementOf(leftS) : ''}
        </p>
        {isReserved ? <Pay trade={trade} /> : <Waiting trade={trade} />}
      </div>
    </Screen>
  );
}

/** The account to pay, then the proof. */
function Pay({ trade }: { trade: Trade }) {
  const [hasPaid, setHasPaid] = useState(false);
  const { account, price } = trade;
  const until = formatMoment(Date.parse(trade.expires_at), serverNow());
  const number = account?.account_number ?? '';
  return (
    <>
      <StageCard
        mark={<TradeRing trade={trade} className="w-26 shrink-0" />}
        title={`${coinsAre(trade.bid_points)} reserved`}
        text={`Until ${until}. Pay first, then send the proof: it stops the clock.`}
      >
        {account ? (
          <dl className="bg-stage-deep px-4.5 py-1.5">
            <CopyRow name="Account number" copied={number}>
              <AccountNumber digits={number} />
            </CopyRow>
            <CopyRow name="Bank and name">{`${account.bank_name}, ${isolate(account.account_name)}`}</CopyRow>
            <CopyRow name="Exact amount" copied={String(price)}>
              {formatPrice(price)}
            </CopyRow>
          </dl>
        ) : null}
      </StageCard>
      {hasPaid ? (
        <ProofForm trade={trade} />
      ) : (
        <>
          <ul className="grid list-disc gap-1 pl-5 text-ink-2">
            <li>Pay from an account in your own name.</li>
            <li>Pay only this account, even if someone writes you another.</li>
            <li>Take a screenshot of the receipt.</li>
          </ul>
          <Button look="ink" size="lg" onClick={() => setHasPaid(true)}>
            I’ve paid, add the proof
          </Button>
        </>
      )}
    </>
  );
}

function Cancel({ trade }: { trade: Trade }) {
  const [isAsking, setIsAsking] = useState(false);
  const cancelling = useTradeCommand(
    (id: number) => callOnce(`cancel:${id}`, 'POST /trade/:id/cancel', { params: { id } }),
    () => toast.success('Reservation cancelled.'),
  );
  return (
    <>
      <Button look="ghost" onClick={() => setIsAsking(true)}>
        Cancel
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title="Cancel the reservation?"
          actionName="Cancel it"
          isBusy={cancelling.isPending}
          error={cancelling.error ? messageOf(cancelling.error, 'Please try again.') : undefined}
          onConfirm={() => cancelling.mutate(trade.id)}
          onClose={() => setIsAsking(false)}
        >
          The {inCoins(trade.bid_points)} go back to the trader at once. Don’t cancel if you have paid. After
          two reservations without a payment in 24 hours, the next is possible after 24 hours.
        </ConfirmDialog>
      ) : null}
    </>
  );
}

/** A trade that asks nothing of the buyer within a time: it is being checked, or it has ended. */
function Waiting({ trade }: { trade: Trade }) {
  const [title, text] = textsOf(trade);
  const [isDisputing, setIsDisputing] = useState(false);
  const hasEnded = trade.status === 'rejected' || trade.status === 'expired' || trade.status === 'reserved';
  const stops = trade.status === 'pending' || trade.status === 'disputed';
  return (
    <>
      <StageCard
        mark={stops ? <Pause size={44} aria-hidden className="shrink-0" /> : null}
        title={title}
        text={text}
      >
        <dl className="bg-stage-deep px-4.5 py-1.5">
          <CopyRow name={hasEnded ? 'Price' : 'You paid'}>{formatPrice(trade.price)}</CopyRow>
          <CopyRow name="Reserved">{momentOf(trade.created_at)}</CopyRow>
          {trade.proved_at ? <CopyRow name="Proof sent">{momentOf(trade.proved_at)}</CopyRow> : null}
        </dl>
      </StageCard>
      <ShareReceipt kind="trade" id={trade.id} />
      {hasEnded ? (
        <Card className="grid gap-2.5 p-4.5">
          <h2 className="text-lg">{trade.proved_at ? 'Buy again' : 'I didn’t pay'}</h2>
          <p className="text-ink-2">
            {trade.proved_at ? '' : 'Nothing was spent. '}You can reserve again, from any trader.
          </p>
          <ButtonLink to={paths.traders}>Reserve again</ButtonLink>
        </Card>
      ) : (
        <ButtonLink to={trade.status === 'approved' ? paths.auctions : paths.traders}>
          {trade.status === 'approved' ? 'Go to auctions' : 'Done'}
        </ButtonLink>
      )}
      {trade.dispute_until ? (
        <Card className="grid gap-2.5 p-4.5">
          <h2 className="text-lg">I already paid</h2>
          <p className="text-ink-2">
            Your money isn’t lost. Send the proof: you get the coins at the same price, or your money back.
          </p>
          {isDisputing ? (
            <ProofForm trade={trade} isLate />
          ) : (
            <Button onClick={() => setIsDisputing(true)}>Send the proof now</Button>
          )}
          <p className="text-sm text-ink-2">Possible until {soon(trade.dispute_until)}.</p>
        </Card>
      ) : null}
    </>
  );
}

const momentOf = (time: string) => formatMoment(Date.parse(time), serverNow());
const soon = (time: string) => formatSoon(Date.parse(time), serverNow());

function textsOf(trade: Trade): readonly [title: string, text: string] {
  const { status, bid_points, reason, trader, stock_until, due_at } = trade;
  const wentBack = `The ${inCoins(bid_points)} went back to ${isolate(trader)}.`;
  const coins = coinsAre(bid_points);
  if (status === 'pending')
    return ['The clock has stopped', `${coins} reserved until we have checked your screenshot. We tell you.`];
  if (status === 'approved') return [`${coins} in your wallet`, 'They are yours and ready to bid.'];
  if (status === 'rejected') return ['The purchase was rejected', `${reason ?? ''} ${wentBack}`.trim()];
  if (status === 'disputed' && stock_until) {
    const wait = `The coins come as soon as the trader has them, at the latest ${soon(stock_until)}.`;
    return ['Your payment was confirmed', `${wait} Otherwise your money is returned.`];
  }
  if (status === 'disputed')
    return ['Your proof is being checked', `You read the decision by ${soon(due_at ?? trade.created_at)}.`];
  if (trade.is_cancelled) return ['You cancelled', wentBack];
  return ['The reservation has expired', `${wentBack} You sent no proof in time.`];
}
