import type { HeistOrder } from '@copup/shared/heist-orders.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ClipboardCheck, Clock, House } from 'lucide-react';
import { sendableText } from '../../../lib/hold-words.ts';
import { listQuery } from '../../../lib/list-page.ts';
import { orderSteps } from '../../../lib/order-steps.ts';
import { useSignedInUser } from '../../../lib/session.ts';
import { useServerNow } from '../../../realtime/index.ts';
import { Chip } from '../../../ui/chip.tsx';
import { OrderCard } from '../../../ui/order-card.tsx';
import { OrderContent } from '../../../ui/order-content.tsx';
import { OrdersFrame } from '../../../ui/orders-frame.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { listHeistOrders } from '../api.ts';

export function Page() {
  return (
    <OrdersFrame tab="Heist Orders" other={{ to: paths.orders, name: 'Auction orders' }}>
      <HeistOrderList />
    </OrdersFrame>
  );
}

/** H8: all other statuses are shown as `accepted`. */
const shipped: readonly HeistOrder['status'][] = ['approved', 'delivered'];
const names = ['Pending', 'Approved', 'Delivered'];
const reached: Record<HeistOrder['status'], number> = { pending: 0, approved: 1, delivered: 2, refunded: -1 };

function HeistOrderList() {
  const { id } = useSignedInUser();
  const orders = useInfiniteQuery(listQuery(['heist-orders', id], listHeistOrders, { staleTime: 0 }));
  return (
    <>
      <OrderContent<HeistOrder> query={orders}>
        {(listed) => (
          <>
            <h2 className="sr-only">Orders</h2>
            <ul className="grid grid-cols-[minmax(0,1fr)] gap-3.5 lg:grid-cols-2 lg:gap-5">
              {listed.map((order) => (
                <li key={order.order_id} className="min-w-0">
                  <HeistOrderCard order={order} />
                </li>
              ))}
            </ul>
          </>
        )}
      </OrderContent>
      <ShowMore query={orders} />
    </>
  );
}

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
      steps={reached[status] < 0 ? [] : orderSteps(names, reached[status], [order.created_at])}
      icons={[Clock, ClipboardCheck, House]}
      waits={sendableText(order, useServerNow(60_000))}
      refunded="Refunded. What you paid for the ticket is back."
    />
  );
}
