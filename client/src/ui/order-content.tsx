import { LoadedList, type LoadedListProps } from './loaded-list.tsx';
import { EmptyState } from './states.tsx';

type Given = 'loading' | 'failed' | 'skeleton' | 'empty';

/** The states of a player's orders. */
export function OrderContent<Item>(props: Omit<LoadedListProps<Item>, Given>) {
  return (
    <LoadedList<Item>
      loading="Loading orders..."
      failed="Error fetching orders"
      skeleton={{ count: 3, className: 'h-15' }}
      empty={<EmptyState title="No orders found">What you win and check out appears here.</EmptyState>}
      {...props}
    />
  );
}
