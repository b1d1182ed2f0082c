import { formatNumber } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { PaymentStatus } from '@copup/shared/shop.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { useSignedInUser } from '../../lib/session.ts';
import { listLastPayments, listLastPayouts } from './api.ts';
import { HistoryPreview, Status } from './history-preview.tsx';

const looks: Record<PaymentStatus | 'paid' | 'returned', 'waiting' | 'done' | 'ended'> = {
  pending: 'waiting',
  approved: 'done',
  paid: 'done',
  rejected: 'ended',
  expired: 'ended',
  failed: 'ended',
  charged_back: 'ended',
  returned: 'ended',
};

/** The last two payments. The keys begin with those that a notice reloads. */
export function LastPayments() {
  const { id } = useSignedInUser();
  const { data, isError, refetch } = useQuery({
    queryKey: ['payments', id, 'last'],
    queryFn: ({ signal }) => listLastPayments(signal),
  });
  return (
    <HistoryPreview
      title="Payments"
      moreTo={paths.payments}
      emptyText="No payment history"
      Icon={ArrowDownLeft}
      onRetry={isError ? () => void refetch() : undefined}
      rows={data?.map((payment) => ({
        id: payment.id,
        text: (
          <>
            {formatNumber(payment.bid_points)} coins -{' '}
            <Status look={looks[payment.status]}>{payment.status.replace('_', ' ')}</Status>
          </>
        ),
      }))}
    />
  );
}

/** The last two payouts. */
export function LastPayouts() {
  const { id } = useSignedInUser();
  const { data, isError, refetch } = useQuery({
    queryKey: ['payouts', id, 'last'],
    queryFn: ({ signal }) => listLastPayouts(signal),
  });
  return (
    <HistoryPreview
      title="Payouts"
      moreTo={paths.payouts}
      emptyText="No payout history"
      Icon={ArrowUpRight}
      onRetry={isError ? () => void refetch() : undefined}
      rows={data?.map((payout) => ({
        id: payout.id,
        text: (
          <>
            {formatNumber(payout.bid_points)} coins - {payout.account_name}{' '}
            <Status look={looks[payout.status]}>({payout.status})</Status>
          </>
        ),
      }))}
    />
  );
}
