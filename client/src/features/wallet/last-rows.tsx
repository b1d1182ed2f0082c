import { inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { Payout } from '@copup/shared/payouts.ts';
import type { PaymentHistoryItem, PaymentStatus } from '@copup/shared/shop.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { useSignedInUser } from '../../lib/session.ts';
import { listLastPayments, listLastPayouts } from './api.ts';
import { HistoryPreview, Status } from './history-preview.tsx';

const looks: Record<PaymentStatus | 'paid' | 'returned', 'waiting' | 'done' | 'ended'> = {
  reserved: 'waiting',
  pending: 'waiting',
  disputed: 'waiting',
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
      rows={data?.map((payment) => ({ id: payment.id, text: paymentText(payment) }))}
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
      rows={data?.map((payout) => ({ id: payout.id, text: payoutText(payout) }))}
    />
  );
}

function paymentText({ bid_points, status: name }: PaymentHistoryItem) {
  const status = <Status look={looks[name]}>{name.replace('_', ' ')}</Status>;
  return (
    <>
      {inCoins(bid_points)} - {status}
    </>
  );
}

function payoutText({ bid_points, account_name, status: name }: Payout) {
  const status = <Status look={looks[name]}>{name}</Status>;
  return (
    <>
      {inCoins(bid_points)} - {isolate(account_name)} ({status})
    </>
  );
}
