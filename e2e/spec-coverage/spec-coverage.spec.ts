import type { SignedIn } from '@copup/shared/auth.ts';
import { paths, secondNames } from '@copup/shared/page-paths.ts';
import type { Bank, PayoutTerms } from '@copup/shared/payouts.ts';
import type { Message } from '@copup/shared/wire.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { App, operator } from '../support/app.ts';
import { desktop, openVisitor, type Visitor } from '../support/browser.ts';
import { fundRewards } from '../support/operators.ts';
import { createPlayer, Realm, signIn } from '../support/people.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { banks, constants } from './constants.ts';
import { asRouted, type Route, routes } from './routes.ts';

let app: App;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
});
afterAll(async () => {
  await app?.stop();
});

const notFound = '404!';
const errorView = 'Unexpected Application Error!';

/** Returns the address with a value for each parameter. */
function addressOf({ path }: Route, auction: number): string {
  if (path === '*') return '/no/such/page';
  return path === '/auction/{id}' ? `/auction/${auction}` : path.replaceAll(/\{\w+\}/g, '1');
}

/** Time for a page to load; after it the page is checked as it is. */
const loadTimeoutMs = { timeout: 40_000 };

/** Returns the text of the page at the address, once the page has replaced the content painted before scripts run. */
async function textAt({ page }: Visitor, route: Route, address: string): Promise<string> {
  await page.goto(address);
  const expected = route.leadsTo ?? address;
  await page.waitForURL(({ pathname }) => isAt(pathname, expected), loadTimeoutMs).catch(() => undefined);
  if (route.path === '*')
    await page
      .getByText(notFound)
      .first()
      .waitFor(loadTimeoutMs)
      .catch(() => undefined);
  await page
    .getByRole('main')
    .or(page.getByRole('heading', { level: 1 }))
    .first()
    .waitFor();
  return (await page.locator('body').textContent()) ?? '';
}

const isAt = (pathname: string, expected: string) =>
  pathname === expected || pathname.startsWith(`${expected}/`);

/** Returns the errors of a route for a visitor. */
async function errorsOf(route: Route, visitor: Visitor, address: string): Promise<string[]> {
  const text = await textAt(visitor, route, address);
  const { pathname } = new URL(visitor.page.url());
  const errors: string[] = [];
  const expected = route.leadsTo ?? address;
  if (!isAt(pathname, expected)) errors.push(`redirects to ${pathname}`);
  if (text.includes(notFound) !== (route.path === '*')) errors.push('shows the wrong page');
  if (text.includes(errorView)) errors.push('shows the error view');
  errors.push(...visitor.errors.splice(0));
  return errors.map((error) => `${route.path} ${error}`);
}

/** Opens each of the routes by its address, as a user who may. */
async function expectScreens(shown: readonly Route[]): Promise<void> {
  const realm = await Realm.create(app, { players: 1 });
  const auction = await realm.createAuction();
  const visitors: Record<Route['access'], Visitor> = {
    public: await openVisitor(browser, { name: 'visitor', url: app.url }),
    player: await realm.visit(browser, app, 0),
    operator: await openVisitor(browser, { name: 'operator', url: app.url }),
  };
  await signIn(visitors.operator, operator);
  await visitors.operator.page.waitForURL('**/admin**');
  const errors: string[] = [];
  for (const route of shown)
    errors.push(...(await errorsOf(route, visitors[route.access], addressOf(route, auction))));
  expect(errors).toEqual([]);
  for (const { context } of Object.values(visitors)) await context.close();
}

describe('the specified addresses', () => {
  it('are in the route table', () => {
    const table = new Set<string>([...Object.values(paths), ...Object.keys(secondNames), '*']);
    expect(routes.map(asRouted).filter((path) => !table.has(path))).toEqual([]);
  });

  it('that no page leads to show their screens', { tags: ['full'] }, () =>
    expectScreens(routes.filter(({ notLinked }) => notLinked)),
  );
  it('that pages lead to show their screens', { tags: ['full'] }, () =>
    expectScreens(routes.filter(({ notLinked }) => !notLinked)),
  );
});

describe('the addresses of players and operators', () => {
  it('S3 A15 redirect a visitor without a session to /login, and from an auction to where it can be watched', async () => {
    const { page, errors, context } = await openVisitor(browser, { name: 'visitor', url: app.url });
    await page.goto('/login');
    // Navigates within the document, like links: the address stays until the app redirects.
    for (const route of routes.filter(({ access }) => access !== 'public')) {
      await page.evaluate(
        (address) => {
          history.pushState(null, '', address);
          dispatchEvent(new PopStateEvent('popstate'));
        },
        addressOf(route, 1),
      );
      const expected = route.path === '/auction/{id}' ? '/watch/1' : '/login';
      await page.waitForFunction((path) => location.pathname === path, expected);
    }
    expect(errors).toEqual([]);
    await context.close();
  });
});

describe('the specified banks', () => {
  it('W3 are listed for a payout, each by its name', async () => {
    const realm = await Realm.create(app, { players: 1 });
    const headers = { authorization: `Bearer ${realm.player(0).token}` };
    const reply = await fetch(`${app.url}/api/user/banks`, { headers });
    const listed = (await reply.json()) as Bank[];
    expect(listed.map(({ code }) => code).sort()).toEqual([...banks].sort());
    expect(listed.filter(({ name }) => name === '')).toEqual([]);
  });
});

describe('R1 the specified constants', () => {
  it.each(constants)('R1 %s', async (_what, specified, ours) => {
    expect(await ours()).toEqual(specified);
  });

  it('R1 are shown by the pages and used by the calls', async () => {
    const player = await createPlayer(app, 'constant_player', 100);
    const call = async (path: string, body?: object) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${player.token}` };
      const init = body && { method: 'POST', body: JSON.stringify(body) };
      return (await fetch(`${app.url}/api${path}`, { headers, ...init })).json() as Promise<never>;
    };
    const passcode = 'harmattan-26';
    await (await app.signInOperator()).call('PUT', '/admin/settings/spinPasscode', { value: passcode });
    await fundRewards(app, 100);
    await call('/user/spin/unlock', { passcode });
    await call('/user/spin', {});
    const { page, requests, context } = await openVisitor(browser, {
      name: 'constants',
      url: app.url,
      viewport: desktop,
    });
    const textOf = async (address: string, text: RegExp) => {
      await page.goto(address);
      const found = page.getByText(text).filter({ visible: true }).first();
      return text.exec((await found.textContent()) ?? '')?.[1];
    };
    const roleOf = async ({ email, password }: typeof operator) =>
      ((await call('/auth/login', { email, password })) as SignedIn).user.role;
    const shown: Record<string, unknown> = {
      'Copyright year': await textOf('/', /© (\d+)/),
      'Minimum age': await textOf('/terms', /must be (\d+) or older/),
      'Ordinary role': await roleOf(player),
      'Admin role': await roleOf(operator),
      'Naira of a coin on payout': ((await call('/user/payout-terms')) as PayoutTerms).rate,
      'One spin per user': ((await call('/user/spin', {})) as Message).message,
    };
    await page.goto('/login');
    await signIn({ page } as Visitor, player);
    await page.waitForURL('**/dashboard');
    await page.getByText('No payout history').waitFor();
    shown['Token storage key'] = await page.evaluate(() => localStorage.getItem('token')?.split('.').length);
    shown['Dashboard history preview'] = requests
      .filter(({ path }) => path.includes('-history?'))
      .map(({ path }) => path.split('?')[1]);
    await page.getByRole('button', { name: 'Settings' }).first().click();
    shown['Version label'] = await page.getByText(/^v \d/).textContent();
    shown['P2P sample price'] = await textOf('/sell-page', /(\d+) NGN per coin/);
    await page.goto('/receive');
    await page.getByRole('button', { name: 'Copy' }).first().click();
    const toast = await page.locator('[data-toasts] > *').first().boundingBox();
    const isTopRight = toast && toast.y < 100 && desktop.width - toast.x - toast.width < 100;
    shown['Toast position'] = isTopRight ? 'top-right' : toast;
    expect(shown).toEqual({
      'Copyright year': '2025',
      'Minimum age': '18',
      'Ordinary role': 0,
      'Admin role': 1,
      'Naira of a coin on payout': 90,
      'One spin per user': 'You can spin only once',
      'Token storage key': 3,
      'Dashboard history preview': ['limit=2', 'limit=2'],
      'Version label': 'v 1.08.01',
      'P2P sample price': '90',
      'Toast position': 'top-right',
    });
    await context.close();
  });
});
