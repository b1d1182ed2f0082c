import type { HeistOrder } from '@copup/shared/heist-orders.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Check, Clock, type LucideIcon, Package } from 'lucide-react';
import { sendableText } from '../../../lib/hold-words.ts';
import { listQuery } from '../../../lib/list-page.ts';
import { useSignedInUser } from '../../../lib/session.ts';
import { useServerNow } from '../../../realtime/index.ts';
import { Card } from '../../../ui/card.tsx';
import { Chip, type ChipLook } from '../../../ui/chip.tsx';
import { ItemPicture } from '../../../ui/item-picture.tsx';
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
const shipped: Partial<Record<HeistOrder['status'], [ChipLook, LucideIcon]>> = {
  approved: ['ok', Check],
  delivered: ['ok', Package],
};

function HeistOrderList() {
  const { id } = useSignedInUser();
  const orders = useInfiniteQuery(listQuery(['heist-orders', id], listHeistOrders, { staleTime: 0 }));
  return (
    <>
      <OrderContent<HeistOrder> query={orders}>
        {(listed) => (
          <ul className="grid max-w-[620px] gap-3" aria-label="Orders">
            {listed.map((order) => (
              <li key={order.order_id}>
                <OrderCard order={order} />
              </li>
            ))}
          </ul>
        )}
      </OrderContent>
      <ShowMore query={orders} />
    </>
  );
}

function OrderCard({ order }: { order: HeistOrder }) {
  const waits = sendableText(order, useServerNow(60_000));
  const [look, Icon] = shipped[order.status] ?? (['warn', Clock] as const);
  return (
    <Card className="flex items-center gap-3.5 p-3.5">
      <ItemPicture
        item={{ name: order.heist_prize, category: order.auction_category, image: order.image }}
        sizes="72px"
        className="size-18"
      />
      <div className="min-w-0 flex-1">
        <p className="mb-1 flex flex-wrap items-center justify-between gap-2">
          <Chip look={look}>
            <Icon size={16} aria-hidden />
            {shipped[order.status] ? order.status : 'accepted'}
          </Chip>
          <span className="text-xs text-ink-3">Order {order.order_id}</span>
        </p>
        <p className="font-semibold wrap-anywhere">{order.heist_name}</p>
        <p className="text-sm wrap-anywhere text-ink-2">
          {isolate(order.heist_prize)}, {order.auction_category}
        </p>
        {waits ? <p className="mt-1 text-sm text-ink-2">{waits}</p> : null}
      </div>
    </Card>
  );
}
