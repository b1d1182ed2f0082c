import { setTimeout as pause } from 'node:timers/promises';
import type { Auction } from '@copup/shared/auctions.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { desktop, phone } from '../support/browser.ts';
import { Demo } from '../support/demo.ts';
import { until, visitSignedIn } from '../support/people.ts';
import { sharedBrowser } from '../support/shared-browser.ts';

/** Longer than the delay of a skeleton, so that each page shows its own. */
const replyAfterMs = 1_000;
/** A page whose content moves less than this is good (web.dev/cls). */
const mostShift = 0.1;

let demo: Demo;
let browser: Browser;
let auction: number;
beforeAll(async () => {
  [demo, browser] = await Promise.all([Demo.start(), sharedBrowser()]);
  const [first] = await demo.list<Auction>('/auction?category=');
  auction = first.id;
});
afterAll(async () => {
  await demo?.app.stop();
});

interface Shift {
  value: number;
  /** What moved, and by how many pixels. */
  moved: string[];
}

/** Records each shift of the layout, with what moved. */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as unknown as {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        if (hadRecentInput) continue;
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const text = node?.textContent?.trim().slice(0, 40) ?? '';
          return `${node?.nodeName} "${text}" ${previousRect.y} → ${currentRect.y}, ${previousRect.height} → ${currentRect.height} high`;
        });
        shifts.push({ value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

const pages = [
  ['the auctions', () => paths.auctions],
  ['an auction', () => pathTo(paths.auction, auction)],
  ['the wallet', () => paths.dashboard],
  ['the joined auctions', () => paths.joined],
  ['the orders', () => paths.orders],
  ['all bets', () => paths.bets],
  ['the own bets', () => paths.ownBets],
  ['the social tasks', () => paths.socialTasks],
  ['the referral tasks', () => paths.referralTasks],
  ['the tap lobby', () => paths.tap],
  ['the card lobby', () => paths.cardLobby],
  ['the maths lobby', () => paths.mathLobby],
  ['the heists', () => paths.heists],
  ['the account', () => paths.profile],
] as const;

describe('D8 skeletons have the shape of the content to come', { tags: ['full'] }, () => {
  const cases = Object.entries({ phone, desktop }).flatMap(([name, viewport]) =>
    pages.map(([title, pathOf]) => ({ name, viewport, title, pathOf })),
  );
  for (const { name, viewport, title, pathOf } of cases)
    it(`${title}, on a ${name}`, async () => {
      const visitor = await visitSignedIn(browser, demo.app, demo.player, { viewport });
      const { page } = visitor;
      await recordShifts(page);
      await page.route('**/api/**', async (route) => {
        await pause(replyAfterMs);
        await route.continue();
      });
      await page.goto(pathOf(), { waitUntil: 'networkidle' });
      await until(async () => expect(await page.locator('.skeleton').count()).toBe(0));
      const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      console.log(`${pathOf()} on a ${name}: shift ${sum.toFixed(3)}`, JSON.stringify(shifts));
      expect(sum, JSON.stringify(shifts, null, 1)).toBeLessThanOrEqual(mostShift);
      await page.unrouteAll({ behavior: 'wait' });
      expect(visitor.errors).toEqual([]);
      await visitor.context.close();
    });
});
