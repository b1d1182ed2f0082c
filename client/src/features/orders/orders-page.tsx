import type { Order } from '@copup/shared/cart.ts';
import { BIDDING_NAIRA_PER_COIN, coinsAre, formatNaira, inCoins } from '@copup/shared/coins.ts';
import type { HeistOrder } from '@copup/shared/heist-orders.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Copy, Gift } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { formatDate } from '../../lib/format-time.ts';
import { sendableText } from '../../lib/hold-words.ts';
import { listQuery } from '../../lib/list-page.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { ShareReceipt } from '../../parts/share-receipt.tsx';
import { useServerNow } from '../../realtime/index.ts';
import { ButtonLink, IconButton } from '../../ui/button.tsx';
import { Chip, type ChipLook } from '../../ui/chip.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { useCarts, type WonItem } from './carts.ts';
import { OrderCard } from './order-card.tsx';
import { stepsOf } from './order-steps.ts';
import { OrdersFrame } from './orders-frame.tsx';

export const Page = () =>
  useLocation().pathname === paths.heistOrders ? <HeistOrders /> : <AuctionOrders />;

/** The user's orders of auctions, below what needs the user. */
function AuctionOrders() {
  const { id } = useSignedInUser();
  const won = useCarts().both.data ?? [];
  return (
    <OrdersFrame<Order>
      tab="Orders"
      other={{ to: paths.heistOrders, name: 'Heist orders' }}
      query={useInfiniteQuery(listQuery(['orders', id], 'GET /user/user-orders', { staleTime: 0 }))}
      lead={won.length > 0 ? <NeedsYou won={won} /> : null}
    >
      {(order) => <AuctionOrder order={order} />}
    </OrdersFrame>
  );
}

/** Won items that wait for a checkout. */
function NeedsYou({ won }: { won: readonly WonItem[] }) {
  return (
    <section aria-label="Needs you" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-ctl">Needs you</h2>
      <div className="flex flex-wrap items-center gap-3 rounded-[22px] bg-surface p-3.5 shadow-[inset_0_0_0_2px_var(--c-ok),var(--sh-2)]">
        <Gift size={24} aria-hidden className="shrink-0 text-ok" />
        <p className="min-w-0 flex-[1_1_12rem] leading-snug">
          <b className="block font-semibold">
            {won.length === 1 ? '1 won item waits' : `${won.length} won items wait`} for your details
          </b>
          <span className="line-clamp-2 text-sm text-ink-2">{won.map(({ name }) => name).join(', ')}</span>
        </p>
        <ButtonLink look="ink" size="sm" to={paths.checkout}>
          Check out
        </ButtonLink>
      </div>
    </section>
  );
}

const looks: Record<Order['status'], ChipLook> = {
  processing: 'warn',
  shipped: 'ok',
  delivered: 'ok',
  refunded: 'plain',
};

/** One order: what was won and for how much, and how far it is. */
function AuctionOrder({ order }: { order: Order }) {
  const won = `Won ${formatDate(Date.parse(order.won_at))} for ${inCoins(order.price_paid)}`;
  return (
    <OrderCard
      id={order.order_id}
      name={order.auction_name}
      item={{ name: order.auction_name, category: order.auction_category, image: order.image }}
      note={`${won} (${formatNaira(order.price_paid * BIDDING_NAIRA_PER_COIN)})`}
      chip={<Chip look={looks[order.status]}>{order.status}</Chip>}
      steps={stepsOf(order.auction_category, order.status, [
        order.created_at,
        order.shipped_at,
        order.delivered_at,
      ])}
      waits={sendableText(order, useServerNow(60_000))}
      refunded={`Refunded ${formatDate(Date.parse(order.updated_at))}. Your ${coinsAre(order.price_paid)} back.`}
    >
      <ShareReceipt
        kind="win"
        id={order.auction_id}
        of={order.auction_name}
        className="justify-self-start -ml-3.5"
      />
      {order.tracking === null ? null : (
        <Proof
          name={order.carrier === null ? 'Tracking number' : `${order.carrier}, tracking number`}
          copies="Copy the tracking number"
          number={order.tracking}
        />
      )}
      {order.bank_reference ? (
        <Proof name="Bank reference" copies="Copy the bank reference" number={order.bank_reference} />
      ) : null}
    </OrderCard>
  );
}

/** What finds the parcel or the payment. */
function Proof({ name, copies, number }: { name: string; copies: string; number: string }) {
  return (
    <div className="flex min-h-13 items-center gap-2.5 rounded-[14px] bg-canvas py-1 pr-1 pl-3.5 leading-tight">
      <p className="min-w-0 flex-1">
        <span className="block text-sm text-ink-3">{name}</span>
        <b className="block font-semibold wrap-anywhere">{number}</b>
      </p>
      <IconButton label={copies} onClick={() => void copyText(number)}>
        <Copy size={20} aria-hidden />
      </IconButton>
    </div>
  );
}

function HeistOrders() {
  const { id } = useSignedInUser();
  return (
    <OrdersFrame<HeistOrder>
      tab="Heist Orders"
      other={{ to: paths.orders, name: 'Auction orders' }}
      query={useInfiniteQuery(
        listQuery(['heist-orders', id], 'GET /hurt/user-heist-orders', { staleTime: 0 }),
      )}
    >
      {(order) => <HeistOrderCard order={order} />}
    </OrdersFrame>
  );
}

/** H8: all other statuses are shown as `accepted`. */
const shipped: readonly HeistOrder['status'][] = ['approved', 'delivered'];

function HeistOrderCard({ order }: { order: HeistOrder }) {
  const { status, heist_prize: prize } = order;
  const isShipped = shipped.includes(status);
  return (
    <OrderCard
      id={order.order_id}
      name={prize}
      item={{ name: prize, category: order.auction_category, image: order.image }}
      note={`Heist win, ${order.heist_name}`}
      chip={<Chip look={isShipped ? 'ok' : 'warn'}>{isShipped ? status : 'accepted'}</Chip>}
      steps={stepsOf('heist', status, [order.created_at])}
      waits={sendableText(order, useServerNow(60_000))}
      refunded="Refunded. What you paid for the ticket is back."
    />
  );
}
