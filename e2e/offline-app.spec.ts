import { paths } from '@copup/shared/page-paths.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { App } from './support/app.ts';
import type { Visitor } from './support/browser.ts';
import { Front } from './support/front.ts';
import { Realm, until } from './support/people.ts';
import { sharedBrowser } from './support/shared-browser.ts';

const bySelf = 30_000;

let app: App;
let browser: Browser;
let front: Front;
let realm: Realm;
let visitor: Visitor;
let page: Page;
beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
});
afterAll(async () => {
  await app?.stop();
});
beforeEach(async () => {
  realm = await Realm.create(app);
  await realm.createAuction();
  front = await Front.open(app.url);
  visitor = await realm.visit(browser, app, 0, { url: front.url, keepsFiles: true });
  page = visitor.page;
  return async () => {
    await visitor.context.close();
    await front.close();
    expect(visitor.errors).toEqual([]);
  };
});

const heading = (name: string, level = 2) => page.getByRole('heading', { level, name });
/** Waits until the worker answers the requests of the page, and has kept the files. */
const untilKept = () =>
  until(
    async () =>
      expect(await page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated'),
    bySelf,
  );
/** Registers the worker now instead of ten seconds after the start. */
async function keepFiles(): Promise<void> {
  await page.goto(paths.dashboard);
  await page.getByTestId('balance').first().waitFor();
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js'));
  await untilKept();
}
const keptPaths = () =>
  page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

describe('D1 the installable app', () => {
  it('passes Chromium’s checks', async () => {
    await page.goto(paths.dashboard);
    await page.getByTestId('balance').first().waitFor();
    const session = await visitor.context.newCDPSession(page);
    // Playwright’s windows are private, which is the only reason not to offer the installation.
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    const { errors, data } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const manifest = JSON.parse(data ?? '{}') as { icons: { src: string; sizes: string; purpose: string }[] };
    expect(manifest).toMatchObject({
      name: 'Copup',
      display: 'standalone',
      scope: '/',
      start_url: '/dashboard',
    });
    expect(new Set(manifest.icons.map(({ purpose }) => purpose))).toEqual(new Set(['any', 'maskable']));
    const icons = [...manifest.icons, { src: '/icons/apple-touch-icon.png', sizes: '180x180' }];
    for (const { src, sizes } of icons) {
      const width = await page.evaluate(async (url) => {
        const image = new Image();
        image.src = url;
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      }, src);
      expect(width, src).toBe(sizes);
    }
    const themeColor = page.locator('meta[name="theme-color"]');
    for (const [colorScheme, color] of [
      ['light', '#16277f'],
      ['dark', '#0a0f24'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.reload();
      expect(await themeColor.getAttribute('content')).toBe(color);
    }
  });
});

describe('D2 the app without a network', () => {
  it('opens with its navigation, and goes on by itself', async () => {
    // The app registers the worker ten seconds after the first screen.
    await page.clock.install();
    await page.goto(paths.dashboard);
    await page.getByTestId('balance').first().waitFor();
    await page.clock.fastForward(10_000);
    await untilKept();
    visitor.expectNetworkLoss();
    front.setAway(true);
    await page.goto(paths.auctions);
    await heading('We can’t reach Copup').waitFor();
    await visitor.context.setOffline(true);
    await heading('You’re offline').waitFor();
    await page
      .getByText('We’ll open Auctions as soon as your network is back. Your coins and bids are safe.')
      .waitFor();
    expect(await page.getByText('Saved on this phone').count()).toBe(0);
    await visitor.screenshots('offline-start');
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Game' })
      .first()
      .press('Enter');
    await page.getByText('We’ll open Games as soon as').waitFor();
    front.setAway(false);
    await visitor.context.setOffline(false);
    await heading('Games', 1).waitFor();
    await until(async () => expect(await heading('You’re offline').count()).toBe(0));
  });

  it('tries again every five seconds when the server does not reply', { tags: ['full'] }, async () => {
    await keepFiles();
    visitor.expectNetworkLoss();
    front.setAway(true);
    await page.goto(paths.auctions);
    await heading('We can’t reach Copup').waitFor();
    front.setAway(false);
    await page.getByText('Rice cooker').first().waitFor({ timeout: bySelf });
  });

  it('keeps no state: only files of the build and pages without data', async () => {
    await keepFiles();
    await page.goto(paths.auctions);
    await page.getByText('Rice cooker').first().waitFor();
    await page.goto(paths.orders);
    await heading('Recent Orders', 1).or(heading('Orders', 1)).first().waitFor();
    const kept = await keptPaths();
    expect(kept).toContain('/index.html');
    expect(kept.filter((path) => !/^\/(assets\/[^/]+|index\.html|pay|blog)$/.test(path))).toEqual([]);
  });

  it('leaves addresses that are not pages of the app to the server', { tags: ['full'] }, async () => {
    await keepFiles();
    // Its errors are not those of the app: the page at /docs is that of a library.
    const other = await visitor.context.newPage();
    for (const path of ['/docs', '/metrics', '/admin', '/healthz']) {
      const reply = await other.goto(path);
      expect(reply?.fromServiceWorker(), path).toBe(false);
    }
    visitor.expectNetworkLoss();
    front.setAway(true);
    for (const path of ['/docs', '/admin']) await expect(other.goto(path), path).rejects.toThrow('ERR_');
  });
});

describe('D3 a new deployment', () => {
  it('replaces the worker without touching the open page, and keeps the files of one earlier build', {
    tags: ['full'],
  }, async () => {
    await keepFiles();
    const [first] = await page.evaluate(() => caches.keys());
    const name = (version: string) => `copup-${version}`;
    for (const version of ['b2', 'b3']) {
      front.changeWorker = (source) => source.replace(/"version":"\w+"/, `"version":"${version}"`);
      // An update is not requested while another one is being installed.
      await until(async () => {
        await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
        expect((await page.evaluate(() => caches.keys())).at(-1)).toBe(name(version));
      });
    }
    await until(async () =>
      expect(await page.evaluate(() => caches.keys())).toEqual([name('b2'), name('b3')]),
    );
    expect(first).not.toBe(name('b2'));
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Heist' }).first().click();
    await page.waitForURL(`**${paths.heists}`);
  });

  it('D4 removes the worker and its files when operators switch it off', async () => {
    await keepFiles();
    const operator = await app.signInOperator();
    await operator.call('PUT', '/admin/settings/offlineApp', { value: false });
    try {
      await until(async () => {
        await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
        expect(await workers()).toBe(0);
      });
      expect(await keptPaths()).toEqual([]);
      await page.reload();
      await page.getByTestId('balance').first().waitFor();
    } finally {
      await operator.call('PUT', '/admin/settings/offlineApp', { value: true });
    }
  });
});
