import { operatorPaths, paths } from '@copup/shared/page-paths.ts';
import { type Feature, listAndItem, page } from '../../lib/feature.ts';

const loadCart = () => import('./cart-page.tsx');
const loadCheckout = () => import('./checkout-page.tsx');
const loadOrders = () => import('./orders-page.tsx');

/** The carts of what was won in auctions (A10) and in heists (H8), and their orders. */
export const orders: Feature = {
  pages: [
    page(paths.cartHome, 'Cart', loadCart),
    page(paths.cart, 'Auction Cart', loadCart, { preload: 5 }),
    page(paths.heistCart, 'Heist Cart', loadCart),
    page(paths.checkout, 'Checkout', loadCheckout),
    page(paths.heistCheckout, 'Heist Checkout', loadCheckout),
    page(paths.orders, 'Recent Orders', loadOrders, { preload: 6 }),
    page(paths.heistOrders, 'Heist Orders', loadOrders),
  ],
  operatorPages: [
    listAndItem(operatorPaths.orders, 'Orders', () => import('./admin/orders.tsx')),
    listAndItem(operatorPaths.heistOrders, 'Heist orders', () => import('./admin/heist-orders.tsx')),
  ],
  noticeQueries: ['cart', 'orders', 'heist-cart', 'heist-orders'],
};
