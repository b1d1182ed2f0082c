import type { Feature } from '../../lib/feature.ts';
import { orderPaths } from './paths.ts';

export const orders: Feature = {
  pages: [
    { path: orderPaths.orders, name: 'Recent Orders', load: () => import('./orders-page.tsx'), preload: 6 },
  ],
  operatorPages: [{ path: 'orders', name: 'Orders', load: () => import('./admin/orders-page.tsx') }],
  noticeQueries: ['orders'],
};
