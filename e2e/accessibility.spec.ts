import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Recorder } from '../drills/src/history.ts';
import { Player } from '../drills/src/players.ts';
import { App, operator } from './support/app.ts';
import { launchBrowser, openVisitor, type Visitor } from './support/browser.ts';
import { Realm, signIn, until } from './support/people.ts';

let app: App;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

/** What axe calls serious or critical: one line for each kind, with the first place and what is wrong there. */
async function seriousFaults({ page }: Visitor): Promise<string[]> {
  // Grey shapes stand for what is still loading.
  await until(async () => expect(await page.locator('.skeleton').count()).toBe(0));
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, help, nodes }) =>
        `${id}: ${help} (${nodes.length}×: ${nodes[0]?.html} ${nodes[0]?.failureSummary})`,
    );
}

async function inspect(visitor: Visitor, paths: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const path of paths) {
    await visitor.page.goto(path);
    await visitor.page.getByRole('main').first().waitFor();
    const faults = await seriousFaults(visitor);
    if (faults.length > 0) found[path] = faults;
  }
  expect(visitor.faults).toEqual([]);
  return found;
}

describe('nothing serious for axe', () => {
  it('on the pages for everybody', async () => {
    const visitor = await openVisitor(browser, { name: 'visitor', url: app.url });
    const paths = [
      '/login',
      '/register',
      '/forgot-password',
      '/reset-password',
      '/unauthorized',
      '/no-such-page',
    ];
    expect(await inspect(visitor, paths)).toEqual({});
    await visitor.context.close();
  });

  it('on the players’ pages, by day and by night', async () => {
    const realm = await Realm.create(app);
    const auction = await realm.createAuction();
    await realm.createAuction({ name: 'Bag of rice voucher', category: 'coupon' });
    const players = [0, 1].map((index) => new Player(realm.player(index), [app.url], 0, new Recorder()));
    for (const player of players) await player.payEntry(auction);
    await players[1]?.bid(auction);
    const paths = [
      '/dashboard',
      '/auction',
      `/auction/${auction}`,
      '/waitList',
      '/cart-home',
      '/cart',
      '/checkout',
      '/orders',
    ];
    const found: Record<string, Record<string, string[]>> = {};
    for (const theme of ['light', 'dark'] as const) {
      const visitor = await realm.visit(browser, app, 0);
      await visitor.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      found[theme] = await inspect(visitor, paths);
      await visitor.context.close();
    }
    expect(found).toEqual({ light: {}, dark: {} });
  });

  it('on the operators’ pages', async () => {
    const visitor = await openVisitor(browser, { name: 'operator', url: app.url });
    await signIn(visitor, operator);
    await visitor.page.waitForURL('**/admin**');
    expect(await inspect(visitor, ['/admin'])).toEqual({});
    await visitor.context.close();
  });
});
