import { paths, operatorPaths as to } from '@copup/shared/page-paths.ts';
import { type Feature, listAndItem, page } from '../lib/feature.ts';

const loadCart = () => import('./orders/cart-page.tsx');
const loadCheckout = () => import('./orders/checkout-page.tsx');
const loadOrders = () => import('./orders/orders-page.tsx');

/** What features load on demand, by their tab. A feature that also has code in the first bundle has a manifest of its own. */
export const pageFeatures: readonly Feature[] = [
  {
    fullPages: [
      page(paths.home, 'Copup', () => import('./landing/pages/home-page.tsx')),
      page(paths.land, 'Copup', () => import('./landing/pages/home-page.tsx')),
      page(paths.login, 'Login', () => import('./sign-in/pages/login-page.tsx'), { isForVisitorsOnly: true }),
      page(paths.register, 'Register', () => import('./sign-in/pages/register-page.tsx')),
      page(paths.forgotPassword, 'Forgot password', () => import('./sign-in/pages/forgot-password-page.tsx')),
      page(paths.resetPassword, 'Reset password', () => import('./sign-in/pages/reset-password-page.tsx')),
    ],
    publicPages: [
      page(paths.privacy, 'Privacy Policy', () => import('./legal/pages/privacy-page.tsx')),
      page(paths.terms, 'Terms of Service', () => import('./legal/pages/terms-page.tsx')),
      page(paths.verify, 'Verify', () => import('./receipts/pages/verify-page.tsx')),
      page(paths.recoverPin, 'Recover PIN', () => import('./pin/pages/recover-pin-page.tsx')),
      page(paths.swap, 'Swap', () => import('./soon/pages/swap-page.tsx')),
      page(
        paths.connectionCheck,
        'Connection check',
        () => import('./connection-check/pages/connection-page.tsx'),
      ),
    ],
    pages: [
      page(paths.blog, 'Blog', () => import('./blog/pages/blog-page.tsx')),
      page(paths.setPin, 'Set Pin', () => import('./pin/pages/set-pin-page.tsx'), { isFocused: true }),
      page(paths.profile, 'My Account', () => import('./profile/profile-page.tsx'), {
        isFocused: true,
        preload: 9,
      }),
      page(paths.invites, 'Invite friends', () => import('./profile/invites-page.tsx'), { isFocused: true }),
      page(paths.sessions, 'Signed-in devices', () => import('./own-sessions/sessions-page.tsx')),
      page(paths.limits, 'Limits', () => import('./play-limits/pages/limits-page.tsx'), { isFocused: true }),
      // The carts of what was won in auctions (A10) and in heists (H8), and their orders.
      page(paths.cartHome, 'Cart', loadCart),
      page(paths.cart, 'Auction Cart', loadCart, { preload: 5 }),
      page(paths.heistCart, 'Heist Cart', loadCart),
      page(paths.checkout, 'Checkout', loadCheckout),
      page(paths.heistCheckout, 'Heist Checkout', loadCheckout),
      page(paths.orders, 'Recent Orders', loadOrders, { preload: 6 }),
      page(paths.heistOrders, 'Heist Orders', loadOrders),
    ],
    noticeQueries: ['play-limits', 'cart', 'orders', 'heist-cart', 'heist-orders'],
    identitySheet: () => import('./sign-in/identity-sheet.tsx'),
    homeParts: [{ place: 'welcome', load: () => import('./welcome/welcome-part.tsx') }],
    playPart: () => import('./play-limits/play-reminder.tsx'),
    suspendedPart: () => import('./suspensions/suspended-banner.tsx'),
  },
  {
    tab: paths.dashboard,
    fullPages: [page(paths.payByCard, 'Pay by card', () => import('./shop/pages/pay-page.tsx'))],
    pages: [
      page(paths.dashboard, 'Wallet', () => import('./wallet/pages/wallet-page.tsx'), { preload: 3 }),
      page(paths.notifications, 'Notifications', () => import('./wallet/pages/notifications-page.tsx')),
      page(paths.timeline, 'Your coins', () => import('./timeline/timeline-page.tsx'), { isFocused: true }),
      page(paths.pushSettings, 'What we tell you', () => import('./push/push-page.tsx')),
      page(paths.buy, 'Coin shop', () => import('./shop/pages/buy-page.tsx')),
      page(paths.payments, 'Payment history', () => import('./shop/pages/payments-page.tsx')),
      page(paths.payout, 'Payout', () => import('./payouts/pages/payout-page.tsx'), { isFocused: true }),
      page(paths.payouts, 'PayOut History', () => import('./payouts/pages/payouts-page.tsx'), {
        isFocused: true,
      }),
      page(paths.send, 'Send', () => import('./sends/pages/send-page.tsx'), { isFocused: true }),
      page(paths.receive, 'Receive', () => import('./sends/pages/receive-page.tsx'), { isFocused: true }),
      page(paths.transactions, 'Transactions', () => import('./sends/pages/transactions-page.tsx'), {
        isFocused: true,
      }),
      page(paths.peerToPeer, 'P2P', () => import('./trades/pages/p2p-page.tsx'), { isFocused: true }),
      page(paths.traders, 'Marketplace', () => import('./trades/pages/market-page.tsx'), { isFocused: true }),
      page(paths.sell, 'Sell', () => import('./trades/pages/sell-page.tsx'), { isFocused: true }),
    ],
    noticeQueries: ['payments', 'payouts', 'transactions', 'open-trade', 'traders'],
  },
  {
    tab: paths.games,
    pages: [
      page(paths.fair, 'Fair draws', () => import('./fairness/pages/fair-page.tsx')),
      page(paths.proof, 'Fair draws', () => import('./fairness/pages/proof-page.tsx')),
      page(paths.spin, 'Spin', () => import('./spin/pages/spin-page.tsx'), { isFocused: true }),
    ],
  },
  {
    operatorPages: [
      page(to.overview, 'Overview', () => import('./overview/admin/overview.tsx')),
      page(to.rooms, 'Live rooms', () => import('./live-rooms/live-rooms.tsx'), {
        item: () => import('./live-rooms/trace/room-trace-page.tsx'),
      }),
      listAndItem(to.payments, 'Payments', () => import('./money-queues/admin/payments.tsx')),
      listAndItem(to.payouts, 'Payouts', () => import('./money-queues/admin/payouts.tsx')),
      listAndItem(to.trades, 'Trades', () => import('./money-queues/admin/trades.tsx')),
      page(
        to.reconciliation,
        'Reconciliation',
        () => import('./reconciliation/admin/reconciliation-page.tsx'),
        {
          item: () => import('./reconciliation/admin/day-page.tsx'),
        },
      ),
      page(to.statements, 'Statements', () => import('./reconciliation/admin/statements-page.tsx')),
      listAndItem(to.orders, 'Orders', () => import('./orders/admin/orders.tsx')),
      listAndItem(to.heistOrders, 'Heist orders', () => import('./orders/admin/heist-orders.tsx')),
      page(to.approvals, 'Approvals', () => import('./approvals/admin/approvals-list.tsx')),
      page(to.fixtures, 'Fixtures', () => import('./bets-admin/admin/fixtures-list.tsx')),
      page(to.bets, 'Bets', () => import('./bets-admin/admin/bets-list.tsx')),
      page(to.teams, 'Teams', () => import('./bets-admin/admin/teams-list.tsx')),
      page(to.users, 'Users', () => import('./users/admin/users-list.tsx'), {
        item: () => import('./users/admin/user-page.tsx'),
      }),
      page(to.ledger, 'Ledger', () => import('./ledger/admin/ledger.tsx')),
      page(to.packages, 'Packages', () => import('./money-queues/admin/packages-list.tsx')),
      page(to.banks, 'Banks', () => import('./money-queues/admin/banks-list.tsx')),
      page(to.traders, 'Traders', () => import('./money-queues/admin/traders-list.tsx')),
      page(to.posts, 'Posts', () => import('./blog/admin/posts-list.tsx')),
      page(to.instagramPosts, 'Instagram', () => import('./blog/admin/instagram-list.tsx')),
      page(to.notifyMe, 'Notify me', () => import('./blog/admin/notify-list.tsx')),
      page(to.jobs, 'Jobs', () => import('./jobs/admin/jobs-page.tsx')),
      page(to.alerts, 'Alerts', () => import('./overview/admin/alerts-page.tsx')),
      page(to.push, 'Push messages', () => import('./push/admin/push-page.tsx')),
      page(to.auditLog, 'Audit log', () => import('./audit-log/admin/audit-log-list.tsx')),
      page(to.dryRuns, 'Dry runs', () => import('./load-tests/admin/dry-runs-list.tsx'), {
        item: () => import('./load-tests/admin/dry-run-page.tsx'),
      }),
      page(to.loadTests, 'Load tests', () => import('./load-tests/admin/load-tests-list.tsx')),
      page(to.settings, 'Settings', () => import('./settings/admin/settings-list.tsx')),
      page(to.secondFactor, 'Second factor', () => import('./second-factor/factor-page.tsx')),
      page(to.sessions, 'Signed-in devices', () => import('./own-sessions/admin/account-page.tsx'), {
        isHidden: true,
      }),
    ],
    operatorNotice: () => import('./second-factor/factor-banner.tsx'),
  },
];
