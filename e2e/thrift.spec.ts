import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import type { Browser, Response } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../scripts/data-folder.ts';
import { App } from './support/app.ts';
import type { Visitor } from './support/browser.ts';
import { Realm, until } from './support/people.ts';
import { Rival } from './support/rival.ts';
import { sharedBrowser } from './support/shared-browser.ts';

const mostScriptBytes = 170_000;
/** Of the last ten seconds, the ends and the info sheet, which are loaded after the first update; half of it other pages share. */
const mostMomentBytes = 18_000;
const moments = /\/(last-ten|ended|info-sheet)-/;

let app: App;
let browser: Browser;
let realm: Realm;
let auction: number;
let visitor: Visitor;
let responses: Response[];
beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
});
afterAll(async () => {
  await app?.stop();
});
beforeEach(async () => {
  realm = await Realm.create(app);
  auction = await realm.createAuction();
  visitor = await realm.visit(browser, app, 0);
  responses = [];
  visitor.page.on('response', (response) => responses.push(response));
  return async () => {
    expect(visitor.errors).toEqual([]);
    await visitor.context.close();
  };
});

const rival = (index: number) => new Rival(realm.player(index), app.url);
const pathOf = (response: Response) => new URL(response.url()).pathname;

/** Opens the page and waits for its first update. */
async function watchAuction(): Promise<void> {
  await visitor.page.goto(pathTo(paths.auction, auction), { waitUntil: 'networkidle' });
  await visitor.page.locator('#content').getByText('Live', { exact: true }).first().waitFor();
}

/** Returns the size of a built file as sent: compressed, unless it is too small. */
function sentBytes(path: string): number {
  const file = join(root, 'client', 'dist', path);
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
}

/** Returns the built scripts and all that they import statically. */
function withImports(scripts: readonly string[]): string[] {
  const all = new Set(scripts);
  for (const path of all) {
    const text = readFileSync(join(root, 'client', 'dist', path), 'utf8');
    for (const [, name] of text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
      all.add(`/assets/${name}`);
  }
  return [...all];
}

describe('the cost of the auction page', () => {
  it(`at most ${mostScriptBytes / 1000} KB of script, compressed`, async () => {
    await watchAuction();
    // On a slow machine those of the moments may be loaded already; they have a limit of their own.
    const loaded = responses.map(pathOf).filter((path) => path.endsWith('.js') && !moments.test(path));
    const scripts = new Set(loaded);
    expect(scripts.size).toBeGreaterThan(1);
    const sizes = Object.fromEntries([...scripts].map((path) => [path, sentBytes(path)]));
    const sum = Object.values(sizes).reduce((total, bytes) => total + bytes, 0);
    console.log(`/auction/:id loads ${scripts.size} scripts, ${sum} bytes compressed`);
    expect(sum, JSON.stringify(sizes, null, 2)).toBeLessThanOrEqual(mostScriptBytes);
  });

  it(`at most ${mostMomentBytes / 1000} KB of script for its moments, loaded before they come`, {
    tags: ['full'],
  }, async () => {
    await watchAuction();
    const known = new Set(responses.map(pathOf));
    await until(() => {
      const loaded = responses.map(pathOf).filter((path) => moments.test(path));
      expect(new Set(loaded).size).toBe(3);
    });
    const needed = responses.map(pathOf).filter((path) => moments.test(path) && path.endsWith('.js'));
    const later = withImports(needed).filter((path) => moments.test(path) || !known.has(path));
    const sum = later.reduce((total, path) => total + sentBytes(path), 0);
    console.log(`/auction/:id loads ${later.length} scripts of its moments later, ${sum} bytes compressed`);
    expect(sum, later.join('\n')).toBeLessThanOrEqual(mostMomentBytes);
  });

  it('P4 shows the price that is read first before the app is loaded, for a second as live', async () => {
    await rival(1).payEntry(auction);
    await rival(1).bid(auction);
    const { page } = visitor;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/libraries-*.js', (route) => released.then(() => route.continue()));
    await page.goto(pathTo(paths.auction, auction), { waitUntil: 'commit' });
    const start = page.locator('#root > main');
    await start.getByText('Rice cooker', { exact: true }).waitFor();
    expect(await start.locator('[data-early=price]').textContent()).toBe('1');
    expect(await start.getByText('₦100', { exact: true }).count()).toBe(1);
    await start.getByText(/^Highest bid, \d+ s ago$/).waitFor();
    expect(await start.getByText('Live', { exact: true }).count()).toBe(0);
    release();
    await page.locator('#content').getByText('Live', { exact: true }).first().waitFor();
    expect(await start.count()).toBe(0);
  });

  it('sends precompressed files with an immutable cache policy', async () => {
    await watchAuction();
    const assets = responses.filter((response) => pathOf(response).startsWith('/assets/'));
    expect(assets.map(pathOf).some((path) => path.endsWith('.css'))).toBe(true);
    const errors: string[] = [];
    for (const asset of assets) {
      const path = pathOf(asset);
      const { 'content-encoding': encoding, 'cache-control': caching } = await asset.allHeaders();
      const isCompressed = existsSync(join(root, 'client', 'dist', `${path}.br`));
      if (isCompressed && encoding !== 'br') errors.push(`${path}: content-encoding ${encoding}`);
      if (!isCompressed && /\.(js|css)$/.test(path) && sentBytes(path) >= 1024)
        errors.push(`${path}: not compressed`);
      if (!caching?.includes('immutable')) errors.push(`${path}: cache-control ${caching}`);
    }
    expect(errors).toEqual([]);
  });

  it('P4 opens one websocket, and repeats no request while watching', async () => {
    const other = rival(1);
    await Promise.all([rival(0).payEntry(auction), other.payEntry(auction)]);
    await watchAuction();
    const { page, requests, sockets } = visitor;
    await other.bid(auction);
    await page.getByText(realm.player(1).username).first().waitFor();
    await seeSecondsPass(5);
    const requested = requests.map(({ method, path }) => `${method} ${path}`);
    expect(requested.filter((each, index) => requested.indexOf(each) !== index)).toEqual([]);
    expect(requested.filter((each) => each.includes('/socket.io'))).toEqual([]);
    expect(sockets).toHaveLength(1);
  });
});

describe('a long list of auctions', () => {
  it('X1 reads the 50 newest, and the others on demand', { tags: ['full'] }, async () => {
    await app.addAuctions(realm.id, 50);
    const { page } = visitor;
    const cards = page.getByRole('article');
    const lists = () => visitor.requests.filter(({ path }) => path.startsWith('/api/auction?before='));
    await page.goto(paths.auctions);
    await page.getByText('50+ live now').waitFor();
    expect(await cards.count()).toBe(50);
    expect(await page.getByRole('article', { name: 'Rice cooker' }).count()).toBe(0);
    expect(lists()).toEqual([]);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('article', { name: 'Rice cooker' }).waitFor();
    await page.getByText('51 live now').waitFor();
    expect(await cards.count()).toBe(51);
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    expect(lists()).toHaveLength(1);
    // What needs the user first may be on any page.
    await page.goto(paths.dashboard);
    await page.getByText('51 auctions').waitFor();
  });
});

/** Waits until the countdown has changed this many times: a page that polls would have repeated a request by then. */
async function seeSecondsPass(seconds: number): Promise<void> {
  await visitor.page.getByRole('timer').first().waitFor();
  await visitor.page.evaluate((count) => {
    const seen = new Set<string | null>();
    return new Promise<void>((resolve) => {
      const look = () => {
        seen.add(document.querySelector('[role=timer]')?.textContent ?? null);
        if (seen.size > count) resolve();
        else requestAnimationFrame(look);
      };
      look();
    });
  }, seconds);
}
