// @module-tag full
import { operatorPath, operatorPaths, paths } from '@copup/shared/page-paths.ts';
import type { Browser } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { App, operator, secondOperator } from './support/app.ts';
import { desktop, openVisitor, type Visitor } from './support/browser.ts';
import { createPlayer, type RealPlayer, signIn, until, visitSignedIn } from './support/people.ts';
import { Rival } from './support/rival.ts';
import { sharedBrowser } from './support/shared-browser.ts';

let app: App;
let browser: Browser;
beforeEach(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
});
afterEach(async () => {
  await app?.stop();
});

/** Lets the player win a product and order it; resolves with the number of the order. */
async function orderOf(player: RealPlayer, name: string): Promise<number> {
  const by = await app.signInOperator();
  const rival = new Rival(player, app.url);
  const end_date = new Date(Date.now() + 3_600_000).toISOString();
  const { id } = await by.createAuction({
    name,
    end_date,
    category: 'product',
    price: 90_000,
    entry_bid_points: 5,
  });
  await rival.payEntry(id);
  await rival.bid(id);
  await app.endAuction(id);
  const headers = { authorization: `Bearer ${player.token}`, 'content-type': 'application/json' };
  await until(async () => {
    const cart = (await (await fetch(`${app.url}/api/cart`, { headers })).json()) as unknown[];
    expect(cart).toHaveLength(1);
  });
  const body = JSON.stringify({ address: '12 Broad Street, Lagos' });
  const reply = await fetch(`${app.url}/api/cart/checkout`, { method: 'POST', headers, body });
  return ((await reply.json()) as { order_ids: number[] }).order_ids[0] ?? 0;
}

async function openDesk(who: { email: string; password: string }, name: string): Promise<Visitor> {
  const desk = await openVisitor(browser, { name, url: app.url, viewport: desktop });
  await signIn(desk, who);
  await desk.page.waitForURL('**/admin**');
  return desk;
}

it('A10 one operator ships, another sees it at once and undoes it; the player sees neither', async () => {
  const player = await createPlayer(app, 'adaeze', 100);
  const orderId = await orderOf(player, 'Pressing iron');
  const path = `${operatorPath(operatorPaths.orders)}/${orderId}`;
  const first = await openDesk(operator, 'first');
  const second = await openDesk(secondOperator, 'second');
  const buyer = await visitSignedIn(browser, app, player);
  await Promise.all([first.page.goto(path), second.page.goto(path)]);
  await buyer.page.goto(paths.orders);
  await buyer.page.getByText('Pressing iron').first().waitFor();

  await second.page.getByRole('button', { name: 'Ship…' }).waitFor();
  await first.page.getByRole('button', { name: 'Ship…' }).click();
  await first.page.getByLabel('Carrier').fill('GIG Logistics');
  await first.page.getByLabel('Tracking number').fill('GIG 4471 902');
  await first.page.keyboard.press('Enter');
  // The other page follows without a reload.
  const undo = second.page.getByRole('button', { name: `Undo shipping order ${orderId}` });
  await undo.waitFor();
  await second.page.getByText('Shipped an order').waitFor();
  await second.page.getByText('GIG Logistics · GIG 4471 902').first().waitFor();
  await undo.click();
  await first.page.getByRole('button', { name: 'Ship…' }).waitFor();
  await first.page.getByText('Undid a shipment').waitFor();

  const headers = { authorization: `Bearer ${player.token}` };
  const orders = (await (await fetch(`${app.url}/api/user/user-orders`, { headers })).json()) as object[];
  expect(orders).toMatchObject([{ status: 'processing', carrier: null, tracking: null }]);
  expect([...first.errors, ...second.errors, ...buyer.errors]).toEqual([]);
});
