import { paths } from '@copup/shared/page-paths.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { useServerNow } from '../../../realtime/index.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Page as PageBody, PageHeader } from '../../../ui/page-header.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { EmptyState, ErrorState, Skeletons, useSteadyLoading } from '../../../ui/states.tsx';
import { OpenPayout } from '../open-payout.tsx';
import { PayoutDays } from '../payout-days.tsx';
import { usePayouts } from '../use-payouts.ts';
import { useStatusNews } from '../use-status-news.ts';

/** The history of payouts; the open one is shown with its steps. */
export function Page() {
  useTitle('PayOut History');
  const nowMs = useServerNow(60_000);
  const query = usePayouts();
  const { data, isPending, isError, refetch } = query;
  const isLoading = useSteadyLoading(isPending);
  const payouts = isLoading ? undefined : data;
  const news = useStatusNews(payouts);
  const open = payouts?.find(({ status }) => status === 'pending' || status === 'approved');
  return (
    <>
      <PageHeader title="PayOut History" backTo={paths.dashboard}>
        <ButtonLink look="ink" size="sm" to={paths.payout}>
          New payout
        </ButtonLink>
      </PageHeader>
      <PageBody>
        <p role="status" className="sr-only">
          {news}
        </p>
        {isError ? (
          <ErrorState
            isWhole={!payouts}
            message="Error fetching payout history"
            onRetry={() => void refetch()}
          />
        ) : null}
        {isLoading ? <Skeletons text="Loading payouts..." count={3} className="h-16" /> : null}
        {payouts?.length === 0 ? (
          <EmptyState title="No payout history">Coins that you cash out appear here.</EmptyState>
        ) : null}
        {payouts && payouts.length > 0 ? (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[420px_minmax(0,1fr)] lg:gap-6">
            <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
              {open ? (
                <OpenPayout payout={open} status={open.status === 'approved' ? 'approved' : 'pending'} />
              ) : null}
              <Card className="p-4 max-lg:hidden">
                <h2 className="text-ctl">If a bank sends it back</h2>
                <p className="mt-1 text-sm text-ink-2">
                  Your coins return to your wallet once, and you get a message with the bank’s reason.
                </p>
              </Card>
            </div>
            <div className="grid gap-3">
              <PayoutDays payouts={payouts} nowMs={nowMs} />
              <ShowMore query={query} />
            </div>
          </div>
        ) : null}
      </PageBody>
    </>
  );
}
