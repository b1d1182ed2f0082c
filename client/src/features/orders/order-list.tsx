import type { CartItem, Order } from '@copup/shared/cart.ts';
import { BIDDING_NAIRA_PER_COIN, coinsAre, formatNaira, inCoins } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Banknote, Check, Copy, Gift, House, Package, Signal, Truck } from 'lucide-react';
import { callAll, callPage } from '../../lib/calls.ts';
import { formatDate } from '../../lib/format-time.ts';
import { sendableText } from '../../lib/hold-words.ts';
import { listQuery } from '../../lib/list-page.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { useServerNow } from '../../realtime/index.ts';
import { ButtonLink, IconButton } from '../../ui/button.tsx';
import { Chip, type ChipLook } from '../../ui/chip.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { OrderCard, type OrderIcons } from '../../ui/order-card.tsx';
import { OrderContent } from '../../ui/order-content.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { groupOf, type OrderGroup, stepsOf } from './order-state.ts';

const listOrders = (before: string | undefined, signal: AbortSignal) =>
  callPage('GET /user/user-orders', { query: { before }, signal });
/** Won items that are not ordered yet. */
const listUnordered = (signal?: AbortSignal) => callAll('GET /cart', signal);

const groups: [OrderGroup, string][] = [
  ['well', 'Going well'],
  ['over', 'Over'],
];

/** The user's orders: what needs the user first, then what goes well, then what is over. */
export function OrderList() {
  const { id } = useSignedInUser();
  const orders = useInfiniteQuery(listQuery(['orders', id], listOrders, { staleTime: 0 }));
  const { data: cart = [] } = useQuery({
    queryKey: ['cart', id],
    queryFn: ({ signal }) => listUnordered(signal),
    staleTime: 0,
  });
  return (
    <>
      {cart.length > 0 ? <NeedsYou cart={cart} /> : null}
      <OrderContent<Order> query={orders}>
        {(listed) =>
          groups.map(([group, title]) => {
            const ofGroup = listed.filter((order) => groupOf(order) === group);
            if (ofGroup.length === 0) return null;
            return (
              <section key={group} aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-3">
                <h2 className="text-ctl">{title}</h2>
                <ul className="grid grid-cols-[minmax(0,1fr)] gap-3.5 lg:grid-cols-2 lg:gap-5">
                  {ofGroup.map((order) => (
                    <li key={order.order_id} className="min-w-0">
                      <AuctionOrder order={order} />
                    </li>
                  ))}
                </ul>
              </section>
            );
          })
        }
      </OrderContent>
      <ShowMore query={orders} />
    </>
  );
}

/** Won items that wait for a checkout. */
function NeedsYou({ cart }: { cart: readonly CartItem[] }) {
  return (
    <section aria-label="Needs you" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-ctl">Needs you</h2>
      <div className="flex flex-wrap items-center gap-3 rounded-[22px] bg-surface p-3.5 shadow-[inset_0_0_0_2px_var(--c-ok),var(--sh-2)]">
        <Gift size={24} aria-hidden className="shrink-0 text-ok" />
        <p className="min-w-0 flex-[1_1_12rem] leading-snug">
          <b className="block font-semibold">
            {cart.length === 1 ? '1 won item waits' : `${cart.length} won items wait`} for your details
          </b>
          <span className="line-clamp-2 text-sm text-ink-2">{cart.map(({ name }) => name).join(', ')}</span>
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

const icons: Record<Order['auction_category'], OrderIcons> = {
  product: [Package, Truck, House],
  cash: [Package, Banknote, Check],
  coupon: [Package, Signal, Check],
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
      steps={stepsOf(order)}
      icons={icons[order.auction_category]}
      waits={sendableText(order, useServerNow(60_000))}
      refunded={`Refunded ${formatDate(Date.parse(order.updated_at))}. Your ${coinsAre(order.price_paid)} back.`}
    >
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
