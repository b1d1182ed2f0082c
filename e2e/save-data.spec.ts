import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Auction } from '@copup/shared/auctions.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { auctionCardRoom, auctionRoom, ROOM_JOIN } from '@copup/shared/room-names.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../scripts/data-folder.ts';
import { App } from './support/app.ts';
import type { Visitor } from './support/browser.ts';
import { Realm, until } from './support/people.ts';
import { Rival } from './support/rival.ts';
import { sharedBrowser } from './support/shared-browser.ts';

const picture = readFileSync(join(root, 'client/public/icons/icon-192.png'));

let app: App;
let browser: Browser;
let realm: Realm;
let auction: number;
let visitor: Visitor;
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
  const withPicture = (each: Auction) => ({ ...each, image: `/uploads/of-${each.id}.png` });
  await visitor.page.route(/\/api\/auction(\?.*|\/\d+)?$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as Auction | Auction[];
    await route.fulfill({ response, json: Array.isArray(body) ? body.map(withPicture) : withPicture(body) });
  });
  await visitor.page.route('**/uploads/*', (route) =>
    route.fulfill({ contentType: 'image/png', body: picture }),
  );
  return async () => {
    expect(visitor.errors).toEqual([]);
    // A read that a handler still forwards would fail after the test.
    await visitor.page.unrouteAll({ behavior: 'wait' });
    await visitor.context.close();
  };
});

const loaded = () => visitor.requests.filter(({ path }) => path.startsWith('/uploads/')).length;

describe('item pictures', () => {
  it('are loaded at once', { tags: ['full'] }, async () => {
    const { page } = visitor;
    await page.goto(paths.auctions);
    await page.locator(`img[src="/uploads/of-${auction}.png"]`).waitFor();
    expect(await page.getByRole('button', { name: /Show picture/ }).count()).toBe(0);
  });

  it('are loaded on tap only with Save-Data, and then stay', { tags: ['full'] }, async () => {
    const { page } = visitor;
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    await page.goto(paths.auctions);
    const show = page.getByRole('button', { name: 'Show picture of Rice cooker' });
    await show.waitFor();
    await visitor.screenshots('save-data');
    expect(loaded()).toBe(0);
    await show.focus();
    await page.keyboard.press('Enter');
    const image = page.getByRole('img', { name: 'Rice cooker' });
    await image.waitFor();
    expect(await image.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await show.count()).toBe(0);
    await page.getByRole('link', { name: 'Rice cooker' }).click();
    await page.waitForURL(`**/auction/${auction}`);
    await page.locator(`img[src="/uploads/of-${auction}.png"]`).waitFor();
    expect(await page.getByRole('button', { name: /Show picture/ }).count()).toBe(0);
  });

  it('of the auction page are loaded on tap, too', { tags: ['full'] }, async () => {
    const { page } = visitor;
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    await page.goto(pathTo(paths.auction, auction));
    const show = page.getByRole('button', { name: 'Show picture of Rice cooker' });
    await show.waitFor();
    await visitor.screenshots('save-data-auction');
    expect(loaded()).toBe(0);
    await show.click();
    await page.getByRole('img', { name: 'Rice cooker' }).waitFor();
    await until(() => expect(loaded()).toBe(1));
  });
});

describe('D6 the data saver', () => {
  /** Returns the rooms that the page has joined so far. */
  const followJoins = () => {
    const joined: string[] = [];
    visitor.page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => {
        const text = String(payload);
        if (text.includes(ROOM_JOIN)) joined.push(...(text.match(/auction:\d+(@card)?/g) ?? []));
      });
    });
    return joined;
  };

  it('is switched on in the account: an auction then updates once a second', { tags: ['full'] }, async () => {
    const { page } = visitor;
    const joined = followJoins();
    await page.goto(paths.profile);
    const saver = page.getByRole('switch', { name: 'Data saver' });
    expect(await saver.isChecked()).toBe(false);
    await saver.check();
    await page.getByText('Since you opened Copup').waitFor();
    await visitor.screenshots('data-saver');
    await page.goto(pathTo(paths.auction, auction));
    await page.locator('#content').getByText('Live', { exact: true }).first().waitFor();
    await until(() => expect(joined).toContain(auctionCardRoom(auction)));
    expect(joined).not.toContain(auctionRoom(auction));
    const other = new Rival(realm.player(1), app.url);
    await other.payEntry(auction);
    await other.bid(auction);
    await page.getByText(realm.player(1).username).first().waitFor();
    await page.getByRole('button', { name: 'Show picture of Rice cooker' }).waitFor();
  });

  it('follows the browser until the user decides', { tags: ['full'] }, async () => {
    const { page } = visitor;
    const joined = followJoins();
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    await page.goto(pathTo(paths.auction, auction));
    await until(() => expect(joined).toContain(auctionCardRoom(auction)));
    await page.goto(paths.connectionCheck);
    const saver = page.getByRole('switch', { name: 'Data saver' });
    await page.getByText('Your browser asks for it.').waitFor();
    await visitor.screenshots('connection-check');
    await saver.uncheck();
    joined.length = 0;
    await page.goto(pathTo(paths.auction, auction));
    await until(() => expect(joined).toContain(auctionRoom(auction)));
  });

  it('D5 the app shows the data that it has used', { tags: ['full'] }, async () => {
    const { page } = visitor;
    await page.goto(paths.connectionCheck);
    const used = page.locator('dl', { hasText: 'Live updates' }).locator('dd');
    await until(async () => {
      const [updates, requests, pictures, files, total] = await used.allTextContents();
      expect(updates).toMatch(/^\d+ (B|KB)$/);
      expect(requests).not.toBe('0 B');
      expect(pictures).toBe('0 B');
      expect(files).toMatch(/ (KB|MB)$/);
      expect(total).toMatch(/ (KB|MB)$/);
    });
  });
});
