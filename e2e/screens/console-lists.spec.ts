// @module-tag full
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operator } from '../support/app.ts';
import { desktop, openVisitor, type Visitor } from '../support/browser.ts';
import { Demo } from '../support/demo.ts';
import { signIn } from '../support/people.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { longName, longNamed, ngozi } from './staged-page.ts';

let demo: Demo;
let browser: Browser;
let desk: Visitor;
let page: Page;

beforeAll(async () => {
  [demo, browser] = await Promise.all([Demo.start(), sharedBrowser()]);
  const by = await demo.app.signInOperator();
  await by.call('POST', '/admin/rewards/fund', { bid_points: 2_500, reason: 'A prize of the month' });
  desk = await openVisitor(browser, { name: 'operator', url: demo.app.url, viewport: desktop });
  page = desk.page;
  await signIn(desk, operator);
  await page.waitForURL('**/admin/overview');
}, 90_000);
afterAll(async () => {
  await demo?.app.stop();
});

/** Pages with a table of records. */
const lists = [
  operatorPaths.auctions,
  operatorPaths.contests,
  operatorPaths.heists,
  operatorPaths.bets,
  operatorPaths.fixtures,
  operatorPaths.teams,
  operatorPaths.affiliates,
  operatorPaths.users,
  operatorPaths.orders,
  operatorPaths.heistOrders,
  operatorPaths.approvals,
  operatorPaths.packages,
  operatorPaths.banks,
  operatorPaths.traders,
  operatorPaths.tasks,
  operatorPaths.referralTasks,
  operatorPaths.posts,
  operatorPaths.instagramPosts,
  operatorPaths.notifyMe,
  operatorPaths.ledger,
  operatorPaths.jobs,
  operatorPaths.push,
  operatorPaths.auditLog,
];

const at = new Date().toISOString();
/** What an order of an auction and one of a heist have. */
const order = {
  ...{ id: 100_001, order_id: 100_001, user_id: ngozi.id, username: longNamed.username, image: '' },
  ...{ status: 'processing', created_at: at, updated_at: at, won_at: at, contact_info: '0803 123 4567' },
  ...{ address: '12 Allen Avenue, Ikeja, Lagos', account_name: null, account_number: null, carrier: null },
  ...{ tracking: null, shipped_at: null, delivered_at: null, undo_until: null, bank_reference: null },
  ...{ sendable_from: null, on_hold: null, approval_id: null, auction_category: 'product' },
};
/** Rows of the lists that the demo leaves empty. */
const unseeded: Readonly<Record<string, readonly object[]>> = {
  [operatorPaths.orders]: [
    { ...order, auction_id: 1_001, auction_name: longName, price: 640_000, price_paid: 310 },
  ],
  [operatorPaths.heistOrders]: [
    {
      ...order,
      status: 'pending',
      heist_name: longName,
      heist_prize: longName,
      prize: 640_000,
      ticket_paid: 20,
    },
  ],
  [operatorPaths.notifyMe]: [
    { id: 7, email: 'a.player.with.a.long.address@example.com', feature: 'swap', created_at: at },
  ],
};

/** Returns what of the page's tables is out of sight: beyond the edge of its region, or below a column that stays. */
function findCut(on: Page): Promise<string[]> {
  return on.evaluate(() => {
    const root = document.documentElement;
    const found = root.scrollWidth > root.clientWidth ? [`the page is ${root.scrollWidth} px wide`] : [];
    for (const table of document.querySelectorAll('main table')) {
      const region = table.closest('section') ?? table;
      const edge = region.getBoundingClientRect().right;
      let right = edge;
      const fixed = [...table.querySelectorAll('tr:first-child > *')].filter(
        (cell) => getComputedStyle(cell).position === 'sticky',
      );
      for (const cell of fixed) {
        const box = cell.getBoundingClientRect();
        if (box.right > edge + 1) found.push(`the actions are cut by ${Math.round(box.right - edge)} px`);
        right = Math.min(right, box.left);
      }
      for (const head of table.querySelectorAll('thead th')) {
        const box = head.getBoundingClientRect();
        if (box.width > 1 && !fixed.includes(head) && box.right > right + 1)
          found.push(`“${head.textContent}” is cut by ${Math.round(box.right - right)} px`);
      }
    }
    return found;
  });
}

describe('O3 a list of the console at 1280 pixels', () => {
  it.each(lists)('%s shows all columns, and the actions of its rows', async (path) => {
    const rows = unseeded[path];
    if (rows)
      await page.route(`**/api/admin/${path}?*`, (route) =>
        route.fulfill({ json: rows, headers: { 'content-range': `${path} 0-0/1` } }),
      );
    await page.goto(`${operatorPath(path)}?filter={}`);
    await page.locator('main tbody tr').first().waitFor();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    expect(await findCut(page)).toEqual([]);
  });
});
