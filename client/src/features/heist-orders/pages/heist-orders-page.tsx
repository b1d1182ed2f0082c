import { paths } from '@copup/shared/page-paths.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { OrdersFrame } from '../../../ui/orders-frame.tsx';
import { HeistOrderList } from '../heist-order-list.tsx';

export function Page() {
  useTitle('Heist Orders');
  return (
    <OrdersFrame other={{ to: paths.orders, name: 'Auction orders' }}>
      <HeistOrderList />
    </OrdersFrame>
  );
}
