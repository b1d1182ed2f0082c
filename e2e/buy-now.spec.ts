import { paths, pathTo } from '@copup/shared/page-paths.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photograph } from './screens/look.ts';
import { App } from './support/app.ts';
import { desktop } from './support/browser.ts';
import { Realm } from './support/people.ts';
import { sharedBrowser } from './support/shared-browser.ts';

let app: App;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
});
afterAll(async () => {
  await app?.stop();
});

const name = 'Rice cooker, 5 litres';
const buyNow = (page: Page) => page.getByRole('button', { name: /^Buy now · 300$/ });
const bell = (page: Page) => page.getByRole('button', { name: `Watchlist: ${name}` });
const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Buy now' });
const payEntry = (page: Page) => page.getByRole('button', { name: /^Pay Entry Fee/ }).click();

/** An auction with a buy-now price, open in the browsers of two players who joined it. */
async function scene() {
  const realm = await Realm.create(app, { players: 2, coins: 1_000 });
  const id = await realm.createAuction({ name, price: 45_000, buy_now_points: 300, reserve_points: 20 });
  const [ada, bola] = await Promise.all([
    realm.visit(browser, app, 0),
    realm.visit(browser, app, 1, { viewport: desktop }),
  ]);
  for (const { page } of [ada, bola]) {
    await page.goto(pathTo(paths.auction, id));
    await page.getByText('No users yet').first().waitFor();
    // Only players who joined can buy.
    expect(await buyNow(page).count()).toBe(0);
    await payEntry(page);
    await buyNow(page).waitFor();
  }
  return { id, realm, ada, bola, close: () => Promise.all([ada.context.close(), bola.context.close()]) };
}

describe('A13 buy now', () => {
  it('sells the item to one player at the displayed price, and ends the auction for the other', {
    tags: ['full'],
  }, async () => {
    const { ada, bola, realm, close } = await scene();
    await buyNow(ada.page).click();
    const sheet = sheetOf(ada.page);
    await sheet.getByText('₦30,000').waitFor();
    await sheet.getByText('₦45,000').waitFor();
    await sheet.getByText('₦15,000').waitFor();
    expect(await photograph(ada.page, 'buy-now')).toEqual([]);
    await sheet.getByRole('button', { name: 'Buy for 300 coins' }).click();
    // The winner's stage says it, and no toast covers it.
    await ada.page
      .getByRole('dialog', { name: 'Auction Completed' })
      .getByText('Yours for ₦30,000')
      .waitFor();
    expect(await ada.page.getByText('Bought. It’s in your cart.').count()).toBe(0);
    const winner = realm.player(0).username;
    await bola.page.getByText(winner).first().waitFor();
    await buyNow(bola.page).waitFor({ state: 'detached' });
    await ada.page.goto(paths.cart);
    await ada.page.getByText(name).first().waitFor();
    await ada.page.goto(paths.timeline);
    await ada.page.getByText('Bought at the buy-now price').first().waitFor();
    expect([ada.errors, bola.errors]).toEqual([[], []]);
    await close();
  });

  it('disappears with the first bid for every viewer, also from an open sheet', {
    tags: ['full'],
  }, async () => {
    const { ada, bola, close } = await scene();
    await buyNow(ada.page).click();
    const sheet = sheetOf(ada.page);
    await sheet.getByRole('button', { name: 'Buy for 300 coins' }).waitFor();
    await bola.page.getByRole('button', { name: /Place Bid/ }).click();
    await sheet.getByText('Buy now is over.').waitFor();
    expect(await sheet.getByRole('button', { name: 'Buy for 300 coins' }).isDisabled()).toBe(true);
    await sheet.getByRole('button', { name: 'Not now' }).click();
    for (const { page } of [ada, bola]) await buyNow(page).waitFor({ state: 'detached' });
    expect([ada.errors, bola.errors]).toEqual([[], []]);
    await close();
  });
});

describe('A13 the watchlist', () => {
  it('takes one tap, before joining, and is listed in My Auctions', {
    tags: ['full'],
  }, async () => {
    const realm = await Realm.create(app, { players: 1 });
    const id = await realm.createAuction({ name });
    const { page, errors, context } = await realm.visit(browser, app, 0);
    await page.goto(pathTo(paths.auction, id));
    await page.getByRole('button', { name: 'Tell me before the end' }).click();
    await page.getByText(`We’ll tell you before ${name} ends.`).first().waitFor();
    await page.getByText('On your watchlist').waitFor();
    expect(await photograph(page, 'watchlist-auction')).toEqual([]);
    await page.goto(paths.joined);
    const list = page.getByRole('region', { name: 'Watchlist' });
    await list.getByRole('link', { name }).waitFor();
    expect(await photograph(page, 'watchlist')).toEqual([]);
    await bell(page).click();
    await list.getByText('Tap the bell on an auction').waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });
});
