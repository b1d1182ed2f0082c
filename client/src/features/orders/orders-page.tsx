import { paths } from '@copup/shared/page-paths.ts';
import { OrdersFrame } from '../../ui/orders-frame.tsx';
import { OrderList } from './order-list.tsx';

export function Page() {
  return (
    <OrdersFrame tab="Orders" other={{ to: paths.heistOrders, name: 'Heist orders' }}>
      <OrderList />
    </OrdersFrame>
  );
}
