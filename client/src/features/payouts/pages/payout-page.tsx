import { formatNaira, inCoins } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { PayoutReply, PayoutTerms } from '@copup/shared/payouts.ts';
import { Gavel, History } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { messageOf } from '../../../lib/api-error.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { useServerNow } from '../../../realtime/index.ts';
import { EmptyRing } from '../../../ui/art/empty-ring.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { ErrorState, Skeletons, useSteadyLoading } from '../../../ui/states.tsx';
import { BankBadge } from '../bank-badge.tsx';
import { CashableStage, LoadingStage } from '../cashable-stage.tsx';
import { PayoutForm } from '../payout-form.tsx';
import { nothingText } from '../payout-words.ts';
import { Requested } from '../requested.tsx';
import { useBanks, useLatestPayouts, useReloadPayouts, useTerms } from '../use-payouts.ts';

const historyLink = (
  <Link
    to={paths.payouts}
    aria-label="PayOut History"
    className="inline-grid size-tap place-items-center rounded-md bg-surface shadow-1"
  >
    <History size={20} aria-hidden />
  </Link>
);

/** What can be cashed out, and the form for a payout. */
export function Page() {
  const [requested, setRequested] = useState<{ reply: PayoutReply; accountNumber: string } | null>(null);
  const nowMs = useServerNow(60_000);
  const terms = useTerms();
  const banks = useBanks();
  const reload = useReloadPayouts();
  const isLoading = useSteadyLoading(terms.isPending || banks.isPending);
  if (requested) {
    return (
      <Screen title="Payout" backTo={paths.dashboard} closes>
        <Requested {...requested} nowMs={nowMs} />
      </Screen>
    );
  }
  const error = terms.error ?? banks.error;
  const isReady = !isLoading && terms.data !== undefined && banks.data !== undefined;
  const retry = () => {
    void terms.refetch();
    void banks.refetch();
  };
  return (
    <Screen title="Payout" backTo={paths.dashboard} aside={historyLink}>
      {error ? (
        <ErrorState
          isWhole={!isReady}
          message={messageOf(error, 'Error fetching payout terms')}
          onRetry={retry}
        />
      ) : null}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_400px] lg:gap-6">
        {isReady ? (
          <>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5 lg:order-2">
              <CashableStage terms={terms.data} nowMs={nowMs} />
              <LatestPayouts />
            </div>
            {terms.data.reason === 'NOT_ENOUGH_COINS' ? (
              <Nothing terms={terms.data} nowMs={nowMs} />
            ) : (
              <PayoutForm
                terms={terms.data}
                banks={banks.data}
                nowMs={nowMs}
                onRequested={(reply, accountNumber) => {
                  setRequested({ reply, accountNumber });
                  reload();
                }}
                onRefused={reload}
              />
            )}
          </>
        ) : null}
        {isLoading ? <Loading /> : null}
      </div>
    </Screen>
  );
}

function Loading() {
  return (
    <>
      <div className="lg:order-2">
        <LoadingStage />
      </div>
      <div className="grid gap-4">
        <Skeletons text="Loading payout..." count={3} className="h-19" />
      </div>
    </>
  );
}

/** Shown instead of the form when too little can be paid out. */
function Nothing({ terms, nowMs }: { terms: PayoutTerms; nowMs: number }) {
  return (
    <Card className="grid justify-items-center gap-2 px-5 pt-6 pb-4.5 text-center lg:px-8 lg:py-12">
      <EmptyRing className="size-24" />
      <h2 className="mt-1.5 text-2xl">Nothing to cash out yet</h2>
      <p className="mb-2 max-w-[36ch] text-ink-2">{nothingText(terms, nowMs)}</p>
      <ButtonLink look="line" to={paths.auctions} className="w-full">
        <Gavel size={20} aria-hidden />
        Use coins in an auction
      </ButtonLink>
    </Card>
  );
}

/** The last payouts, beside the form of a desktop. */
function LatestPayouts() {
  const isDesktop = useMedia('(min-width: 64rem)');
  const { data } = useLatestPayouts(isDesktop);
  if (!isDesktop || !data || data.length === 0) return null;
  return (
    <Card className="px-4 pt-1 pb-2">
      <div className="flex min-h-tap items-center justify-between">
        <h2 className="text-ctl">PayOut History</h2>
        <Link
          to={paths.payouts}
          className="inline-flex min-h-tap items-center text-sm font-semibold text-brand"
        >
          see more
        </Link>
      </div>
      <ul>
        {data.map((payout) => (
          <li key={payout.id} className="flex min-h-13 items-center gap-3 py-1.5 leading-snug">
            <BankBadge name={payout.bank_name} />
            <span className="min-w-0 flex-1">
              <b className="block font-semibold">{inCoins(payout.bid_points)}</b>
              <span className="block text-xs text-ink-3">
                {formatNaira(payout.amount)} to {payout.bank_name}
              </span>
            </span>
            <span className="text-sm font-semibold text-ink-2">{payout.status}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
