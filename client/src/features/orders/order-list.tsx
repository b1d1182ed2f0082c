import type { Order } from '@copup/shared/cart.ts';
import { useQuery } from '@tanstack/react-query';
import { useSignedInUser } from '../../lib/session.ts';
import { Card } from '../../ui/card.tsx';
import { Chip, type ChipLook } from '../../ui/chip.tsx';
import { OrderContent } from '../../ui/order-content.tsx';
import { listOrders } from './api.ts';

const looks: Record<Order['status'], ChipLook> = {
  processing: 'warn',
  shipped: 'ok',
  delivered: 'ok',
  refunded: 'plain',
};

export function OrderList() {
  const { id } = useSignedInUser();
  const orders = useQuery({
    queryKey: ['orders', id],
    queryFn: ({ signal }) => listOrders(signal),
    staleTime: 0,
  });
  return (
    <OrderContent<Order> query={orders}>
      {(listed) => (
        <Card>
          <ul className="divide-y divide-line" aria-label="Orders">
            {listed.map((order) => (
              <li key={order.order_id} className="flex min-h-17 items-center gap-3 px-4 py-2.5">
                <div className="min-w-0 flex-1">
                  <p className="font-semibold">{order.auction_name}</p>
                  <p className="text-xs text-ink-3">
                    Order {order.order_id} · {order.auction_category}
                  </p>
                </div>
                <Chip look={looks[order.status]}>{order.status}</Chip>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </OrderContent>
  );
}
