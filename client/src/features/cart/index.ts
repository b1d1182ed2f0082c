import { paths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

export const cart: Feature = {
  tab: paths.auctions,
  pages: [
    page(paths.cartHome, 'Cart', () => import('./pages/cart-home-page.tsx')),
    page(paths.cart, 'Auction Cart', () => import('./pages/cart-page.tsx'), { preload: 5 }),
    page(paths.checkout, 'Checkout', () => import('./pages/checkout-page.tsx')),
  ],
  noticeQueries: ['cart'],
};
