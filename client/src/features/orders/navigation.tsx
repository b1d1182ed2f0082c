import { paths } from '@copup/shared/page-paths.ts';
import { Package } from 'lucide-react';
import type { Navigation } from '../../lib/navigation.ts';

export const ordersNavigation: Navigation = {
  menu: [{ place: 2, to: paths.orders, name: 'Orders', Icon: Package }],
  saved: [{ place: 3, to: paths.orders, name: 'Recent Orders', Icon: Package }],
};
