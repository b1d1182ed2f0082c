import { paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

export const cart: Feature = {
  tab: paths.auctions,
  pages: [
    { path: paths.cartHome, name: 'Cart', load: () => import('./pages/cart-home-page.tsx') },
    { path: paths.cart, name: 'Auction Cart', load: () => import('./pages/cart-page.tsx'), preload: 5 },
    { path: paths.checkout, name: 'Checkout', load: () => import('./pages/checkout-page.tsx') },
  ],
  noticeQueries: ['cart'],
};
