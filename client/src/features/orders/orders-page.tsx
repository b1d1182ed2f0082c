import { paths } from '@copup/shared/page-paths.ts';
import { useTitle } from '../../lib/use-title.ts';
import { OrdersFrame } from '../../ui/orders-frame.tsx';
import { OrderList } from './order-list.tsx';

export function Page() {
  useTitle('Orders');
  return (
    <OrdersFrame other={{ to: paths.heistOrders, name: 'Heist orders' }}>
      <OrderList />
    </OrdersFrame>
  );
}
