import { LoadedList, type LoadedListProps } from './loaded-list.tsx';

type Given = 'loading' | 'failed' | 'skeleton';

/** The states of a cart. */
export function CartContent<Item>(props: Omit<LoadedListProps<Item>, Given>) {
  return (
    <LoadedList<Item>
      loading="Loading cart..."
      failed="Error fetching cart"
      skeleton={{ count: 2, className: 'h-19' }}
      {...props}
    />
  );
}
