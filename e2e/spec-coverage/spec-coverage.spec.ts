import { paths, secondNames } from '@copup/shared/page-paths.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playerSoon, publicSoon } from '../../client/src/app/soon-pages.ts';
import { App, operator } from '../support/app.ts';
import { launchBrowser, openVisitor, type Visitor } from '../support/browser.ts';
import { Realm, signIn } from '../support/people.ts';
import { ApiCalls } from './api-calls.ts';
import { calls } from './calls.ts';
import { constants } from './constants.ts';
import { type Route, routes } from './routes.ts';
import { SourceTexts } from './source-texts.ts';
import { tally } from './tally.ts';
import { type Text, texts } from './texts.ts';

const markItDone = 'is there already: mark it done';

let app: App;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), launchBrowser()]);
  console.log(tally({ routes, calls, texts }));
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const notFound = '404!';
const errorView = 'Unexpected Application Error!';
const opensSoon = 'This part of Copup opens soon.';

/** An address with something in the place of each parameter. */
function addressOf({ path }: Route, auction: number): string {
  if (path === '*') return '/no/such/page';
  return path === '/auction/{id}' ? `/auction/${auction}` : path.replaceAll(/\{\w+\}/g, '1');
}

/** Longer than any page takes; a page that never shows what is expected is told of as it is then. */
const patience = { timeout: 15_000 };

/** Everything that can be read at the address, once its own page has taken the place of what is painted before scripts run. */
async function textAt({ page }: Visitor, route: Route, address: string): Promise<string> {
  await page.goto(address);
  const expected = route.leadsTo ?? address;
  await page.waitForURL(({ pathname }) => isAt(pathname, expected), patience).catch(() => undefined);
  const awaited = route.path === '*' ? notFound : route.open ? opensSoon : undefined;
  if (awaited !== undefined && route.leadsTo === undefined)
    await page
      .getByText(awaited)
      .first()
      .waitFor(patience)
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

/** What is wrong with the route as the visitor sees it. */
async function faultsOf(route: Route, visitor: Visitor, address: string): Promise<string[]> {
  const text = await textAt(visitor, route, address);
  const { pathname } = new URL(visitor.page.url());
  const faults: string[] = [];
  const expected = route.leadsTo ?? address;
  if (!isAt(pathname, expected)) faults.push(`leads to ${pathname}`);
  if (text.includes(notFound) !== (route.path === '*')) faults.push('shows the wrong page');
  if (text.includes(errorView)) faults.push('shows the error view');
  if (route.leadsTo === undefined && text.includes(opensSoon) !== Boolean(route.open))
    faults.push(route.open ? markItDone : 'is said to open soon');
  faults.push(...visitor.faults.splice(0));
  return faults.map((fault) => `${route.path} ${fault}`);
}

describe('the addresses that were asked for', () => {
  it('are in the route table', () => {
    const named = { ...publicSoon, ...playerSoon, ...secondNames };
    const table = new Set<string>([...Object.values(paths), ...Object.keys(named), '*']);
    const asRouted = ({ path }: Route) => path.replaceAll(/\{(\w+)\}/g, ':$1');
    expect(routes.map(asRouted).filter((path) => !table.has(path))).toEqual([]);
  });

  it('show their screens', async () => {
    const realm = await Realm.create(app, { players: 1 });
    const auction = await realm.createAuction();
    const visitors: Record<Route['access'], Visitor> = {
      everybody: await openVisitor(browser, { name: 'visitor', url: app.url }),
      player: await realm.visit(browser, app, 0),
      operator: await openVisitor(browser, { name: 'operator', url: app.url }),
    };
    await signIn(visitors.operator, operator);
    await visitors.operator.page.waitForURL('**/admin**');
    const faults: string[] = [];
    for (const route of routes)
      faults.push(...(await faultsOf(route, visitors[route.access], addressOf(route, auction))));
    expect(faults).toEqual([]);
    for (const { context } of Object.values(visitors)) await context.close();
  });
});

describe('the addresses of players and operators', () => {
  it('S3 send to /login who is not signed in', async () => {
    const { page, faults, context } = await openVisitor(browser, { name: 'visitor', url: app.url });
    await page.goto('/login');
    // In one document, as links do it: the address is the wanted one until the app has decided.
    for (const route of routes.filter(({ access }) => access !== 'everybody')) {
      await page.evaluate(
        (address) => {
          history.pushState(null, '', address);
          dispatchEvent(new PopStateEvent('popstate'));
        },
        addressOf(route, 1),
      );
      await page.waitForFunction(() => location.pathname === '/login');
    }
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe('the calls that were asked for', () => {
  it('R2 are in the OpenAPI document with their fields', async () => {
    const api = await ApiCalls.of(app.url);
    const faults = calls.flatMap((call) => {
      const name = `${call.method} ${call.path}`;
      if (call.open) return api.has(call) ? [`${name} ${markItDone}`] : [];
      return api.missing(call).map((what) => `${name} misses ${what}`);
    });
    expect(faults).toEqual([]);
  });
});

describe('the figures that were asked for', () => {
  it.each(constants)('$what', ({ specified, ours }) => {
    expect(ours).toEqual(specified);
  });
});

describe('the texts that were asked for', () => {
  const sources = { client: new SourceTexts('client/src'), server: new SourceTexts('server/src') };
  const filesWith = ({ from = 'client', text }: Text) => sources[from].filesWith(text);
  const built = new Set(texts.filter(({ open }) => !open).map(({ text }) => text));

  it('R1 are written to the letter', () => {
    const missing = texts.filter((row) => !row.open && filesWith(row).length === 0);
    expect(missing.map(({ screen, text }) => `${screen}: ${text}`)).toEqual([]);
  });

  it('are not called open where they are written', () => {
    // One word may stand anywhere, and what several screens share is there with the first of them.
    const telling = texts.filter(({ open, text }) => open && text.includes(' ') && !built.has(text));
    const unnoticed = telling.flatMap((row) => {
      // A component that knows no feature is not the screen it will stand on.
      const onScreens = filesWith(row).filter((file) => !file.startsWith('client/src/ui/'));
      const files = onScreens.filter((file) => !row.elsewhere?.includes(file));
      return files.map((file) => `${row.screen}: ${row.text} (${file}) ${markItDone}`);
    });
    expect(unnoticed).toEqual([]);
  });
});
