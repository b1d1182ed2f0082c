import { operatorPaths, paths } from '@copup/shared/page-paths.ts';
import { type Feature, listAndItem, page } from '../../lib/feature.ts';

export const orders: Feature = {
  tab: paths.auctions,
  pages: [page(paths.orders, 'Recent Orders', () => import('./orders-page.tsx'), { preload: 6 })],
  operatorPages: [listAndItem(operatorPaths.orders, 'Orders', () => import('./admin/orders.tsx'))],
  noticeQueries: ['orders'],
};
