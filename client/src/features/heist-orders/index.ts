import { operatorPaths, paths } from '@copup/shared/page-paths.ts';
import { type Feature, listAndItem, page } from '../../lib/feature.ts';

/** The cart of prizes won in heists, and their orders (H8). */
export const heistOrders: Feature = {
  tab: paths.heists,
  pages: [
    page(paths.heistCart, 'Heist Cart', () => import('./pages/heist-cart-page.tsx')),
    page(paths.heistCheckout, 'Heist Checkout', () => import('./pages/heist-checkout-page.tsx')),
    page(paths.heistOrders, 'Heist Orders', () => import('./pages/heist-orders-page.tsx')),
  ],
  operatorPages: [
    listAndItem(operatorPaths.heistOrders, 'Heist orders', () => import('./admin/heist-orders.tsx')),
  ],
  noticeQueries: ['heist-cart', 'heist-orders'],
};
