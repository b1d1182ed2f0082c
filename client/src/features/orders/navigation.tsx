import { Package } from 'lucide-react';
import type { Navigation } from '../../lib/navigation.ts';
import { orderPaths } from './paths.ts';

export const ordersNavigation: Navigation = {
  menu: [{ place: 2, to: orderPaths.orders, name: 'Orders', Icon: Package }],
  saved: [{ place: 3, to: orderPaths.orders, name: 'Recent Orders', Icon: Package }],
};
