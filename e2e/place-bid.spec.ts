import { paths } from '@copup/shared/page-paths.ts';
import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { App, operator } from './support/app.ts';
import { watchFor } from './support/brief-states.ts';
import { desktop, openVisitor, type Visitor } from './support/browser.ts';
import { fillAddress } from './support/fill-address.ts';
import { giveCoins, openAuction } from './support/operators.ts';
import { type Person, register, signIn } from './support/people.ts';
import { sharedBrowser } from './support/shared-browser.ts';

const ada: Person = {
  email: 'ada@copup.test',
  username: 'ada',
  fullName: 'Ada Obi',
  password: 'green plantain 7',
};
const bola: Person = {
  email: 'bola@copup.test',
  username: 'bola',
  fullName: 'Bola Ade',
  password: 'brown kolanut 9',
};
const entryFee = 50;
const auctionMs = 3_600_000;

let app: App;
let browser: Browser;
let visitors: Visitor[];
beforeEach(async () => {
  visitors = [];
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
});
afterEach(async () => {
  await app?.stop();
});

async function arrive(name: string, viewport?: typeof desktop): Promise<Visitor> {
  const visitor = await openVisitor(browser, { name, url: app.url, ...(viewport ? { viewport } : {}) });
  visitors.push(visitor);
  return visitor;
}

const placeBid = (page: Page) => page.getByRole('button', { name: /Place Bid/ });
/** Reads the auction's page, to compare two browsers. */
const price = (page: Page, coins: number) =>
  page.getByTestId('price').filter({ hasText: new RegExp(`^${coins}$`) });
const leader = (page: Page, username: string) =>
  page.getByRole('region', { name: 'Current bidder' }).getByText(username, { exact: true });
const balance = (page: Page, coins: number) =>
  page.getByTestId('balance').filter({ hasText: new RegExp(`^${coins}$`) });

describe('a live auction, from registration to the winner’s cart', () => {
  it('A1 to A10: two players in two browsers, and an operator', async () => {
    const [first, second, admin] = await Promise.all([
      arrive('ada'),
      arrive('bola', desktop),
      arrive('operator', desktop),
    ]);

    await Promise.all([register(first, app, ada), register(second, app, bola), signIn(admin, operator)]);
    await Promise.all([
      first.page.waitForURL(`**${paths.dashboard}`),
      second.page.waitForURL(`**${paths.dashboard}`),
    ]);
    await admin.page.waitForURL('**/admin**');

    // L9: the coins appear in the open page, without a reload.
    await giveCoins(admin, ada.username, 500);
    await balance(first.page, 500).waitFor();
    await giveCoins(admin, bola.username, 500);
    await balance(second.page, 500).waitFor();
    await first.screenshots('dashboard');

    const name = 'Tokunbo generator';
    await openAuction(admin, { name, entryFee, inMs: auctionMs });
    await admin.screenshots('admin');

    for (const { page } of [first, second]) {
      await page.goto(paths.auctions);
      await page.getByText(name).first().waitFor();
    }
    await first.screenshots('auction-list');
    for (const { page } of [first, second]) {
      const card = page.getByRole('article', { name });
      // The card opens the auction, and its button there pays.
      await card.getByRole('link', { name: `Pay Entry Fee (${entryFee} coin)` }).click();
      await page.waitForURL(/\/auction\/\d+$/);
      await page.getByRole('button', { name: `Pay Entry Fee (${entryFee} coin)` }).click();
      await page.getByText('Pay entry fee successful!').first().waitFor();
      await page.getByText('No users yet').waitFor();
    }

    const auction = Number(new URL(first.page.url()).pathname.split('/').at(-1));
    const marks = [0, 0];

    // A bid in one browser updates price, leader and end in the other.
    const turns: [Visitor, Person, Visitor][] = [
      [first, ada, second],
      [second, bola, first],
      [first, ada, second],
      [second, bola, first],
    ];
    for (const [index, [bidder, person, other]] of turns.entries()) {
      await placeBid(bidder.page).click();
      await bidder.page.getByText('Bid placed successfully!').first().waitFor();
      for (const { page } of [bidder, other]) await price(page, index + 1).waitFor();
      await leader(other.page, person.username).waitFor();
      expect(await placeBid(bidder.page).isDisabled()).toBe(true);
      if (index === 1) marks.splice(0, 2, first.requests.length, second.requests.length);
    }
    await second.screenshots('auction-leading');
    await first.page.getByText('You have been outbid').first().waitFor();
    await first.screenshots('auction-outbid');

    // P4: after the first turn of each there is no request: the own bid and all updates go over the socket.
    for (const [index, { requests, sockets }] of [first, second].entries()) {
      const meanwhile = requests.slice(marks[index]).map(({ method, path }) => `${method} ${path}`);
      const calls = meanwhile.filter((request) => request.includes('/api/'));
      // The time of play is asked for a minute after the first page.
      expect(calls.filter((request) => !request.endsWith('/play-session'))).toEqual([]);
      expect(new Set(meanwhile).size, meanwhile.join('\n')).toBe(meanwhile.length);
      expect(sockets).toHaveLength(1);
      expect(sockets[0]).not.toContain('token');
    }

    // A5: a bid in the last 10 s moves the end in both browsers, to a time beyond the end before.
    const laterThanS5 = /^([6-9]|10)seconds?$/;
    const isMoved = await Promise.all(
      [first, second].map(({ page }) => watchFor(page, '[role=timer]', laterThanS5)),
    );
    await app.endAuction(auction, { inS: 5 });
    await placeBid(first.page).click();
    await leader(second.page, ada.username).waitFor();
    await Promise.all(isMoved.map((isSeen) => isSeen()));
    for (const { page } of [first, second]) expect(await page.getByText('Auction Completed').count()).toBe(0);

    await app.endAuction(auction);
    for (const { page } of [first, second]) {
      const modal = page.getByRole('dialog', { name: 'Auction Completed' });
      await modal.waitFor();
      await modal.getByText(ada.username).first().waitFor();
      await modal.getByText('₦500').first().waitFor();
    }
    await first.screenshots('auction-completed-won');
    await second.screenshots('auction-completed-lost');
    await first.page.getByRole('link', { name: 'Return to Dashboard' }).click();
    await first.page.waitForURL(`**${paths.dashboard}`);

    // The winner paid 5 coins; the other player has all coins back.
    await balance(first.page, 445).waitFor();
    await second.page.getByRole('link', { name: 'Return to Dashboard' }).click();
    await balance(second.page, 450).waitFor();

    await checkOut(first, name);
    await ship(admin, name);
    await first.page.reload();
    // The player sees the shipment when it can no longer be undone, a minute later.
    await first.page.getByText('processing', { exact: true }).first().waitFor();
    await first.screenshots('orders');
    await second.page.goto(paths.cart);
    await second.page.getByText('Your cart is empty').waitFor();

    for (const { name: who, errors } of visitors) expect(errors, who).toEqual([]);
  });
});

async function checkOut(visitor: Visitor, item: string): Promise<void> {
  const { page } = visitor;
  await page.goto(paths.cart);
  await page.getByText(item).first().waitFor();
  await visitor.screenshots('cart');
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click();
  await fillAddress(page);
  await visitor.screenshots('checkout');
  await page.getByRole('button', { name: 'Place Order' }).click();
  const card = page.getByRole('dialog', { name: 'Order placed successfully' });
  await card.getByText('You get a notice with the tracking number.').waitFor();
  await page.waitForURL(`**${paths.orders}`);
  await card.getByRole('button', { name: 'Close' }).click();
  await page.getByText(item).first().waitFor();
}

async function ship({ page }: Visitor, item: string): Promise<void> {
  // With the number of those that wait.
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Orders/ })
    .first()
    .click();
  const row = page.getByRole('row').filter({ hasText: item });
  await row.getByRole('button', { name: 'Ship' }).click();
  await page.getByLabel('Carrier').fill('GIG Logistics');
  await page.getByLabel('Tracking number').fill('GIG 4471 902');
  await page.getByRole('button', { name: 'Ship one order' }).click();
  await row.getByText('shipped').waitFor();
}
