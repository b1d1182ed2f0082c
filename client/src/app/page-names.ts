import { matchPath } from 'react-router-dom';
import { paths, playerSoon, publicSoon } from './paths.ts';

const names: Record<string, string> = {
  ...playerSoon,
  ...publicSoon,
  [paths.dashboard]: 'Wallet',
  [paths.auctions]: 'Auctions',
  [paths.auction]: 'the auction',
  [paths.joined]: 'Your Auctions',
  [paths.cartHome]: 'Cart',
  [paths.cart]: 'Auction Cart',
  [paths.heistCart]: 'Heist Cart',
  [paths.checkout]: 'Checkout',
  [paths.orders]: 'Recent Orders',
  [paths.newAuctions]: 'New auctions',
  [paths.login]: 'Login',
  [paths.register]: 'Register',
  [paths.privacy]: 'Privacy Policy',
  [paths.terms]: 'Terms of Service',
};

/** What the page at the path is called in a sentence; undefined for one without a name. */
export function pageNameOf(pathname: string): string | undefined {
  const found = Object.keys(names).find((pattern) => matchPath(pattern, pathname));
  return found && names[found];
}
