/**
 * Addresses of the client's pages, for its routes and links, for mails of the server and for the browser tests. This file
 * imports no schemas, so that the browser does not load the validator.
 */
export const paths = {
  home: '/',
  land: '/land',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  privacy: '/privacy',
  terms: '/terms',
  connectionCheck: '/test',
  unauthorized: '/unauthorized',
  admin: '/admin',
  dashboard: '/dashboard',
  profile: '/profile',
  sessions: '/sessions',
  limits: '/limits',
  notifications: '/notifications',
  pushSettings: '/notifications/settings',
  setPin: '/set-pin',
  recoverPin: '/recover-pin',

  auctions: '/auction',
  auction: '/auction/:id',
  /** An auction for visitors, who need no account (A15). */
  watch: '/watch/:id',
  joined: '/waitList',
  newAuctions: '/new',

  games: '/games',
  tap: '/tap',
  tapContest: '/contest/:contestId',
  cards: '/card',
  cardLobby: '/cardInfo',
  cardGame: '/card-game/:gameId',
  cardPractice: '/pick',
  mathLobby: '/mathInfo',
  mathGame: '/math-game/:gameId',
  champions: '/winner',
  fair: '/fair',
  proof: '/fair/:kind/:id',

  cartHome: '/cart-home',
  cart: '/cart',
  checkout: '/checkout',
  orders: '/orders',
  heistCart: '/cart-heist',
  heistCheckout: '/checkout-heist',
  heistOrders: '/orders-heist',

  buy: '/buy',
  payByCard: '/pay',
  payments: '/payment-history',
  send: '/send',
  receive: '/receive',
  /** Whether a receipt is real, for everyone (W22). */
  verify: '/verify',
  swap: '/soon',
  payout: '/payout',
  payouts: '/payout-history',
  transactions: '/transaction',
  timeline: '/timeline',
  peerToPeer: '/walletPage',
  traders: '/marketPlace',
  sell: '/sell-page',

  createBet: '/createBet',
  bets: '/allBet',
  ownBets: '/myBet',
  heists: '/heist',
  heist: '/heist-page',
  vault: '/heist/:id',
  heistWinners: '/heist-winner',
  preventHeist: '/prevent-heist',
  tasks: '/tasks',
  socialTasks: '/socialTask',
  referralTasks: '/referTask',
  spin: '/spin',
  blog: '/blog',
  invites: '/invites',

  affiliate: '/affiliate',
  auctionAffiliate: '/affiliateMe',
  heistAffiliate: '/affiliateMe-heist',
  affiliates: '/affiliateU',
  auctionReferral: '/affiliate/:auctionId/:referrerId',
  heistReferral: '/heist/affiliate/:heistId/:referrerId',
} as const;

/** Alias addresses of the specification, each with the address that it redirects to. */
export const secondNames: Readonly<Record<string, string>> = {
  '/affli': paths.affiliate,
  '/TransactionPage': paths.transactions,
};

/** The operators' pages, below `paths.admin`. */
export const operatorPaths = {
  overview: 'overview',
  auctions: 'auctions',
  contests: 'contests',
  heists: 'heists',
  heistOrders: 'heist-orders',
  teams: 'teams',
  fixtures: 'fixtures',
  bets: 'bets',
  affiliates: 'affiliates',
  users: 'users',
  payments: 'payments',
  payouts: 'payouts',
  trades: 'trades',
  /** Named as its queue, so that the overview leads to it. */
  reconciliation: 'statement-lines',
  statements: 'statements',
  packages: 'packages',
  banks: 'banks',
  traders: 'traders',
  taskUploads: 'task-uploads',
  tasks: 'tasks',
  referralTasks: 'referral-tasks',
  posts: 'posts',
  instagramPosts: 'instagram-posts',
  notifyMe: 'notify-me',
  ledger: 'ledger',
  jobs: 'jobs',
  push: 'push',
  alerts: 'alerts',
  orders: 'orders',
  approvals: 'approvals',
  settings: 'settings',
  auditLog: 'audit-log',
  loadTests: 'load-tests',
  dryRuns: 'dry-runs',
  rooms: 'rooms',
  secondFactor: 'second-factor',
  sessions: 'sessions',
} as const;

/** Returns the address of a page with values in place of its parameters, in their order: `pathTo(paths.auction, 7)`. */
export function pathTo(pattern: string, ...values: readonly (string | number)[]): string {
  let nth = 0;
  return pattern.replace(/:\w+/g, () => encodeURIComponent(String(values[nth++])));
}

/** Returns the address of an operators' page. */
export const operatorPath = (path: string): string => `${paths.admin}/${path}`;
