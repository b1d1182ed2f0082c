// @module-tag full
import { paths } from '@copup/shared/page-paths.ts';
import type { Browser, Locator } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { App } from '../support/app.ts';
import { desktop, openVisitor, type Visitor } from '../support/browser.ts';
import { address } from '../support/fill-address.ts';
import { type Person, readMailedCode, until } from '../support/people.ts';
import { sharedBrowser } from '../support/shared-browser.ts';

const ada: Person = {
  email: 'ada@copup.test',
  username: 'ada',
  fullName: 'Ada Obi',
  password: 'green plantain 7',
};
const mostSteps = 60;

let app: App;
let browser: Browser;
let visitor: Visitor;
beforeEach(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
  visitor = await openVisitor(browser, { name: ada.username, url: app.url, viewport: desktop });
});
afterEach(async () => {
  await app?.stop();
});

const press = (key: string) => visitor.page.keyboard.press(key);
const hasFocus = async (target: Locator) =>
  (await target.count()) > 0 && (await target.first().evaluate((it) => it === document.activeElement));
const focused = (target: Locator) =>
  until(async () => {
    const found = await visitor.page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
    expect(await hasFocus(target), `${target}, but the focus is at ${visitor.page.url()} on ${found}`).toBe(
      true,
    );
  });

/** Presses Tab until the target has the focus. */
async function tabTo(target: Locator): Promise<void> {
  await target.first().waitFor();
  for (let step = 0; step < mostSteps; step += 1) {
    if (await hasFocus(target)) return;
    await press('Tab');
  }
  throw new Error(`the Tab key does not reach ${target}`);
}

async function typeInto(label: string, text: string): Promise<void> {
  await tabTo(visitor.page.getByLabel(label, { exact: true }));
  await visitor.page.keyboard.type(text);
}

async function activate(role: 'button' | 'link', name: string | RegExp, key = 'Enter'): Promise<void> {
  await tabTo(visitor.page.getByRole(role, { name }));
  await press(key);
}

describe('without a mouse', () => {
  it('from registration to the order, with Tab, Enter and Space', async () => {
    const { page } = visitor;
    const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
    await page.goto(paths.register);
    await typeInto('E-mail', ada.email);
    await press('Enter');
    await typeInto('OTP', await readMailedCode(app, ada.email));
    await page.getByRole('button', { name: 'Register' }).waitFor();
    await typeInto('Username', ada.username);
    await typeInto('Full name', ada.fullName);
    await typeInto('Password', ada.password);
    await tabTo(page.getByRole('checkbox'));
    await press('Space');
    await activate('button', 'Register');
    await page.waitForURL(`**${paths.dashboard}`);
    await focused(heading(/Ada Obi/));
    const by = await app.signInOperator();
    const stored = await page.evaluate(() => localStorage.getItem('user') ?? '{}');
    await by.adjust((JSON.parse(stored) as { id: string }).id, 500, 'welcome');
    const { id } = await by.createAuction({
      name: 'Tokunbo generator',
      category: 'product',
      price: 250_000,
      entry_bid_points: 50,
      end_date: new Date(Date.now() + 600_000).toISOString(),
    });

    // The skip link is the first focusable element of each page and skips the navigation.
    await page.reload();
    await page.getByTestId('balance').filter({ hasText: '500' }).waitFor();
    await press('Tab');
    await focused(page.getByRole('link', { name: 'Skip to content' }));
    await press('Enter');
    await press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);

    // A panel takes the focus and restores it.
    await tabTo(page.getByRole('button', { name: 'Settings', exact: true }));
    await press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
    await press('Escape');
    await focused(page.getByRole('button', { name: 'Settings', exact: true }));

    await page.keyboard.press('Shift+Tab');
    await tabTo(
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Auction', exact: true }),
    );
    await press('Enter');
    await page.waitForURL(`**${paths.auctions}`);
    await focused(heading('Auctions'));
    await activate('link', 'Pay Entry Fee (50 coin)');
    await page.waitForURL(`**/auction/${id}`);
    await focused(heading('Tokunbo generator'));
    await activate('button', 'Pay Entry Fee (50 coin)');
    await page.getByText('Pay entry fee successful!').first().waitFor();

    // The keys b and B move the focus to Place Bid without pressing it.
    const bid = page.getByRole('button', { name: /Place Bid/ });
    await until(async () => expect(await bid.isEnabled()).toBe(true));
    for (const key of ['b', 'B']) {
      await press(key);
      await focused(bid);
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    }
    await page.getByText('No users yet').waitFor();
    await press('b');
    await press('Space');
    await page.getByText('Bid placed successfully!').first().waitFor();

    await app.endAuction(id);
    const completed = page.getByRole('dialog', { name: 'Auction Completed' });
    await completed.waitFor();
    await focused(completed.getByRole('link', { name: 'Go to cart' }));
    await press('Enter');
    await page.waitForURL(`**${paths.cart}`);
    await focused(heading('Cart'));
    await activate('link', 'Proceed to Checkout');
    await page.waitForURL(`**${paths.checkout}`);
    for (const [label, text] of Object.entries(address)) await typeInto(label, text);
    await typeInto('State', 'Lag');
    await activate('button', 'Place Order');
    await focused(page.getByRole('heading', { level: 2, name: 'Order placed successfully' }).last());
    await activate('link', 'Follow my orders');
    await page.waitForURL(`**${paths.orders}`);
    // After 3 s the page goes on by itself; the link then does nothing, and the content has the focus.
    await focused(page.locator(':focus').and(heading('Recent Orders').or(page.locator('#content'))));
    await page.getByRole('heading', { name: 'Tokunbo generator' }).waitFor();
    expect(await page.getByRole('region', { name: 'Needs you' }).count()).toBe(0);
    expect(visitor.errors).toEqual([]);
  });
});
