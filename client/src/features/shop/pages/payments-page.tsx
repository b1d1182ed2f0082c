import { paths } from '@copup/shared/page-paths.ts';
import type { PaymentHistoryItem, PaymentMethod } from '@copup/shared/shop.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { formatDay } from '../../../lib/format-time.ts';
import { groupBy } from '../../../lib/group-by.ts';
import { listQuery } from '../../../lib/list-page.ts';
import { useSignedInUser } from '../../../lib/session.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Page as PageBody, PageHeader } from '../../../ui/page-header.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { listPayments } from '../api.ts';
import { OpenTransfer } from '../open-transfer.tsx';
import { PaymentRow } from '../payment-row.tsx';
import { findOpenTransfer, methodNames } from '../payment-status.ts';
import { useAnnouncedChanges } from '../use-announced-changes.ts';

type Filter = PaymentMethod | 'all';
const filters = [
  { value: 'all', name: 'All' },
  { value: 'bank_transfer', name: methodNames.bank_transfer },
  { value: 'card', name: methodNames.card },
  { value: 'p2p', name: methodNames.p2p },
] as const;

/** The user's payments of all methods (W11). Notices reload it, so a decision appears without a reload of the page. */
export function Page() {
  useTitle('Payment history');
  const { id } = useSignedInUser();
  const query = useInfiniteQuery(listQuery(['payments', id], listPayments, { staleTime: 0 }));
  const { data: items, isPending, isError, refetch } = query;
  const [filter, setFilter] = useState<Filter>('all');
  const announced = useAnnouncedChanges(items);
  const open = items && findOpenTransfer(items);
  const shown = items?.filter(({ method }) => filter === 'all' || method === filter) ?? [];
  return (
    <>
      <PageHeader title="Payment history" backTo={paths.dashboard}>
        <ButtonLink look="ink" size="sm" to={paths.buy}>
          <Plus size={18} aria-hidden />
          Buy coins
        </ButtonLink>
      </PageHeader>
      <PageBody>
        <p role="status" className="sr-only">
          {announced}
        </p>
        {isPending ? <Skeletons text="Loading payments..." count={4} className="h-17" /> : null}
        {isError ? (
          <ErrorState
            message="Your payments could not be loaded."
            isWhole={!items}
            onRetry={() => void refetch()}
          />
        ) : null}
        {open ? <OpenTransfer payment={open} /> : null}
        {items && items.length > 0 ? (
          <Tabs label="Method" value={filter} onChange={setFilter} tabs={filters} />
        ) : null}
        {items && shown.length === 0 ? (
          <EmptyState title="No payment history">What you buy in the coin shop appears here.</EmptyState>
        ) : null}
        {[...groupBy(shown, dayOf)].map(([day, payments]) => (
          <section key={day} aria-label={day}>
            <h2 className="mb-2 px-1 font-sans text-sm font-semibold text-ink-2">{day}</h2>
            <Card>
              <ul className="divide-y divide-line">
                {payments.map((payment) => (
                  <PaymentRow key={payment.id} payment={payment} />
                ))}
              </ul>
            </Card>
          </section>
        ))}
        <ShowMore query={query} />
      </PageBody>
    </>
  );
}

const dayOf = ({ created_at }: PaymentHistoryItem) => formatDay(Date.parse(created_at), Date.now());
