import { operatorPaths, paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

export const orders: Feature = {
  pages: [{ path: paths.orders, name: 'Recent Orders', load: () => import('./orders-page.tsx'), preload: 6 }],
  operatorPages: [
    {
      path: operatorPaths.orders,
      name: 'Orders',
      load: () => import('./admin/orders-list.tsx'),
      item: () => import('./admin/order-page.tsx'),
    },
  ],
  noticeQueries: ['orders'],
};
