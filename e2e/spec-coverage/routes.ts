import type { Row } from './rows.ts';

export interface Route extends Row {
  /** `*` means every address that is not listed. */
  path: string;
  access: 'public' | 'player' | 'operator';
  /** For an alias: the address that it redirects to. */
  leadsTo?: string;
  /** Why no page leads to it. */
  notLinked?: string;
}

/** Every address of the product. */
export const routes: readonly Route[] = [
  { path: '/', access: 'public', capability: 'look' },
  { path: '/register', access: 'public', capability: 'auctions-core' },
  { path: '/login', access: 'public', capability: 'auctions-core' },
  { path: '/reset-password', access: 'public', capability: 'auctions-core' },
  { path: '/forgot-password', access: 'public', capability: 'auctions-core' },
  { path: '/set-pin', access: 'player', capability: 'wallet' },
  { path: '/recover-pin', access: 'public', capability: 'wallet' },
  { path: '/pay', access: 'public', capability: 'shop' },
  { path: '/privacy', access: 'public', capability: 'look' },
  { path: '/terms', access: 'public', capability: 'look' },
  {
    path: '/land',
    access: 'public',
    capability: 'look',
    notLinked: 'a second address of /, for links from other sites',
  },
  { path: '/soon', access: 'public', capability: 'look' },
  {
    path: '/test',
    access: 'public',
    capability: 'look',
    notLinked: 'support sends the address to a user whose connection fails',
  },
  { path: '*', access: 'public', capability: 'look', notLinked: 'every address that is not listed' },
  { path: '/payment-history', access: 'player', capability: 'shop' },
  { path: '/payout-history', access: 'player', capability: 'wallet' },
  { path: '/dashboard', access: 'player', capability: 'auctions-core' },
  { path: '/profile', access: 'player', capability: 'wallet' },
  { path: '/send', access: 'player', capability: 'wallet' },
  { path: '/receive', access: 'player', capability: 'wallet' },
  { path: '/auction', access: 'player', capability: 'auctions-core' },
  { path: '/auction/{id}', access: 'player', capability: 'auctions-core' },
  { path: '/cart-home', access: 'player', capability: 'look' },
  { path: '/cart', access: 'player', capability: 'auctions-core' },
  { path: '/orders', access: 'player', capability: 'auctions-core' },
  { path: '/checkout', access: 'player', capability: 'auctions-core' },
  { path: '/cart-heist', access: 'player', capability: 'look' },
  { path: '/orders-heist', access: 'player', capability: 'heists' },
  { path: '/checkout-heist', access: 'player', capability: 'heists' },
  { path: '/new', access: 'player', capability: 'look' },
  { path: '/buy', access: 'player', capability: 'shop' },
  { path: '/payout', access: 'player', capability: 'wallet' },
  { path: '/transaction', access: 'player', capability: 'wallet' },
  { path: '/invites', access: 'player', capability: 'affiliates' },
  { path: '/winner', access: 'player', capability: 'games' },
  { path: '/blog', access: 'player', capability: 'content' },
  {
    path: '/affli',
    access: 'player',
    capability: 'look',
    leadsTo: '/affiliate',
    notLinked: 'an alias, which leads on to /affiliate',
  },
  { path: '/games', access: 'player', capability: 'games' },
  { path: '/createBet', access: 'player', capability: 'bets' },
  { path: '/allBet', access: 'player', capability: 'bets' },
  { path: '/myBet', access: 'player', capability: 'bets' },
  { path: '/tap', access: 'player', capability: 'games' },
  { path: '/contest/{contestId}', access: 'player', capability: 'games' },
  { path: '/card', access: 'player', capability: 'games' },
  { path: '/pick', access: 'player', capability: 'games' },
  { path: '/cardInfo', access: 'player', capability: 'games' },
  { path: '/mathInfo', access: 'player', capability: 'games' },
  { path: '/math-game/{gameId}', access: 'player', capability: 'games' },
  { path: '/card-game/{gameId}', access: 'player', capability: 'games' },
  { path: '/heist', access: 'player', capability: 'heists' },
  { path: '/heist-winner', access: 'player', capability: 'heists' },
  { path: '/heist-page', access: 'player', capability: 'heists' },
  { path: '/prevent-heist', access: 'player', capability: 'heists' },
  { path: '/tasks', access: 'player', capability: 'tasks' },
  { path: '/socialTask', access: 'player', capability: 'tasks' },
  { path: '/referTask', access: 'player', capability: 'tasks' },
  { path: '/affiliate', access: 'player', capability: 'affiliates' },
  { path: '/affiliateMe', access: 'player', capability: 'affiliates' },
  {
    path: '/affiliate/{auctionId}/{referrerId}',
    access: 'public',
    capability: 'affiliates',
    notLinked: 'a link that players send to others outside the app',
  },
  { path: '/affiliateMe-heist', access: 'player', capability: 'affiliates' },
  {
    path: '/heist/affiliate/{heistId}/{referrerId}',
    access: 'public',
    capability: 'affiliates',
    notLinked: 'a link that players send to others outside the app',
  },
  { path: '/affiliateU', access: 'player', capability: 'affiliates' },
  { path: '/walletPage', access: 'player', capability: 'shop' },
  { path: '/marketPlace', access: 'player', capability: 'shop' },
  {
    path: '/TransactionPage',
    access: 'player',
    capability: 'look',
    leadsTo: '/transaction',
    notLinked: 'an alias, which leads on to /transaction',
  },
  { path: '/sell-page', access: 'player', capability: 'shop' },
  { path: '/waitList', access: 'player', capability: 'auctions-core' },
  { path: '/spin', access: 'player', capability: 'games' },
  {
    path: '/unauthorized',
    access: 'public',
    capability: 'auctions-core',
    notLinked: 'shown in place of a page of another role',
  },
  { path: '/admin', access: 'operator', capability: 'auctions-core' },
];

/** Returns the address as the route table has it. */
export const asRouted = ({ path }: Route) => path.replaceAll(/\{(\w+)\}/g, ':$1');
