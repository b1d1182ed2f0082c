// @module-tag full
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { App, operator } from './support/app.ts';
import { axeViolations } from './support/axe.ts';
import { desktop, openVisitor, type Visitor } from './support/browser.ts';
import { Realm, signIn, until } from './support/people.ts';
import { Rival } from './support/rival.ts';
import { sharedBrowser } from './support/shared-browser.ts';

let app: App;
let browser: Browser;
let realm: Realm;
beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
  realm = await Realm.create(app);
});
afterAll(async () => {
  await app?.stop();
});

async function openRooms(): Promise<Visitor> {
  const visitor = await openVisitor(browser, { name: 'operator', url: app.url, viewport: desktop });
  await signIn(visitor, operator);
  await visitor.page.getByRole('link', { name: 'Live rooms' }).click();
  await visitor.page.getByText(/Live, updated \d s ago/).waitFor();
  return visitor;
}

it('O2 an operator sees a room, its watchers and a bid, live; pauses, searches, and views the history', async () => {
  const auction = await realm.createAuction({ name: 'Standing fan' });
  const watcher = await realm.visit(browser, app, 0);
  await watcher.page.goto(pathTo(paths.auction, auction));
  await watcher.page.getByRole('heading', { name: 'Standing fan' }).first().waitFor();
  const visitor = await openRooms();
  const { page } = visitor;
  const row = page.getByRole('row').filter({ hasText: `auction:${auction}` });
  await row.getByText('Standing fan').waitFor();
  await until(async () => expect(await row.getByRole('cell').nth(2).textContent()).toBe('1'));

  const bidder = new Rival(realm.player(1), app.url);
  await bidder.payEntry(auction);
  await bidder.bid(auction);
  // The last commit-to-frame latency stays until the next measurement.
  await until(async () => expect(await row.getByRole('cell').nth(6).textContent()).toMatch(/^\d+/));

  const requestsBefore = visitor.requests.length;
  const find = page.getByLabel('Find a room');
  await find.fill('no such room name');
  await page.getByText('No open room by that name').waitFor();
  await find.fill('Standing');
  await row.waitFor();
  await page.getByText(/^1 found of \d+$/).waitFor();
  const another = await realm.visit(browser, app, 1);
  await another.page.goto(pathTo(paths.auction, auction));
  await until(async () => expect(await row.getByRole('cell').nth(2).textContent()).toBe('2'));
  await find.fill(`auction:${auction}`);
  await row.waitFor();
  expect(visitor.requests.length).toBe(requestsBefore);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('region', { name: 'Live rooms' }).getByText('Paused').waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText(/Live, updated/).waitFor();

  expect(visitor.requests.some(({ path }) => /uplot|history-plot/i.test(path))).toBe(false);
  await page.getByRole('button', { name: '10 minutes' }).click();
  await page.locator('.uplot canvas').waitFor();
  expect(visitor.requests.some(({ path }) => /history-plot/i.test(path))).toBe(true);

  await visitor.screenshots('admin-rooms');
  expect(await axeViolations(page)).toEqual([]);
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(isWide).toBe(false);
  expect(visitor.errors).toEqual([]);
  await watcher.context.close();
  await another.context.close();
  await visitor.context.close();
});

it('O2 shows that the feed has stopped, and continues automatically', async () => {
  const visitor = await openRooms();
  visitor.expectNetworkLoss();
  await visitor.context.setOffline(true);
  await app.stopServer();
  await visitor.page
    .getByRole('status')
    .getByText(/No updates for \d+ s/)
    .waitFor();
  await app.startServer();
  await visitor.context.setOffline(false);
  await visitor.page.getByText(/Live, updated \d s ago/).waitFor();
  await visitor.context.close();
});
