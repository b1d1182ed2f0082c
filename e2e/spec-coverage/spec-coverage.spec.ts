import { paths, secondNames } from '@copup/shared/page-paths.ts';
import type { Bank } from '@copup/shared/payouts.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { App, operator } from '../support/app.ts';
import { openVisitor, type Visitor } from '../support/browser.ts';
import { Realm, signIn } from '../support/people.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { ApiCalls } from './api-calls.ts';
import { banks } from './banks.ts';
import { calls } from './calls.ts';
import { constants } from './constants.ts';
import { type Route, routes } from './routes.ts';
import { SourceTexts } from './source-texts.ts';
import { tally } from './tally.ts';
import { type Text, texts } from './texts.ts';

const markItDone = 'exists already: remove its open mark';

let app: App;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
  console.log(tally({ routes, calls, texts }));
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
const loadTimeoutMs = { timeout: 15_000 };

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

describe('the specified addresses', () => {
  it('are in the route table', () => {
    const table = new Set<string>([...Object.values(paths), ...Object.keys(secondNames), '*']);
    const asRouted = ({ path }: Route) => path.replaceAll(/\{(\w+)\}/g, ':$1');
    expect(routes.map(asRouted).filter((path) => !table.has(path))).toEqual([]);
  });

  it('show their screens', async () => {
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
    for (const route of routes)
      errors.push(...(await errorsOf(route, visitors[route.access], addressOf(route, auction))));
    expect(errors).toEqual([]);
    for (const { context } of Object.values(visitors)) await context.close();
  });
});

describe('the addresses of players and operators', () => {
  it('S3 redirect a visitor without a session to /login', async () => {
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
      await page.waitForFunction(() => location.pathname === '/login');
    }
    expect(errors).toEqual([]);
    await context.close();
  });
});

describe('the specified calls', () => {
  it('R2 are in the OpenAPI document with their fields', async () => {
    const api = await ApiCalls.of(app.url);
    const errors = calls.flatMap((call) => {
      const name = `${call.method} ${call.path}`;
      if (call.open) return api.has(call) ? [`${name} ${markItDone}`] : [];
      return api.missing(call).map((what) => `${name} misses ${what}`);
    });
    expect(errors).toEqual([]);
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

describe('the specified constants', () => {
  it.each(constants)('$what', ({ specified, ours }) => {
    expect(ours).toEqual(specified);
  });
});

describe('the specified texts', () => {
  const sources = { client: new SourceTexts('client/src'), server: new SourceTexts('server/src') };
  const filesWith = ({ from = 'client', text }: Text) => sources[from].filesWith(text);
  const built = new Set(texts.filter(({ open }) => !open).map(({ text }) => text));

  it('R1 are in the source exactly', () => {
    const missing = texts.filter((row) => !row.open && filesWith(row).length === 0);
    expect(missing.map(({ screen, text }) => `${screen}: ${text}`)).toEqual([]);
  });

  it('are not marked open if they exist', () => {
    // A single word may occur anywhere, and a text of several screens exists with the first of them.
    const openTexts = texts.filter(({ open, text }) => open && text.includes(' ') && !built.has(text));
    const unnoticed = openTexts.flatMap((row) => {
      // A component of ui is not the screen that will use it.
      const onScreens = filesWith(row).filter((file) => !file.startsWith('client/src/ui/'));
      const files = onScreens.filter((file) => !row.elsewhere?.includes(file));
      return files.map((file) => `${row.screen}: ${row.text} (${file}) ${markItDone}`);
    });
    expect(unnoticed).toEqual([]);
  });
});
