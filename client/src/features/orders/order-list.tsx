import type { CartItem, Order } from '@copup/shared/cart.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Gift } from 'lucide-react';
import { callAll, callPage } from '../../lib/calls.ts';
import { listQuery } from '../../lib/list-page.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { OrderContent } from '../../ui/order-content.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { OrderCard } from './order-card.tsx';
import { groupOf, type OrderGroup } from './order-state.ts';

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
                      <OrderCard order={order} />
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
