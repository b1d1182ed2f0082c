import type { LoadTest } from '@copup/shared/admin.ts';
import type { NewAuctionBody } from '@copup/shared/auctions.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { Operator } from '@copup/testkit/players.ts';
import { readMailedCode, registerPlayer } from '@copup/testkit/registered-player.ts';
import type { Browser, Page } from 'playwright-core';
import type { App } from './app.ts';
import { openVisitor, type Visitor, type VisitorOptions } from './browser.ts';

export { until } from '@copup/testkit/until.ts';
export { readMailedCode };

export interface Person {
  email: string;
  username: string;
  fullName: string;
  password: string;
}

/** Returns a person who is not registered yet. */
export function newPerson(person: Omit<Person, 'email'>): Person {
  return { ...person, email: `${person.username}@copup.test` };
}

/** Completes the steps of /register, which signs in and leads on (X10). `isOpen`: the page is already opening. */
export async function register(
  { page }: Visitor,
  app: App,
  person: Person,
  { isOpen = false } = {},
): Promise<void> {
  if (!isOpen) await page.goto(paths.register);
  // The page of the sign-in has an e-mail too, as long as the registration's page loads.
  const send = page.getByRole('button', { name: 'Send OTP' });
  await send.waitFor();
  await page.getByLabel('E-mail').fill(person.email);
  await send.click();
  await page.getByText('OTP sent to your email').first().waitFor();
  await page.getByLabel('OTP').fill(await readMailedCode(app, person.email));
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Full Name').fill(person.fullName);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByText('User registered successfully').first().waitFor();
  const onTheWay: readonly string[] = [paths.register, paths.login];
  await page.waitForURL(({ pathname }) => !onTheWay.includes(pathname));
}

/** Submits the form of /login; the next page depends on the role. */
export async function signIn(
  { page }: Visitor,
  { email, password }: { email: string; password: string },
): Promise<void> {
  if (!page.url().endsWith('/login')) await page.goto(paths.login);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Signs out from the menu of a page that has it. */
export async function signOut(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /menu|settings/i })
    .first()
    .click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(`**${paths.login}`);
  await page.getByRole('button', { name: 'Login' }).waitFor();
}

/** Returns the times that the client stores beside a new token. */
export function timesOfADay(nowMs = Date.now()) {
  return { issuedAtMs: nowMs, expiresAtMs: nowMs + 86_400_000, receivedAtMs: nowMs, isLast: false };
}

/** A load test's realm with signed-in players and its own auctions, created over REST. */
export class Realm {
  readonly id: number;
  readonly players: LoadTest['users'];
  readonly #operator: Operator;

  private constructor(id: number, players: LoadTest['users'], by: Operator) {
    this.id = id;
    this.players = players;
    this.#operator = by;
  }

  static async create(app: App, { players = 2, coins = 500 } = {}): Promise<Realm> {
    const by = await app.signInOperator();
    const { id, users } = await by.createLoadTest(players, coins);
    return new Realm(id, users, by);
  }

  /** Creates an auction, open for ten minutes by default. */
  async createAuction(body: Partial<NewAuctionBody> = {}): Promise<number> {
    const end_date = new Date(Date.now() + 600_000).toISOString();
    const rest = { name: 'Rice cooker', category: 'product' as const, price: 45_000, entry_bid_points: 5 };
    const auction = await this.#operator.createAuction({ ...rest, end_date, ...body, realm: this.id });
    return auction.id;
  }

  player(index: number): LoadTest['users'][number] {
    const player = this.players[index];
    if (!player) throw new Error(`no player ${index}`);
    return player;
  }

  /** Opens a browser with the player's stored login. */
  async visit(
    browser: Browser,
    app: App,
    index: number,
    options: Partial<VisitorOptions> = {},
  ): Promise<Visitor> {
    return visitSignedIn(browser, app, this.player(index), options);
  }
}

/** A browser that holds the stored login of the user. */
export async function visitSignedIn(
  browser: Browser,
  app: App,
  { id, username, token }: Pick<LoadTest['users'][number], 'id' | 'username' | 'token'>,
  options: Partial<VisitorOptions> = {},
): Promise<Visitor> {
  const visitor = await openVisitor(browser, { name: username, url: app.url, ...options });
  const user = { id, username, full_name: username, email: null, profile: null, role: 0 };
  await visitor.context.addInitScript(
    (stored) => {
      if (localStorage.getItem('e2e') !== null) return;
      localStorage.setItem('e2e', 'signed in once');
      localStorage.setItem('token', stored.token);
      localStorage.setItem('user', JSON.stringify(stored.user));
      localStorage.setItem('token_times', JSON.stringify(stored.times));
    },
    { token, user, times: timesOfADay() },
  );
  return visitor;
}

/** A player of the real world, signed in over REST. */
export type RealPlayer = Omit<LoadTest['users'][number], 'wallet_address'> &
  Pick<Person, 'email' | 'password'>;

/** Registers a player of the real world over REST, with coins from an operator. */
export async function createPlayer(
  app: App,
  username: string,
  coins: number,
  { referralCode = null }: { referralCode?: string | null } = {},
): Promise<RealPlayer> {
  const email = `${username}@copup.test`;
  const password = `${username} likes jollof`;
  const { token, user } = await registerPlayer(app, { email, username, password, referralCode });
  if (coins > 0) await (await app.signInOperator()).adjust(user.id, coins, `welcome:${user.id}`);
  return { id: user.id, username, token, email, password };
}

/** The balance on a page, once it is this number of coins. */
export const balanceOf = (page: Page, coins: number | string) =>
  page.getByTestId('balance').filter({ hasText: new RegExp(`^${coins}$`) });
