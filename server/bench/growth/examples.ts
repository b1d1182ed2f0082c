import type { GrownServer } from './grown-server.ts';
import { FIRST_FIXTURE } from './load-bets.ts';
import { openContests } from './load-contests.ts';
import { FIRST_HEIST, FIRST_HEIST_ORDER } from './load-heists.ts';
import type { Samples } from './samples.ts';

/** Values for the parameters of a route's path and query, by name. */
export type Example = Record<string, string>;

/** Parameters of an operators' list besides its pages. */
export interface ListExample {
  filters: Example[];
  searches: string[];
  sorts: string[];
}

/** Returns examples for every GET route whose parameters have no default, by its path in the OpenAPI document. */
export function routeExamples(world: GrownServer['world'], { ids, wallet, heists, tasks, bets }: Samples) {
  const live = { id: String(world.live.auctionId) };
  const settled = { id: String(world.settled.auctionId) };
  const tap = { id: String(openContests.tap) };
  const card = { id: String(openContests.card) };
  const math = { id: String(openContests.math) };
  const heist = { id: heists.openId };
  const completed = { id: String(FIRST_HEIST) };
  const promoted = { id: heists.auctionId };
  const referrerId = heists.referralCode;
  const today = new Date().toISOString().slice(0, 10);
  return {
    '/api/auth/username/{username}': [{ username: 'player_new' }],
    '/api/watch/{id}': [live, settled],
    '/api/watch/{id}/bids': [live, settled],
    '/api/auction/{id}': [live, settled],
    '/api/auction/changes/{id}': [live],
    '/api/auction/remaining-time/{id}': [live],
    '/api/auction/highest-bidder/{id}': [live],
    '/api/auction/{id}/highest-bid-points': [live],
    '/api/auction/{id}/bids': [live, settled],
    '/api/auction/roots/{day}': [{ day: ids.rootDay }],
    '/api/tap/contest/{id}': [tap],
    '/api/tap/remaining-time/{id}': [tap],
    '/api/tap/user-taps/{id}': [tap],
    '/api/tap/top-tappers/{id}': [tap],
    '/api/tap/highest-tapper/{id}': [tap],
    '/api/contests/changes/{id}': [card],
    '/api/cardGameOne/card-game/{id}': [card],
    '/api/cardGameOne/card-game/highest-score/{id}': [card],
    '/api/mathGame/game/{id}': [math],
    '/api/mathGame/countdown/{id}': [math],
    '/api/mathGame/new-question/{id}': [math],
    '/api/mathGame/top-users/{id}': [math],
    '/api/fairness/{kind}/{id}': [
      { kind: 'card', ...card },
      { kind: 'spin', id: '1' },
    ],
    '/api/user/wallet/{address}': [{ address: wallet.address }],
    '/api/user/statement': [{ from: '2026-01-01', to: '2026-12-31' }],
    '/api/receipts/{code}': [{ code: '1001'.padStart(26, '0') }],
    '/api/pay/{txRef}': [{ txRef: 'growth-0' }],
    // No grown payment has an account of its own.
    '/api/manualPayment/{id}/account': [],
    '/api/admin/payments/{id}': [{ id: '1001' }],
    '/api/admin/packages/{id}': [{ id: '1' }],
    '/api/admin/payouts/{id}': [{ id: wallet.payoutId }],
    '/api/admin/banks/{id}': [{ id: '1' }],
    '/api/admin/traders/{id}': [{ id: wallet.traderId }],
    '/api/admin/trades/{id}': [{ id: wallet.tradeId }],
    '/api/admin/trades/{id}/screenshot': [{ id: wallet.tradeId }],
    '/api/admin/trades/{id}/evidence': [{ id: wallet.disputedTradeId }],
    '/api/task/tasks/{id}': [{ id: tasks.taskId }],
    '/api/task/tasks/{id}/screenshot': [{ id: tasks.taskId }],
    '/api/admin/tasks/{id}': [{ id: tasks.taskId }],
    '/api/admin/referral-tasks/{id}': [{ id: tasks.referralTaskId }],
    '/api/admin/task-uploads/{id}': [{ id: tasks.uploadId }],
    '/api/admin/task-uploads/{id}/screenshot': [{ id: tasks.uploadId }],
    '/api/admin/ledger/transfers': [
      {},
      { user_id: wallet.userId },
      { kind: 'send' },
      { subject_kind: 'auction', subject_id: String(world.settled.auctionId) },
    ],
    '/api/admin/ledger/transfers/{id}': [{ id: wallet.sendId }],
    '/api/admin/ledger/wallets/{userId}': [{ userId: wallet.userId }],
    '/api/admin/ledger/wallets/{userId}/entries': [{ userId: wallet.userId }],
    '/api/admin/ledger/transfers/csv': [{ user_id: wallet.userId }],
    '/api/admin/ledger/wallets/{userId}/csv': [{ userId: wallet.userId }],
    '/api/admin/search': [
      { q: 'player' },
      { q: '0000123' },
      { q: 'ke' },
      { q: ids.user },
      { q: 'CP-7K3M9Q' },
    ],
    '/api/admin/export/{list}': [{ list: 'banks' }],
    // No statement is imported: no line has a number.
    '/api/admin/statement-lines/{id}': [],
    '/api/admin/reconciliation/days': [{ from: today, to: today }],
    '/api/admin/reconciliation/days/{day}': [{ day: today }],
    '/api/admin/reconciliation/export': [{ from: today, to: today }],
    '/api/admin/rooms/{room}/trace': [{ room: `auction:${live.id}` }],
    '/api/admin/rooms/{room}/trace/file': [{ room: `auction:${live.id}` }],
    // No room has drifted, and no subject was rehearsed.
    '/api/admin/room-drifts/{id}/trace': [],
    '/api/admin/dry-runs/{id}': [],
    '/api/admin/contests/{id}': [tap],
    '/api/admin/auctions/{id}': [live, settled],
    '/api/admin/orders/{id}': [{ id: String(world.settled.orderId) }],
    '/api/hurt/heist/{id}': [heist, completed],
    '/api/hurt/heists/changes/{id}': [heist],
    '/api/hurt/heists/{id}/participants': [heist, completed],
    '/api/hurt/heist/winner/{id}': [completed],
    '/api/hurt/heist/affiliate/progress/{id}': [heist],
    '/api/hurt/heist/affiliate/link/{id}': [heist],
    '/api/affiliate/heist/{heistId}/{referrerId}': [{ heistId: heists.openId, referrerId }],
    '/api/auction/affiliate/progress/{id}': [promoted],
    '/api/auction/affiliate/link/{id}': [promoted],
    '/api/affiliate/auction/{auctionId}/{referrerId}': [{ auctionId: heists.auctionId, referrerId }],
    '/api/admin/heists/{id}': [completed],
    '/api/admin/heists/{id}/near-misses': [completed],
    '/api/admin/heist-orders/{id}': [{ id: String(FIRST_HEIST_ORDER) }],
    '/api/admin/posts/{id}': [{ id: '1' }],
    '/api/admin/instagram-posts/{id}': [{ id: '1' }],
    '/api/bet/bets/{betId}': [{ betId: bets.betId }],
    '/api/trade/{id}': [{ id: wallet.tradeId }],
    '/api/bet/bets/search': [{ title: 'derby' }, { title: 'Derby 0000123', status: 'pending' }],
    '/api/admin/teams/{id}': [{ id: bets.teamId }],
    '/api/admin/fixtures/{id}': [{ id: bets.fixtureId }, { id: String(FIRST_FIXTURE) }],
    '/api/admin/bets/{id}': [{ id: bets.betId }],
    '/api/admin/timelines/{kind}/{id}': [
      { kind: 'auction', ...live },
      { kind: 'auction', ...settled },
      { kind: 'contest', ...tap },
      { kind: 'heist', ...completed },
      { kind: 'user', id: wallet.userId },
      { kind: 'order', id: String(world.settled.orderId) },
      { kind: 'heist-order', id: String(FIRST_HEIST_ORDER) },
      { kind: 'payment', id: '1001' },
      { kind: 'payout', id: wallet.payoutId },
      { kind: 'trade', id: wallet.tradeId },
      ...['bids', 'joins', 'coins', 'notices', 'operators'].map((source) => ({
        kind: 'auction',
        ...settled,
        source,
      })),
    ],
    '/api/admin/consequences/{action}/{id}': [
      { action: 'auction.cancel', ...live },
      { action: 'contest.cancel', ...tap },
      { action: 'heist.cancel', ...heist },
      { action: 'user.adjust', id: wallet.userId },
      { action: 'payment.approve', id: '1001' },
      { action: 'payout.approve', id: wallet.payoutId },
      { action: 'trade.approve', id: wallet.tradeId },
      { action: 'order.refund', id: String(world.settled.orderId) },
      { action: 'heist-order.refund', id: String(FIRST_HEIST_ORDER) },
    ],
    '/api/admin/users/{id}': [{ id: ids.user }],
    '/api/admin/users/{id}/play-limits': [{ id: ids.user }],
    '/api/admin/users/{id}/pending': [{ id: ids.user }],
    '/api/admin/users/{id}/sessions': [{ id: ids.user }],
    '/api/admin/users/{id}/notes': [{ id: ids.user }],
    '/api/admin/users/{id}/suspensions': [{ id: ids.user }],
    '/api/admin/approvals/{id}': [{ id: '1' }],
    '/api/admin/settings/{id}': [{ id: 'bidIncrement' }],
  } as Record<string, Example[]>;
}

/**
 * Returns examples for every route with pages. Searches: one that matches most rows, one that matches few, one too
 * short for trigrams.
 */
export const listExamples = ({ ids, wallet, tasks, bets }: Samples): Record<string, ListExample> => ({
  '/api/admin/payments': {
    filters: [{ status: 'pending' }, { status: 'waiting' }, { status: 'rejected' }, { user_id: ids.user }],
    searches: ['player', '0000123', 'CP'],
    sorts: ['id', 'status', 'created_at'],
  },
  '/api/admin/statement-lines': {
    filters: [{ state: 'open' }, { state: 'proposed' }, { state: 'explained' }, { bank: 'GTBank' }],
    searches: ['CP'],
    sorts: ['id', 'day', 'amount'],
  },
  '/api/admin/payouts': {
    filters: [{ status: 'pending' }, { user_id: wallet.userId }],
    searches: ['ada'],
    sorts: ['id', 'status', 'created_at'],
  },
  '/api/admin/trades': {
    filters: [{ status: 'pending' }, { trader_id: wallet.traderId }, { user_id: wallet.userId }],
    searches: ['kano'],
    sorts: ['id', 'status', 'created_at'],
  },
  '/api/admin/traders': { filters: [], searches: ['kano'], sorts: ['id', 'name', 'price'] },
  '/api/admin/tasks': {
    filters: [{ is_active: 'true' }, { realm: '0' }, { is_active: 'false', realm: '0' }],
    searches: ['page', '0000012', 'fo'],
    sorts: ['id', 'created_at', 'title'],
  },
  '/api/admin/referral-tasks': {
    filters: [{ is_active: 'true' }, { realm: '0' }],
    searches: ['3'],
    sorts: ['id', 'created_at', 'required_referrals'],
  },
  '/api/admin/task-uploads': {
    filters: [
      { status: 'pending' },
      { status: 'rejected' },
      { overdue: 'true' },
      { task_id: tasks.taskId },
      { user_id: ids.user },
    ],
    searches: ['player', '0000123', '300005'],
    sorts: ['id', 'created_at', 'status'],
  },
  '/api/admin/packages': { filters: [], searches: [], sorts: ['id', 'price', 'bid_points'] },
  '/api/admin/banks': { filters: [], searches: [], sorts: ['id', 'name'] },
  '/api/admin/users': {
    filters: [{ realm: '0' }, { role: '1' }, { role: '0', realm: '0' }],
    searches: ['player', '0000123', 'pl'],
    sorts: ['username', 'email', 'role', 'realm', 'created_at', 'available', 'held', 'bonus'],
  },
  '/api/admin/auctions': {
    filters: [
      { realm: '0' },
      { status: 'active' },
      { status: 'completed', realm: '0' },
      { category: 'cash' },
    ],
    searches: ['kettle', '0000123', 'ke'],
    sorts: ['id', 'name', 'status', 'category', 'end_date', 'created_at', 'current_bid_amount'],
  },
  '/api/admin/contests': {
    filters: [{ realm: '0' }, { kind: 'tap' }, { status: 'active' }, { status: 'ended', realm: '0' }],
    searches: ['contest', '0000012', 'co'],
    sorts: ['id', 'title', 'kind', 'status', 'end_date'],
  },
  '/api/admin/orders': {
    filters: [{ status: 'processing' }, { status: 'delivered' }],
    searches: ['player', '0000123', 'ke', '100005'],
    sorts: ['id', 'status', 'created_at', 'updated_at'],
  },
  '/api/admin/heists': {
    filters: [{ realm: '0' }, { status: 'completed' }, { category: 'product', realm: '0' }],
    searches: ['vault', '0000012', 'va'],
    sorts: ['id', 'name', 'category', 'status', 'end_date'],
  },
  '/api/admin/heist-orders': {
    filters: [{ status: 'pending' }, { status: 'delivered' }],
    searches: ['player', '0000123', 'va', '500005'],
    sorts: ['id', 'status', 'created_at', 'updated_at'],
  },
  '/api/admin/teams': { filters: [{ is_active: 'true' }], searches: ['team'], sorts: ['id', 'name'] },
  '/api/admin/fixtures': {
    filters: [
      { state: 'upcoming' },
      { state: 'due' },
      { state: 'settled' },
      { team_id: bets.teamId },
      { realm: '0' },
    ],
    searches: ['team', '2005'],
    sorts: ['id', 'kickoff'],
  },
  '/api/admin/bets': {
    filters: [
      { status: 'pending' },
      { status: 'settled', realm: '0' },
      { fixture_id: bets.fixtureId },
      { user_id: ids.user },
      { flagged: 'true' },
    ],
    searches: ['derby', '0000123', 'de', '700005'],
    sorts: ['id', 'status', 'created_at'],
  },
  '/api/admin/affiliates': {
    filters: [
      { kind: 'auction' },
      { flagged: 'true' },
      { kind: 'auction', flagged: 'true' },
      { referrer_id: ids.user },
    ],
    searches: ['player', '0000123', 'pl'],
    sorts: ['id', 'created_at'],
  },
  '/api/admin/affiliate-referrers': { filters: [], searches: [], sorts: ['flagged'] },
  '/api/admin/posts': {
    filters: [{ is_published: 'true' }, { is_published: 'false' }],
    searches: ['news', '0000012', 'ne'],
    sorts: ['id', 'title', 'created_at'],
  },
  '/api/admin/instagram-posts': {
    filters: [{ is_published: 'true' }, { is_published: 'false' }],
    searches: [],
    sorts: ['id', 'created_at'],
  },
  '/api/admin/notify-me': { filters: [], searches: ['guest', '0000010', 'gu'], sorts: ['id', 'created_at'] },
  '/api/admin/approvals': {
    filters: [{ status: 'pending' }, { status: 'approved' }],
    searches: [],
    sorts: ['id'],
  },
  '/api/admin/audit-log': {
    filters: [
      { subject_kind: 'user', subject_id: ids.user },
      { subject_kind: 'setting', subject_id: 'bidIncrement' },
      { subject_id: 'bidIncrement' },
      { action: 'order.ship' },
      { action: 'user.promote' },
      { realm: '7' },
      { operator: 'player_0000012' },
      { from: ids.rootDay, to: ids.rootDay, action: 'order.ship' },
    ],
    searches: [],
    sorts: ['id'],
  },
  '/api/admin/dry-runs': {
    filters: [{ state: 'running' }, { state: 'ended' }],
    searches: [],
    sorts: ['id'],
  },
  '/api/admin/load-tests': {
    filters: [{ state: 'running' }, { state: 'ended' }],
    searches: [],
    sorts: ['id'],
  },
});
