// @module-tag full
import { readFileSync } from 'node:fs';
import { operatorPath, operatorPaths, paths, pathTo } from '@copup/shared/page-paths.ts';
import { RoomTrace, type RoomTraceEvent } from '@copup/shared/room-trace.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { App, operator } from './support/app.ts';
import { axeViolations } from './support/axe.ts';
import { desktop, openVisitor } from './support/browser.ts';
import { Realm, signIn } from './support/people.ts';
import { Rival } from './support/rival.ts';
import { sharedBrowser } from './support/shared-browser.ts';

let app: App;
let browser: Browser;
let realm: Realm;
beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
  realm = await Realm.create(app, { players: 3 });
});
afterAll(async () => {
  await app?.stop();
});

it('O2 bids that were made are replayed in the console, and the exported file has them', async () => {
  const auction = await realm.createAuction({ name: 'Rice cooker' });
  const watcher = await realm.visit(browser, app, 0);
  await watcher.page.goto(pathTo(paths.auction, auction));
  await watcher.page.getByRole('heading', { name: 'Rice cooker' }).first().waitFor();
  const rivals = [new Rival(realm.player(1), app.url), new Rival(realm.player(2), app.url)];
  for (const rival of rivals) await rival.payEntry(auction);
  const bids = 4;
  for (let nth = 0; nth < bids; nth += 1) await rivals[nth % 2]?.bid(auction);

  const visitor = await openVisitor(browser, { name: 'operator', url: app.url, viewport: desktop });
  await signIn(visitor, operator);
  const { page } = visitor;
  await page.getByRole('link', { name: 'Live rooms' }).click();
  await page.getByRole('link', { name: 'Rice cooker' }).first().click();
  await page.getByRole('heading', { name: 'Rice cooker', level: 1 }).waitFor();
  const facts = page.getByLabel('Room at this moment');
  const shown = (name: string) => facts.locator('div').filter({ hasText: name }).locator('dd');
  const moment = page.getByRole('slider', { name: 'Moment' });
  await moment.focus();
  await page.keyboard.press('Home');
  expect(await shown('Accepted commands').textContent()).toBe('0');
  expect(await shown('Price').textContent()).toBe('–');
  await page.keyboard.press('End');
  await expect.poll(() => shown('Accepted commands').textContent()).toBe(String(bids));
  const price = Number(await shown('Price').textContent());
  expect(price).toBeGreaterThanOrEqual(bids);
  // Back to the moment before the last bid, step by step.
  const previous = page.getByRole('button', { name: 'Previous event' });
  while ((await shown('Accepted commands').textContent()) !== String(bids - 1)) await previous.click();
  expect(Number(await shown('Price').textContent())).toBeLessThan(price);
  expect(await axeViolations(page)).toEqual([]);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export trace' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`copup-auction-${auction}.jsonl`);
  const text = readFileSync(await download.path(), 'utf8');
  const [header, ...events] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const trace = RoomTrace.parse({ ...header, events });
  const made = trace.events.filter(
    ({ command, result }: RoomTraceEvent) => command === 'bid' && result === 'accepted',
  );
  expect(made).toHaveLength(bids);
  expect(made.at(-1)?.price).toBe(price);
  expect(new Set(made.map(({ user }) => user)).size).toBe(2);
  for (const nth of [0, 1, 2]) expect(text).not.toContain(realm.player(nth).username);

  await page.goto(`${operatorPath(operatorPaths.auctions)}/${auction}`);
  await page.getByRole('link', { name: 'Replay' }).click();
  await moment.waitFor();
  expect(visitor.errors).toEqual([]);
  await watcher.context.close();
  await visitor.context.close();
});
