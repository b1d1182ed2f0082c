import { auctionPaths } from '../features/auctions/paths.ts';
import { cartPaths } from '../features/cart/paths.ts';
import { contestPaths } from '../features/contests/paths.ts';
import { fairnessPaths } from '../features/fairness/paths.ts';
import { orderPaths } from '../features/orders/paths.ts';
import { sessionPaths } from '../features/own-sessions/paths.ts';
import { mainPaths } from '../lib/main-paths.ts';

/** Every address of the specification that has a screen of its own now. */
export const paths = {
  ...mainPaths,
  ...auctionPaths,
  ...cartPaths,
  ...contestPaths,
  ...fairnessPaths,
  ...orderPaths,
  ...sessionPaths,
  affiliate: '/affiliate',
  transactions: '/transaction',
} as const;

/** Addresses whose feature is still to come, for everybody: what stands in the page's title. */
export const publicSoon: Record<string, string> = {
  '/set-pin': 'Set Pin',
  '/recover-pin': 'Recover',
  '/pay': 'Pay by card',
};

/** The same, for players. */
export const playerSoon: Record<string, string> = {
  '/payment-history': 'Payment History',
  '/payout-history': 'PayOut History',
  '/profile': 'My Account',
  '/send': 'Send',
  '/receive': 'Receive',
  '/orders-heist': 'Heist Orders',
  '/checkout-heist': 'Heist Checkout',
  '/buy': 'Coin shop',
  '/payout': 'Payout',
  '/transaction': 'Transactions',
  '/invites': 'Invites',
  '/blog': 'Blog',
  '/createBet': 'Create a New Bet',
  '/allBet': 'Bets',
  '/myBet': 'My Bets',
  '/heist': 'Heist',
  '/heist-winner': 'Heist winners',
  '/heist-page': 'Heist',
  '/prevent-heist': 'Prevent Heist',
  '/tasks': 'Tasks',
  '/socialTask': 'Social tasks',
  '/referTask': 'Referral tasks',
  '/affiliate': 'Affiliate',
  '/affiliateMe': 'Auction affiliate',
  '/affiliate/:auctionId/:referrerId': 'Affiliate',
  '/affiliateMe-heist': 'Heist affiliate',
  '/heist/affiliate/:heistId/:referrerId': 'Affiliate',
  '/affiliateU': 'Affiliates',
  '/walletPage': 'P2P',
  '/marketPlace': 'Buy from traders',
  '/sell-page': 'Sell',
  '/spin': 'Spin',
};

/** Addresses of the specification that are another one's second name. */
export const secondNames: Record<string, string> = {
  '/affli': paths.affiliate,
  '/TransactionPage': paths.transactions,
};
