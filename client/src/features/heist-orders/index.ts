import { operatorPaths, paths } from '@copup/shared/page-paths.ts';
import { type Feature, listAndItem } from '../../lib/feature.ts';

/** The cart of prizes won in heists, and their orders (H8). */
export const heistOrders: Feature = {
  tab: paths.heists,
  pages: [
    { path: paths.heistCart, name: 'Heist Cart', load: () => import('./pages/heist-cart-page.tsx') },
    {
      path: paths.heistCheckout,
      name: 'Heist Checkout',
      load: () => import('./pages/heist-checkout-page.tsx'),
    },
    { path: paths.heistOrders, name: 'Heist Orders', load: () => import('./pages/heist-orders-page.tsx') },
  ],
  operatorPages: [
    listAndItem(operatorPaths.heistOrders, 'Heist orders', () => import('./admin/heist-orders.tsx')),
  ],
  noticeQueries: ['heist-cart', 'heist-orders'],
};
