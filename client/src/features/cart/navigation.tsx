import { paths } from '@copup/shared/page-paths.ts';
import { ShoppingCart } from 'lucide-react';
import type { Navigation } from '../../lib/navigation.ts';
import { Chip } from '../../ui/chip.tsx';
import { useCart } from './use-cart.ts';

export const cartNavigation: Navigation = {
  menu: [{ place: 7, to: paths.cartHome, name: 'Cart', Icon: ShoppingCart, aside: <CartCount /> }],
};

function CartCount() {
  const { data: cart } = useCart();
  return cart && cart.length > 0 ? <Chip look="brand">{cart.length}</Chip> : null;
}
