import type { Feature } from '../../lib/feature.ts';
import { cartPaths } from './paths.ts';

export const cart: Feature = {
  pages: [
    { path: cartPaths.cartHome, name: 'Cart', load: () => import('./pages/cart-home-page.tsx') },
    { path: cartPaths.cart, name: 'Auction Cart', load: () => import('./pages/cart-page.tsx'), preload: 5 },
    { path: cartPaths.heistCart, name: 'Heist Cart', load: () => import('./pages/cart-heist-page.tsx') },
    { path: cartPaths.checkout, name: 'Checkout', load: () => import('./pages/checkout-page.tsx') },
  ],
  noticeQueries: ['cart'],
};
