import { inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { Payout } from '@copup/shared/payouts.ts';
import type { PaymentHistoryItem, PaymentStatus } from '@copup/shared/shop.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowDownLeft, ArrowUpRight, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { call } from '../../lib/calls.ts';
import { readQuery } from '../../lib/read-query.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';

const looks: Record<PaymentStatus | 'paid', 'waiting' | 'done' | 'ended'> = {
  reserved: 'waiting',
  pending: 'waiting',
  underpaid: 'waiting',
  returning: 'waiting',
  disputed: 'waiting',
  approved: 'done',
  paid: 'done',
  rejected: 'ended',
  expired: 'ended',
  failed: 'ended',
  charged_back: 'ended',
  returned: 'ended',
};

/** How many rows of each history the wallet's home shows. */
const LAST = 2;

/** The last payments. The keys begin with those that a notice reloads. */
export function LastPayments() {
  const { id } = useSignedInUser();
  const query = useQuery(
    readQuery(['payments', id, 'last'], (signal) =>
      call('GET /manualPayment/payment-history', { query: { limit: LAST }, signal }),
    ),
  );
  const texts = { title: 'Payments', moreTo: paths.payments, emptyText: 'No payment history' };
  return <HistoryPreview {...texts} Icon={ArrowDownLeft} query={query} textOf={paymentText} />;
}

export function LastPayouts() {
  const { id } = useSignedInUser();
  const query = useQuery(
    readQuery(['payouts', id, 'last'], (signal) =>
      call('GET /tap/payout-history', { query: { limit: LAST }, signal }),
    ),
  );
  const texts = { title: 'Payouts', moreTo: paths.payouts, emptyText: 'No payout history' };
  return <HistoryPreview {...texts} Icon={ArrowUpRight} query={query} textOf={payoutText} />;
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

interface HistoryPreviewProps<Row> {
  title: string;
  moreTo: string;
  emptyText: string;
  Icon: LucideIcon;
  /** The state of the request, as react-query returns it. */
  query: { data: readonly Row[] | undefined; isError: boolean; refetch: () => unknown };
  textOf: (row: Row) => ReactNode;
}

/** The last payments or payouts on the wallet's home. */
function HistoryPreview<Row extends { id: string | number }>(props: HistoryPreviewProps<Row>) {
  const { title, moreTo, emptyText, Icon, query, textOf } = props;
  const { data: rows, isError, refetch } = query;
  return (
    <Card className="px-4 pt-1 pb-4">
      <div className="flex min-h-tap items-center justify-between">
        <h2 className="text-ctl">{title}</h2>
        <Link
          to={moreTo}
          aria-label={`see more: ${title}`}
          className="inline-flex min-h-tap items-center text-sm font-semibold text-brand"
        >
          see more
        </Link>
      </div>
      {rows && rows.length > 0 ? (
        <ul className="divide-y divide-line">
          {rows.map((row) => (
            <li key={row.id} className="flex min-h-12 items-center gap-3 py-1.5">
              <span className="grid size-8 shrink-0 place-items-center rounded-full bg-sunken text-ink-2">
                <Icon size={16} aria-hidden />
              </span>
              <span className="min-w-0 flex-1 wrap-anywhere">{textOf(row)}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {rows?.length === 0 ? <p className="text-sm text-ink-2">{emptyText}</p> : null}
      {rows === undefined && isError ? (
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      ) : null}
      {rows === undefined && !isError ? <div aria-hidden="true" className="skeleton h-5 w-40" /> : null}
    </Card>
  );
}

const colours = { waiting: 'text-warn', done: 'text-ok', ended: 'text-danger' };

/** A status in the colour of what it means. */
function Status({ look, children }: { look: keyof typeof colours; children: ReactNode }) {
  return <span className={classNames('font-semibold', colours[look])}>{children}</span>;
}
