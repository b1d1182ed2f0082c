import { operatorPaths, paths } from '@copup/shared/page-paths.ts';
import { type Feature, listAndItem, page } from '../../lib/feature.ts';

const loadCart = () => import('./cart-page.tsx');
const loadCheckout = () => import('./checkout-page.tsx');
const loadOrders = () => import('./orders-page.tsx');

/** The cart of what was won in auctions, and its orders (A10). */
export const orders: Feature = {
  tab: paths.auctions,
  pages: [
    page(paths.cartHome, 'Cart', loadCart),
    page(paths.cart, 'Auction Cart', loadCart, { preload: 5 }),
    page(paths.checkout, 'Checkout', loadCheckout),
    page(paths.orders, 'Recent Orders', loadOrders, { preload: 6 }),
  ],
  operatorPages: [listAndItem(operatorPaths.orders, 'Orders', () => import('./admin/orders.tsx'))],
  noticeQueries: ['cart', 'orders'],
};

/** The cart of prizes won in heists, and their orders (H8). */
export const heistOrders: Feature = {
  tab: paths.heists,
  pages: [
    page(paths.heistCart, 'Heist Cart', loadCart),
    page(paths.heistCheckout, 'Heist Checkout', loadCheckout),
    page(paths.heistOrders, 'Heist Orders', loadOrders),
  ],
  operatorPages: [
    listAndItem(operatorPaths.heistOrders, 'Heist orders', () => import('./admin/heist-orders.tsx')),
  ],
  noticeQueries: ['heist-cart', 'heist-orders'],
};
