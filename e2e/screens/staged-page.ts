import { toAuctionState } from '@copup/shared/auction-state.ts';
import type {
  Auction,
  AuctionState,
  JoinedAuction,
  Landing,
  RecentBid,
  VisitedAuction,
} from '@copup/shared/auctions.ts';
import type { Profile, UserState } from '@copup/shared/users.ts';
import type { FirstSteps } from '@copup/shared/welcome.ts';
import type { Browser, Route } from 'playwright-core';
import { openVisitor, type Visitor, type VisitorOptions } from '../support/browser.ts';
import { timesOfADay } from '../support/people.ts';
import { reconciliationOf } from './staged-bank.ts';
import { StagedSocket } from './staged-socket.ts';

/** A reply of the API: a JSON body, a failed status, no reply, or one that never arrives. */
export type Answer = { json: unknown } | { status: number; json?: unknown } | 'unreachable' | 'never';

export interface StagedUser {
  id: string;
  username: string;
  full_name: string;
  email: string | null;
  profile: string | null;
  role: 0 | 1;
}

/** Realistic names: long ones, and letters with a dot below. */
export const ngozi: StagedUser = {
  id: '01935b1e-0000-7000-8000-000000000001',
  username: 'ngozi.o',
  full_name: 'Ngọzi Okwuosa',
  email: 'ngozi@copup.test',
  profile: null,
  role: 0,
};
export const longNamed: StagedUser = {
  ...ngozi,
  id: '01935b1e-0000-7000-8000-000000000002',
  username: 'w'.repeat(20),
  full_name: 'Olúwaṣẹ́gun Adébọ̀wálé Ọlátúnjí-Ṣówándé of Ìjẹ̀bú-Òde',
};
/** 120 characters, the maximum. */
export const longName =
  'Ọjà ńlá Ìbàdàn: three-in-one rice cooker, steamer and slow cooker with glass lid, 5 litres, two-year warranty, Ẹbá spoon';

/** What the browser stores for a signed-in user. */
const storedOf = (user: StagedUser): Record<string, string> => ({
  token: 'staged',
  user: JSON.stringify(user),
  token_times: JSON.stringify(timesOfADay()),
});

export const emptyWallet: UserState = { available: 0, held: 0, bonus: 0, task: 0, unread: 0 };

export function auctionOf(facts: Partial<Auction> = {}): Auction {
  const nowMs = Date.now();
  const at = (ms: number) => new Date(nowMs + ms).toISOString();
  return {
    id: 1001,
    name: 'Rice cooker, 5 litres',
    image: '',
    description: '',
    category: 'product',
    status: 'active',
    price: 45_000,
    entry_bid_points: 50,
    current_bid_amount: 0,
    highest_bidder: null,
    bid_increment: 1,
    buy_now_points: null,
    starts_at: at(-600_000),
    end_date: at(14 * 60_000),
    hard_end: at(24 * 60_000),
    target_users: 0,
    reward_bid_points: 0,
    joined: true,
    watchlisted: false,
    own_bid: null,
    is_starter: false,
    seq: 0,
    version: 1,
    server_time: at(0),
    ...facts,
  };
}

/** The same auction as a visitor sees it, with its last bids. */
export const visitedOf = (auction: Auction, recent: RecentBid[] = []): VisitedAuction => ({
  ...auction,
  joined: false,
  recent,
  room_token: 'visit.staged',
});

/** What the landing page shows: a live auction with two bids, others, and the last wins. */
export function landingOf(facts: Partial<Landing> = {}): Landing {
  const live = auctionOf({ current_bid_amount: 11, seq: 11 });
  const shown = (id: number, name: string, current_bid_amount: number) => ({
    ...live,
    id,
    name,
    current_bid_amount,
  });
  return {
    server_time: live.server_time,
    live: { ...live, bids: bidsOf(live, ['sola_d•••', 'chidi_•••']), watchers: 23 },
    others: [shown(1002, 'PlayStation 5, two pads', 310), shown(1003, longName, 1_284_550)],
    count: 8,
    has_starters: true,
    next: null,
    support_email: 'help@copup.test',
    wins: [{ id: 1004, name: '₦5,000 airtime', username: 'tunde_•••', price: 17 }],
    ...facts,
  };
}

/** The same auction as one that the user has joined. */
export function joinedOf(auction: Auction, facts: Partial<JoinedAuction> = {}): JoinedAuction {
  const { id, name, image, status, category, end_date, starts_at, hard_end, price } = auction;
  const { current_bid_amount, highest_bidder, bid_increment, seq, own_bid } = auction;
  return {
    ...{ id, name, image, status, category, end_date, starts_at, hard_end, price },
    ...{ current_bid_amount, highest_bidder, bid_increment, seq, own_bid },
    is_leader: false,
    in_cart: false,
    status_at: status === 'active' || status === 'pending' ? starts_at : end_date,
    ...facts,
  };
}

/** The first steps of a new player, with welcome coins to claim. */
export function stepsOf(facts: Partial<FirstSteps> = {}): FirstSteps {
  const welcome = { state: 'open' as const, coins: 100, available: 0 };
  const done = { has_auction: false, has_ticket: false, has_game: false };
  return { is_open: true, welcome, can_bid: true, ...done, ...facts };
}

export function roomStateOf(auction: Auction, facts: Partial<AuctionState> = {}): AuctionState {
  return { ...toAuctionState(auction), ...facts };
}

/** Returns the last bids of an auction, newest first, each 1 coin above the previous one. */
export function bidsOf(auction: Auction, usernames: readonly string[]): RecentBid[] {
  return usernames.map((username, back) => ({
    seq: auction.seq - back,
    price: auction.current_bid_amount - back * auction.bid_increment,
    username,
    at: Date.now() - 2_000 - back * 3_000,
  }));
}

/** A page with an API and rooms controlled by the test, to show each state of a screen directly. */
export class StagedPage {
  readonly visitor: Visitor;
  readonly socket: StagedSocket;
  readonly #answers = new Map<string, Answer>();

  private constructor(visitor: Visitor, socket: StagedSocket) {
    this.visitor = visitor;
    this.socket = socket;
  }

  static async open(
    browser: Browser,
    url: string,
    user: StagedUser | null = ngozi,
    wallet: Partial<UserState> = {},
    options: Partial<VisitorOptions> = {},
  ): Promise<StagedPage> {
    const visitor = await openVisitor(browser, { name: user?.username ?? 'visitor', url, ...options });
    // Screens are checked without animations.
    await visitor.page.emulateMedia({ reducedMotion: 'reduce' });
    visitor.expectNetworkLoss();
    const staged = new StagedPage(visitor, await StagedSocket.take(visitor.page));
    await visitor.page.route('**/api/**', (route) => staged.#reply(route));
    staged.stageUser(user, wallet);
    if (user)
      await visitor.context.addInitScript((stored) => {
        if (localStorage.getItem('token') === null)
          for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
      }, storedOf(user));
    return staged;
  }

  /** Starts over without a page load, on a page that needs no session: forgets replies, rooms and what the page has read. */
  async startOver(): Promise<void> {
    await this.forget();
    this.#answers.clear();
    this.socket.clear();
  }

  /** Forgets what the page has read and stored, without a page load. */
  async forget(): Promise<void> {
    // A session that ends in another tab clears what the page has read.
    await this.#follow(storedOf(ngozi));
    await this.#follow({});
  }

  /** Signs the user in without a page load. */
  async signIn(user: StagedUser): Promise<void> {
    await this.#follow(storedOf(user));
  }

  /** Navigates within the document, as links do. */
  async navigate(address: string): Promise<void> {
    await this.visitor.page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, address);
  }

  /** Sets the API's reply for a path below /api, without a query. */
  answer(path: string, answer: Answer): void {
    this.#answers.set(path, answer);
  }

  /** Sets the replies and the room of an auction. */
  stageAuction(auction: Auction, bids: RecentBid[] = [], watchers = 128): void {
    this.answer(`/auction/${auction.id}`, { json: auction });
    this.socket.set(`auction:${auction.id}`, roomStateOf(auction), { recent: bids, watchers });
  }

  /** Sets the replies of a list of auctions and the rooms of its cards. */
  stageList(auctions: Auction[]): void {
    this.answer('/auction', { json: auctions });
    for (const auction of auctions) this.socket.set(`auction:${auction.id}@card`, roomStateOf(auction));
  }

  close(): Promise<void> {
    return this.visitor.context.close();
  }

  /** Replaces what the browser has stored, as another tab would, and lets the page follow. */
  async #follow(stored: Record<string, string>): Promise<void> {
    await this.visitor.page.evaluate(async (values) => {
      localStorage.clear();
      sessionStorage.clear();
      for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
      dispatchEvent(new StorageEvent('storage', { key: 'token' }));
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    }, stored);
  }

  /** Sets the replies and rooms that every page of the user reads. */
  stageUser(user: StagedUser | null, change: Partial<UserState> = {}): void {
    this.answer('/config', {
      json: { google_client_id: null, support_email: null, otp_resend_s: 60, push_key: null },
    });
    this.answer('/welcome', { json: { coins: 100, available: 0 } });
    this.answer('/landing', { json: landingOf() });
    if (!user) return;
    const wallet = { ...emptyWallet, ...change };
    const profile: Partial<Profile> = {
      bid_points: wallet.available + wallet.bonus,
      available_points: wallet.available,
      held_points: wallet.held,
      bonus_points: wallet.bonus,
      task_coin: wallet.task,
      unread: wallet.unread,
    };
    this.answer('/user/profile', { json: { ...user, ...profile } });
    this.answer('/cart', { json: [] });
    this.answer('/hurt/cartH', { json: [] });
    this.answer('/fairness/client-seed', { json: { client_seed: null } });
    this.answer('/user/wishlist', { json: [] });
    this.answer('/auction', { json: [] });
    this.answer('/user/first-steps', {
      json: stepsOf({ is_open: false, welcome: { state: 'none', coins: 0, available: 0 } }),
    });
    this.answer('/user/today', { json: [] });
    this.answer('/user/watchlist', { json: { items: [], next: null } });
    this.answer('/manualPayment/payment-history', { json: [] });
    this.answer('/tap/payout-history', { json: [] });
    if (user.role === 1) {
      this.#stageConsequences();
      this.answer('/admin/rights', { json: { role: 'owner', commands: {} } });
      this.answer('/admin/reconciliation', { json: reconciliationOf() });
    }
    this.socket.set(`user:${user.id}`, wallet);
    this.socket.set('auctions', { changes: [] });
  }

  /** Sets the reply for the consequences of every action that a test does not answer itself. */
  #stageConsequences(): void {
    const lines = [
      { icon: 'return', text: 'Refunds 412 entries, 20,600 coins' },
      { icon: 'notice', text: 'Tells 412 players, with your reason' },
      { icon: 'warn', text: 'This can’t be undone' },
    ];
    this.answer('/admin/consequences', { json: { lines, guard: 'staged' } });
  }

  async #reply(route: Route): Promise<void> {
    const path = new URL(route.request().url()).pathname.replace(/^\/api/, '');
    const consequences = path.startsWith('/admin/consequences/')
      ? this.#answers.get('/admin/consequences')
      : undefined;
    const answer = this.#answers.get(path) ??
      consequences ?? { status: 404, json: { code: 'NOT_FOUND', message: 'Not found' } };
    if (answer === 'never') return;
    if (answer === 'unreachable') await route.abort('connectionfailed');
    else if ('status' in answer) await route.fulfill({ status: answer.status, json: answer.json ?? {} });
    else await route.fulfill({ json: answer.json });
  }
}
