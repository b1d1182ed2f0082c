import type { NewAuctionBody } from '@copup/shared/auctions.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { call } from '@copup/testkit/players.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { App } from './support/app.ts';
import { desktop, type Visitor } from './support/browser.ts';
import { Realm } from './support/people.ts';
import { Rival } from './support/rival.ts';
import { sharedBrowser } from './support/shared-browser.ts';

/** Until the end of the auction in which a page is closed. */
const awayMs = 60_000;

let app: App;
let browser: Browser;
let realm: Realm;
let visitors: Visitor[];
beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
});
afterAll(async () => {
  await app?.stop();
});
beforeEach(async () => {
  realm = await Realm.create(app, { players: 2, coins: 1_000 });
  visitors = [];
  return async () => {
    for (const { errors, context } of visitors) {
      expect(errors).toEqual([]);
      await context.close();
    }
  };
});

async function openPage(index: number, auction: number, viewport?: typeof desktop): Promise<Page> {
  const visitor = await realm.visit(browser, app, index, viewport ? { viewport } : {});
  visitors.push(visitor);
  await visitor.page.goto(pathTo(paths.auction, auction));
  return visitor.page;
}
async function watch(index: number, auction: number, viewport?: typeof desktop): Promise<Page> {
  const page = await openPage(index, auction, viewport);
  await page.locator('#content').getByText('Live', { exact: true }).first().waitFor();
  return page;
}
async function bidUpTo(page: Page, coins: number, button: 'Bid up to…' | 'Change' = 'Bid up to…') {
  await page.getByRole('button', { name: button, exact: true }).first().click();
  const form = page.getByRole('form', { name: 'Bid up to' });
  await form.getByLabel('Bid up to').fill(String(coins));
  await form.getByRole('button', { name: button === 'Change' ? 'Change' : 'Set' }).click();
}
const price = (page: Page, coins: number) =>
  page.getByTestId('price').filter({ hasText: new RegExp(`^${coins}$`) });
const leader = (page: Page, index: number) =>
  page
    .getByRole('region', { name: 'Current bidder' })
    .getByText(realm.player(index).username, { exact: true });
const placeBid = (page: Page) => page.getByRole('button', { name: /Place Bid/ });
const openAuction = async (facts: Partial<NewAuctionBody> = {}) => {
  const auction = await realm.createAuction({ entry_bid_points: 0, bid_increment: 5, ...facts });
  const rivals = [0, 1].map((index) => new Rival(realm.player(index), app.url));
  for (const rival of rivals) await rival.payEntry(auction);
  return auction;
};

describe('A13 an own maximum in two browsers', () => {
  it('is set, raised, used up and withdrawn', { tags: ['full'] }, async () => {
    const auction = await openAuction();
    const ada = await watch(0, auction);
    const ben = await watch(1, auction, desktop);

    await bidUpTo(ada, 50);
    await ada.getByText('Bidding up to 50 for you.').waitFor();
    await leader(ben, 0).waitFor();
    expect(await ben.getByText('Bidding up to').count()).toBe(0);

    await placeBid(ben).click();
    for (const page of [ada, ben]) await price(page, 15).waitFor();
    await leader(ben, 0).waitFor();

    await bidUpTo(ada, 60, 'Change');
    await ada.getByText('Bidding up to 60 for you.').waitFor();

    await bidUpTo(ben, 200);
    await ben.getByText('Bidding up to 200 for you.').waitFor();
    for (const page of [ada, ben]) await price(page, 65).waitFor();
    await ada.getByText('Your maximum of 60 was passed.').waitFor();

    await ben.getByRole('button', { name: 'Change', exact: true }).click();
    await ben.getByRole('button', { name: 'Stop' }).click();
    await ben.getByText('You’re in the lead.').waitFor();
    await placeBid(ada).click();
    await leader(ben, 0).waitFor();
    await price(ben, 70).waitFor();
  });

  it('bids while the phone is away, and wins', { tags: ['full'] }, async () => {
    const auction = await openAuction({ end_date: new Date(Date.now() + awayMs).toISOString() });
    const ada = await watch(0, auction);
    await bidUpTo(ada, 300);
    await ada.getByText('Bidding up to 300 for you.').waitFor();
    await ada.close();

    const ben = await watch(1, auction, desktop);
    await bidUpTo(ben, 100);
    await ben.getByText('Another player’s maximum is higher. The price is 105.').waitFor();
    await price(ben, 105).waitFor();
    await new Rival(realm.player(1), app.url).bid(auction);
    await price(ben, 115).waitFor();
    await leader(ben, 0).waitFor();

    // The price is captured, and the rest of the maximum is available again.
    await ben.getByRole('dialog', { name: 'Auction Completed' }).waitFor({ timeout: 2 * awayMs });
    const again = await openPage(0, auction);
    await again.getByRole('link', { name: 'Go to cart' }).first().waitFor();
    const profile = await call(app.url, 'GET', '/user/profile', { token: realm.player(0).token });
    expect(profile.body).toMatchObject({ available_points: 885, held_points: 0 });
  });
});
