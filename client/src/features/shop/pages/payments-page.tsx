import { formatPrice, inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { PaymentHistoryItem, PaymentMethod, PaymentStatus } from '@copup/shared/shop.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Check, CreditCard, Handshake, Hourglass, Landmark, type LucideIcon, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { formatDay, formatTime } from '../../../lib/format-time.ts';
import { groupBy } from '../../../lib/group-by.ts';
import { listQuery } from '../../../lib/list-page.ts';
import { returnPath } from '../../../lib/return-to.ts';
import { useSignedInUser } from '../../../lib/session.ts';
import { ShareReceipt } from '../../../parts/share-receipt.tsx';
import { StatusNews } from '../../../parts/status-news.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Screen } from '../../../ui/page-header.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { EmptyState, FailedRead, Skeletons } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { OpenTransfer } from '../open-transfer.tsx';
import { ShortTransfer } from '../short-transfer.tsx';
import { sumsOf } from '../transfer-sums.ts';

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
  const user = useSignedInUser();
  const { state } = useLocation();
  const query = useInfiniteQuery(
    listQuery(['payments', user.id], 'GET /manualPayment/payment-history', { staleTime: 0 }),
  );
  const { data: items, isPending } = query;
  const [filter, setFilter] = useState<Filter>('all');
  // The chosen one also once it is credited.
  const chosen = items?.find(
    (item) => item.id === state?.transfer && (isOpenTransfer(item) || item.status === 'approved'),
  );
  const open = chosen ?? items?.find(({ status }) => status === 'underpaid') ?? items?.find(isOpenTransfer);
  const back = returnPath(state, user) ?? (chosen ? paths.dashboard : null);
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
        text={({ bid_points, status }) =>
          `The payment for ${inCoins(bid_points)} ${lookOf(status) === 'waiting' ? 'is' : 'was'} ${statusText(status)}.`
        }
      />
      {isPending ? <Skeletons text="Loading payments..." count={4} className="h-17" /> : null}
      <FailedRead query={query} message="Your payments could not be loaded." isWhole={!items} />
      {open?.status === 'underpaid' ? <ShortTransfer payment={open} key={open.id} /> : null}
      {open && open.status !== 'underpaid' ? <OpenTransfer payment={open} back={back} /> : null}
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
                <PaymentRow key={payment.id} payment={payment} isShown={payment === open} />
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

function PaymentRow({ payment, isShown }: { payment: PaymentHistoryItem; isShown: boolean }) {
  const { state } = useLocation();
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
  const trade = `${paths.traders}?trade=${payment.reference}`;
  const way =
    method === 'p2p'
      ? trade
      : payment.status === 'reserved'
        ? `${paths.buy}?missing=${bid_points}`
        : isOpenTransfer(payment) && !isShown
          ? paths.payments
          : null;
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
        {way ? (
          <ButtonLink
            look="ghost"
            size="sm"
            replace={way === paths.payments}
            to={way}
            state={{ ...state, transfer: payment.id }}
            onClick={() => scrollTo(0, 0)}
          >
            See the {method === 'p2p' ? 'trade' : 'transfer'}
          </ButtonLink>
        ) : null}
        <ShareReceipt {...receiptOf(payment)} of={formatPrice(price)} className={way ? '' : '-ml-3.5'} />
        {backText(payment).map((line) => (
          <span key={line} className="mt-1.5 block text-sm wrap-anywhere text-ink-2">
            {line}
          </span>
        ))}
        {why ? <span className="mt-1.5 block text-sm wrap-anywhere text-danger">{why}</span> : null}
      </span>
    </li>
  );
}

const isOpenTransfer = ({ status, method }: PaymentHistoryItem) =>
  method === 'bank_transfer' && (status === 'pending' || status === 'underpaid' || status === 'returning');

const receiptKinds = { bank_transfer: 'purchase', card: 'card', p2p: 'trade' } as const;
/** The number at the end of the id. */
const receiptOf = ({ id, method }: PaymentHistoryItem) => ({
  kind: receiptKinds[method],
  id: /\d+$/.exec(id)?.[0] ?? '',
});

/** The text of a status, as the list shows it. */
const statusText = (status: PaymentStatus): string => status.replace('_', ' ');

type StatusLook = 'waiting' | 'done' | 'ended';

function lookOf(status: PaymentStatus): StatusLook {
  if (['pending', 'reserved', 'disputed', 'underpaid', 'returning'].includes(status)) return 'waiting';
  return status === 'approved' ? 'done' : 'ended';
}

/** What arrived, goes back and went back of a payment with another amount than its price (W2a). */
function backText(payment: PaymentHistoryItem): string[] {
  const { arrived, missing, back, sent, lastSent } = sumsOf(payment);
  const lines = [
    payment.status === 'underpaid'
      ? `${formatPrice(arrived)} arrived; ${formatPrice(missing)} is missing.`
      : back > 0
        ? `${formatPrice(back)}${payment.status === 'returning' ? '' : ' more than the price'} goes back to the account it came from.`
        : '',
    lastSent
      ? `${formatPrice(sent)} was sent back to ${isolate(lastSent.sender)}, bank reference ${isolate(lastSent.bank_reference)}.`
      : '',
  ];
  return lines.filter(Boolean);
}

/** Why a payment ended without coins, and where they are; null for the others. */
function endText({ status, method, reason }: PaymentHistoryItem): string | null {
  if (status === 'returning' || status === 'returned') return reason;
  if (status === 'rejected') return reason ?? 'The payment was rejected. No coins were credited.';
  if (status === 'expired')
    return method === 'p2p'
      ? 'No proof came in time. The coins went back to the trader.'
      : 'No transfer arrived in time. If you have sent it, a person checks it.';
  if (status === 'failed') return 'The payment failed. No coins were credited.';
  if (status !== 'charged_back') return null;
  return method === 'card' ? 'The payment was reversed, and its coins were taken back.' : null;
}
