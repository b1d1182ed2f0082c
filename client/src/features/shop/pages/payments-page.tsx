import { coinWord, formatNumber, formatPrice, inCoins } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { PaymentHistoryItem, PaymentMethod, PaymentStatus } from '@copup/shared/shop.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import {
  Check,
  Copy,
  CreditCard,
  Handshake,
  Hourglass,
  Landmark,
  type LucideIcon,
  Plus,
  X,
} from 'lucide-react';
import { useState } from 'react';
import { formatDay, formatMoment, formatTime } from '../../../lib/format-time.ts';
import { groupBy } from '../../../lib/group-by.ts';
import { listQuery } from '../../../lib/list-page.ts';
import { useSignedInUser } from '../../../lib/session.ts';
import { StatusNews } from '../../../parts/status-news.tsx';
import { Coin } from '../../../ui/art/coin.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { Screen } from '../../../ui/page-header.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { EmptyState, FailedRead, Skeletons } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { listPayments } from '../api.ts';

const methodNames: Record<PaymentMethod, string> = {
  bank_transfer: 'Bank transfer',
  card: 'Card',
  p2p: 'P2P',
};

type Filter = PaymentMethod | 'all';
const filters = [
  { value: 'all', name: 'All' },
  { value: 'bank_transfer', name: methodNames.bank_transfer },
  { value: 'card', name: methodNames.card },
  { value: 'p2p', name: methodNames.p2p },
] as const;

/** The user's payments of all methods (W11). Notices reload it, so a decision appears without a reload of the page. */
export function Page() {
  const { id } = useSignedInUser();
  const query = useInfiniteQuery(listQuery(['payments', id], listPayments, { staleTime: 0 }));
  const { data: items, isPending } = query;
  const [filter, setFilter] = useState<Filter>('all');
  const open = items && findOpenTransfer(items);
  const shown = items?.filter(({ method }) => filter === 'all' || method === filter) ?? [];
  return (
    <Screen
      title="Payment history"
      backTo={paths.dashboard}
      aside={
        <ButtonLink size="sm" to={paths.buy}>
          <Plus size={18} aria-hidden />
          Buy coins
        </ButtonLink>
      }
    >
      <StatusNews
        items={items}
        text={({ bid_points, status }) => `The payment for ${inCoins(bid_points)} is ${statusText(status)}.`}
      />
      {isPending ? <Skeletons text="Loading payments..." count={4} className="h-17" /> : null}
      <FailedRead query={query} message="Your payments could not be loaded." isWhole={!items} />
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
    </Screen>
  );
}

const dayOf = ({ created_at }: PaymentHistoryItem) => formatDay(Date.parse(created_at), Date.now());

/** The transfer that is being checked, with the reference to quote (W12). */
function OpenTransfer({ payment }: { payment: PaymentHistoryItem }) {
  return (
    <section
      aria-label="Open payment"
      className="stage adire overflow-hidden rounded-[24px] [--moon-at:right_-120px_top_-120px]"
    >
      <div className="grid gap-3.5 p-4.5 lg:p-7">
        <p className="flex flex-wrap items-center justify-between gap-2 text-sm text-on-stage-2">
          Bank transfer, {formatMoment(Date.parse(payment.created_at), Date.now())}
          <span className="inline-flex items-center gap-1.5 rounded-full bg-stage-deep px-3 py-1 font-semibold text-hot">
            <Hourglass size={16} aria-hidden />
            Being checked
          </span>
        </p>
        <p className="flex flex-wrap items-center justify-between gap-x-3">
          <span className="flex items-center gap-2 font-display text-[2.25rem] leading-none font-bold">
            <Coin className="size-8 shrink-0" />
            {formatNumber(payment.bid_points)}
            <span className="sr-only"> {coinWord(payment.bid_points)}</span>
          </span>
          <span className="text-lg font-bold">{formatPrice(payment.price)}</span>
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2 bg-stage-deep px-4.5 py-3 lg:px-7">
        <p>
          <span className="block text-xs text-on-stage-2">Quote in your transfer’s narration</span>
          <span className="font-mono text-lg font-bold">{payment.reference}</span>
        </p>
        <Button
          size="sm"
          aria-label={`Copy ${payment.reference}`}
          onClick={() => void copyText(payment.reference)}
        >
          <Copy size={18} aria-hidden />
          Copy
        </Button>
      </div>
    </section>
  );
}

const methodIcons: Record<PaymentMethod, LucideIcon> = {
  bank_transfer: Landmark,
  card: CreditCard,
  p2p: Handshake,
};
const looks: Record<StatusLook, { text: string; badge: string; Icon: LucideIcon }> = {
  waiting: { text: 'text-warn', badge: 'bg-warn-soft text-warn', Icon: Hourglass },
  done: { text: 'text-ok', badge: 'bg-ok text-surface', Icon: Check },
  ended: { text: 'text-danger', badge: 'bg-danger text-surface', Icon: X },
};

function PaymentRow({ payment }: { payment: PaymentHistoryItem }) {
  const { bid_points, price, method, created_at } = payment;
  const look = looks[lookOf(payment.status)];
  const MethodIcon = methodIcons[method];
  const status = (
    <em
      className={classNames('font-semibold not-italic transition-colors duration-(--dur-state)', look.text)}
    >
      {statusText(payment.status)}
    </em>
  );
  const why = endText(payment);
  return (
    <li className="flex gap-3 px-4 py-3">
      <span className="relative grid size-10 shrink-0 place-items-center rounded-[12px] bg-brand-soft text-brand">
        <MethodIcon size={20} aria-hidden />
        <span
          className={classNames(
            'absolute -right-1.5 -bottom-1.5 grid size-5 place-items-center rounded-full',
            look.badge,
          )}
        >
          <look.Icon size={13} aria-hidden />
        </span>
      </span>
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere text-ink-2 first-line:font-medium">
          {inCoins(bid_points)} - status - {status}
        </span>
        <span className="block text-sm text-ink-2">
          {methodNames[method]}, {formatPrice(price)}, {formatTime(Date.parse(created_at))}
        </span>
        {method === 'p2p' ? (
          <ButtonLink look="ghost" size="sm" to={`${paths.traders}?trade=${payment.reference}`}>
            See the trade
          </ButtonLink>
        ) : null}
        {why ? <span className="mt-1.5 block text-sm wrap-anywhere text-danger">{why}</span> : null}
      </span>
    </li>
  );
}

/** The text of a status, as the list shows it. */
const statusText = (status: PaymentStatus): string => status.replace('_', ' ');

type StatusLook = 'waiting' | 'done' | 'ended';

function lookOf(status: PaymentStatus): StatusLook {
  if (status === 'pending' || status === 'reserved' || status === 'disputed') return 'waiting';
  return status === 'approved' ? 'done' : 'ended';
}

/** Why a payment ended without coins, and where they are; null for the others. */
function endText({ status, method, reason }: PaymentHistoryItem): string | null {
  if (status === 'rejected') return reason ?? 'The payment was rejected. No coins were credited.';
  if (status === 'expired') return 'No proof came in time. The coins went back to the trader.';
  if (status === 'failed') return 'The payment failed. No coins were credited.';
  if (status !== 'charged_back') return null;
  return method === 'card' ? 'The payment was reversed, and its coins were taken back.' : null;
}

/** The newest transfer that is being checked, whose reference the buyer needs. */
const findOpenTransfer = (items: readonly PaymentHistoryItem[]): PaymentHistoryItem | undefined =>
  items.find(({ status, method }) => status === 'pending' && method === 'bank_transfer');
