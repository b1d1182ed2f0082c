import { paths } from '@copup/shared/page-paths.ts';
import { Package, ShoppingCart } from 'lucide-react';
import type { Navigation } from '../../lib/navigation.ts';
import { Chip } from '../../ui/chip.tsx';
import { useCarts } from './carts.ts';

export const ordersNavigation: Navigation = {
  menu: [
    { place: 2, to: paths.orders, name: 'Orders', Icon: Package },
    { place: 7, to: paths.cartHome, name: 'Cart', Icon: ShoppingCart, aside: <CartCount /> },
  ],
  saved: [{ place: 3, to: paths.orders, name: 'Recent Orders', Icon: Package }],
};

function CartCount() {
  const count = useCarts().both.data?.length;
  return count ? <Chip look="brand">{count}</Chip> : null;
}
