import type { Order } from '@copup/shared/cart.ts';
import { useQuery } from '@tanstack/react-query';
import { useSignedInUser } from '../../lib/session.ts';
import { Card } from '../../ui/card.tsx';
import { Chip, type ChipLook } from '../../ui/chip.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { listOrders } from './api.ts';

const looks: Record<Order['status'], ChipLook> = {
  processing: 'warn',
  shipped: 'ok',
  delivered: 'ok',
  refunded: 'plain',
};

export function OrderList() {
  const { id } = useSignedInUser();
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['orders', id],
    queryFn: ({ signal }) => listOrders(signal),
    staleTime: 0,
  });
  if (isPending) return <Skeletons text="Loading orders..." count={3} className="h-15" />;
  return (
    <>
      {isError ? <ErrorState message="Error fetching orders" onRetry={() => void refetch()} /> : null}
      {data?.length === 0 ? (
        <EmptyState title="No orders found">What you win and check out appears here.</EmptyState>
      ) : null}
      {data && data.length > 0 ? (
        <Card>
          <ul className="divide-y divide-line" aria-label="Orders">
            {data.map((order) => (
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
      ) : null}
    </>
  );
}
