import { paths } from '@copup/shared/page-paths.ts';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { LoadedList, type LoadedListProps } from '../../ui/loaded-list.tsx';
import { Screen } from '../../ui/page-header.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { EmptyState } from '../../ui/states.tsx';

interface OrdersFrameProps<Order> {
  /** Title of the browser's tab. */
  tab: string;
  /** The page with the orders of the other kind. */
  other: { to: string; name: string };
  query: LoadedListProps<Order>['query'] & ComponentProps<typeof ShowMore>['query'];
  /** Above the orders. */
  lead?: ReactNode;
  children: (order: Order) => ReactNode;
}

const isOver = ({ status }: { status: string }) => status === 'delivered' || status === 'refunded';

/** A page with a player's orders: what goes well first, then what is over. */
export function OrdersFrame<Order extends { order_id: number; status: string }>(
  props: OrdersFrameProps<Order>,
) {
  const { tab, other, query, lead, children } = props;
  return (
    <Screen title="Recent Orders" tab={tab} backTo={paths.dashboard} closes>
      <div className="-mt-1 flex flex-wrap items-center justify-between gap-x-3 text-sm">
        <p className="text-ink-2">Below are your most recent orders</p>
        <Link to={other.to} className="inline-flex min-h-11 items-center font-semibold text-brand">
          {other.name}
        </Link>
      </div>
      {lead}
      <LoadedList<Order>
        loading="Loading orders..."
        failed="Error fetching orders"
        skeleton={{ count: 3, className: 'h-15' }}
        empty={<EmptyState title="No orders found">What you win and check out appears here.</EmptyState>}
        query={query}
      >
        {(orders) =>
          ['Going well', 'Over']
            .map((title, nth) => [title, orders.filter((order) => isOver(order) === (nth === 1))] as const)
            .filter(([, group]) => group.length > 0)
            .map(([title, group]) => (
              <section key={title} aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-3">
                <h2 className="text-ctl">{title}</h2>
                <ul className="grid grid-cols-[minmax(0,1fr)] gap-3.5 lg:grid-cols-2 lg:gap-5">
                  {group.map((order) => (
                    <li key={order.order_id} className="min-w-0">
                      {children(order)}
                    </li>
                  ))}
                </ul>
              </section>
            ))
        }
      </LoadedList>
      <ShowMore query={query} />
    </Screen>
  );
}
