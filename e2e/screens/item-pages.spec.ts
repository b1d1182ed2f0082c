import type { AdminUser } from '@copup/shared/admin.ts';
import type { AdminAuction } from '@copup/shared/auctions.ts';
import type { AdminOrder } from '@copup/shared/cart.ts';
import type { ItemEntry, ItemTimeline } from '@copup/shared/item-timeline.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import { describe, expect, it } from 'vitest';
import { desktop } from '../support/browser.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { auctionOf, longName, longNamed, ngozi, roomStateOf } from './staged-page.ts';
import { stagePlayer } from './staged-player.ts';

const stage = new Stage();
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const entry = (id: number, change: Partial<ItemEntry>): ItemEntry => ({
  id: `x:${id}`,
  at: ago(id),
  source: 'bids',
  kind: 'bid',
  text: 'Bid',
  detail: null,
  user: { id: longNamed.id, username: longNamed.username },
  amount: 14_820 - id * 10,
  tone: 'plain',
  link: null,
  ...change,
});
const entries = [
  entry(1, { text: 'Late bid moved the end by 6 s', tone: 'late' }),
  entry(2, { source: 'coins', kind: 'bid_hold', text: null }),
  entry(3, { source: 'notices', kind: 'outbid', text: null, amount: null }),
  entry(4, {
    source: 'operators',
    kind: 'order.ship',
    text: null,
    amount: null,
    detail: 'GIG Logistics · GIG 4471 902',
    link: { kind: 'order', id: '100001', name: longName },
  }),
  entry(1_500, { source: 'status', text: 'Created', amount: null }),
];
const timeline = (change: Partial<ItemTimeline> = {}): { json: ItemTimeline } => ({
  json: {
    items: entries,
    next: 'more',
    sources: ['bids', 'status', 'joins', 'coins', 'notices', 'operators'],
    links: [
      { kind: 'user', id: longNamed.id, name: longNamed.username, label: 'Leader' },
      { kind: 'order', id: '100001', name: longName, label: 'Order' },
    ],
    ...change,
  },
});

const live = auctionOf({
  name: longName,
  current_bid_amount: 14_820,
  highest_bidder: longNamed.username,
  seq: 1_204,
});
const auction: AdminAuction = {
  ...live,
  realm: 0,
  reserve_points: 0,
  minimum_entries: 0,
  entries_count: 412,
  leader_maximum: null,
  created_at: ago(1_500),
  settled_at: null,
  cancel_reason: null,
};
const order: AdminOrder = {
  id: 100_001,
  order_id: 100_001,
  auction_id: 1001,
  auction_name: longName,
  auction_category: 'product',
  image: '',
  price: 640_000,
  won_at: ago(91),
  status: 'processing',
  created_at: ago(90),
  updated_at: ago(90),
  user_id: longNamed.id,
  username: longNamed.username,
  price_paid: 310,
  address: '12 Allen Avenue,\nIkeja, Lagos',
  account_name: null,
  account_number: null,
  contact_info: '0803 123 4567',
  carrier: null,
  tracking: null,
  shipped_at: null,
  delivered_at: null,
  undo_until: null,
  bank_reference: null,
  sendable_from: null,
  on_hold: null,
  approval_id: null,
};
const user: AdminUser = {
  id: longNamed.id,
  username: longNamed.username,
  full_name: longNamed.full_name,
  email: longNamed.email,
  role: 0,
  operator_role: null,
  realm: 0,
  available: 1_234_567_890,
  held: 960,
  bonus: 50,
  task: 0,
  created_at: ago(400_000),
  deleted_at: null,
  is_demo: false,
};

async function openOperator() {
  const { staged } = await stage.reuse({ ...ngozi, role: 1 });
  staged.answer('/admin/overview', { json: { queues: [], server_time: ago(0) } });
  await stage.page.setViewportSize(desktop);
  return { staged, page: stage.page };
}

describe('O1 pages of single items', () => {
  it('an auction: the live price, bids, coins in play, what cancelling does, and the timeline', async () => {
    const { staged, page } = await openOperator();
    staged.answer('/admin/auctions/1001', { json: auction });
    staged.answer('/admin/timelines/auction/1001', timeline());
    staged.socket.set('auction:1001@card', roomStateOf(live), { watchers: 1_284 });
    staged.socket.set('item:auction-1001', { version: 1 });
    await stage.show(`${operatorPath(operatorPaths.auctions)}/1001`);
    await page.getByRole('heading', { name: longName, level: 1 }).waitFor();
    await page.getByText('Late bid moved the end by 6 s').first().waitFor();
    await page.getByText('Refunds 412 entries, 20,600 coins').waitFor();
    await page.getByRole('region', { name: 'Live' }).getByText('1,284').waitFor();
    await look(page, 'console-auction', { fullPage: true });
    await page.getByRole('button', { name: 'Cancel auction…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: `Cancel ${longName}` });
    await dialog.getByText('Tells 412 players, with your reason').waitFor();
    await look(page, 'console-auction-cancel');
  });

  it('an order is shipped with a carrier and a tracking number, by keyboard, and can be undone', {
    tags: ['full'],
  }, async () => {
    const { staged, page } = await openOperator();
    staged.answer('/admin/orders/100001', { json: order });
    staged.answer('/admin/timelines/order/100001', timeline({ next: null }));
    staged.socket.set('item:order-100001', { version: 1 });
    await stage.show(`${operatorPath(operatorPaths.orders)}/100001`);
    await page.getByRole('button', { name: 'Ship…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Ship order 100001' });
    await dialog.getByRole('button', { name: 'Ship one order' }).press('Enter');
    await dialog.getByText('Enter the carrier.').waitFor();
    await dialog.getByText('Enter the tracking number.').waitFor();
    await look(page, 'console-ship');
    const shipped = {
      ...order,
      ...{ status: 'shipped', carrier: 'GIG Logistics', tracking: 'GIG 4471 902' },
      ...{ shipped_at: ago(0), undo_until: ago(-1) },
    } as const;
    staged.answer('/admin/orders/100001/ship', { json: shipped });
    staged.answer('/admin/orders/100001', { json: shipped });
    await dialog.getByLabel('Carrier').fill('GIG Logistics');
    await dialog.getByLabel('Tracking number').fill('GIG 4471 902');
    const sent = page.waitForRequest('**/api/admin/orders/100001/ship');
    await page.keyboard.press('Enter');
    expect((await sent).postDataJSON()).toEqual({ carrier: 'GIG Logistics', tracking: 'GIG 4471 902' });
    staged.socket.set('item:order-100001', { version: 2 });
    await page.getByRole('button', { name: 'Undo shipping order 100001' }).waitFor();
    await look(page, 'console-order', { fullPage: true });
    staged.answer('/admin/orders/100001/undo-ship', { json: order });
    const undone = page.waitForRequest('**/api/admin/orders/100001/undo-ship');
    await page.getByRole('button', { name: 'Undo shipping order 100001' }).press('Enter');
    expect((await undone).postDataJSON()).toEqual({ shipped_at: shipped.shipped_at });
  });

  it('A10a a cash order says from when it can be sent, and is sent with a reference of the bank', async () => {
    const { staged, page } = await openOperator();
    const cash = { ...order, auction_category: 'cash', sendable_from: '2026-11-26T13:05:00.000Z' } as const;
    staged.answer('/admin/orders/100001', { json: cash });
    staged.answer('/admin/timelines/order/100001', timeline({ next: null }));
    await stage.show(`${operatorPath(operatorPaths.orders)}/100001`);
    const when = 'Paid with new coins: can be sent from 26 Nov 2026, 2:05 pm WAT';
    await page.getByText(when, { exact: true }).waitFor();
    await look(page, 'console-order-waits', { fullPage: true });
    await page.getByRole('button', { name: 'Ship…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Ship order 100001' });
    await dialog.getByText(`Order 100001 cannot be shipped now. ${when}`).waitFor();
    await dialog.getByRole('button', { name: 'Ship one order' }).press('Enter');
    await dialog.getByText('Enter the reference of the bank.').waitFor();
    await look(page, 'console-ship-cash');
    const pending = { message: 'Waits', status: 'pending', approval_id: 12 } as const;
    staged.answer('/admin/orders/100001/ship', { status: 202, json: pending });
    staged.answer('/admin/orders/100001', { json: { ...cash, approval_id: 12 } });
    await dialog.getByLabel('Bank reference').fill('GTB/0921/77');
    const sent = page.waitForRequest('**/api/admin/orders/100001/ship');
    await page.keyboard.press('Enter');
    expect((await sent).postDataJSON()).toEqual({ bank_reference: 'GTB/0921/77' });
    await page.getByText('Shipping order 100001 waits for approval by a second operator').waitFor();
  });

  it('a user: balances, the account, and a timeline of one source', { tags: ['full'] }, async () => {
    const { staged, page } = await openOperator();
    staged.answer(`/admin/users/${user.id}`, { json: user });
    stagePlayer(staged, user.id);
    staged.answer(
      `/admin/timelines/user/${user.id}`,
      timeline({ links: [], sources: ['coins', 'notices', 'account', 'operators'] }),
    );
    staged.socket.set(`item:user-${user.id}`, { version: 1 });
    await stage.show(`${operatorPath(operatorPaths.users)}/${user.id}`);
    await page.getByText('1,234,567,890').waitFor();
    const asked = page.waitForRequest(/timelines\/user\/.*source=coins/);
    await page.getByRole('radio', { name: 'Coins' }).check();
    await asked;
    await look(page, 'console-user', { fullPage: true });
  });

  it('X13 a player is renamed from their page, with the server’s refusal at the field', async () => {
    const { staged, page } = await openOperator();
    staged.answer(`/admin/users/${user.id}`, { json: user });
    stagePlayer(staged, user.id);
    staged.answer(`/admin/timelines/user/${user.id}`, timeline({ links: [], sources: ['operators'] }));
    staged.socket.set(`item:user-${user.id}`, { version: 1 });
    await stage.show(`${operatorPath(operatorPaths.users)}/${user.id}`);
    await page.getByRole('button', { name: 'Rename…' }).click();
    const dialog = page.getByRole('dialog', { name: `Rename ${user.username}` });
    const rename = dialog.getByRole('button', { name: 'Rename' });
    await rename.click();
    await dialog.getByText('Enter another username.').waitFor();
    await dialog.getByText('Add a reason for the audit log.').waitFor();
    const message = 'This username is not allowed.';
    const refusal = { code: 'VALIDATION_FAILED', message, issues: [{ path: 'username', message }] };
    const path = `/admin/users/${user.id}/rename`;
    staged.answer(path, { status: 400, json: refusal });
    await dialog.getByLabel('New username').fill('copup_help');
    await dialog.getByLabel('Reason').fill('It insults a player.');
    await rename.click();
    await dialog
      .getByRole('textbox', { name: 'New username' })
      .and(page.locator('[aria-invalid="true"]'))
      .waitFor();
    await look(page, 'console-rename');
    staged.answer(path, { json: { ...user, username: 'kind_ada' } });
    await dialog.getByLabel('New username').fill('kind_ada');
    const sent = page.waitForRequest(`**/api${path}`);
    await rename.click();
    expect((await sent).postDataJSON()).toEqual({ username: 'kind_ada', reason: 'It insults a player.' });
    await page.getByText(`${user.username} is now kind_ada`).waitFor();
  });

  it('X11 the list marks demo players', { tags: ['full'] }, async () => {
    stage.discard();
    const { page } = await openOperator();
    const rows = [user, { ...user, id: crypto.randomUUID(), username: 'tunde_demo', is_demo: true }];
    await page.route('**/api/admin/users?**', (route) =>
      route.fulfill({ json: rows, headers: { 'content-range': 'users 0-1/2' } }),
    );
    await stage.show(operatorPath(operatorPaths.users));
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('tunde_demo').getByText('demo player', { exact: true }).waitFor();
    expect(await row(user.username).getByText('demo player', { exact: true }).count()).toBe(0);
  });

  it('one that does not exist, and a timeline that fails and loads again', { tags: ['full'] }, async () => {
    const { staged, page } = await openOperator();
    await stage.show(`${operatorPath(operatorPaths.orders)}/7`);
    await page.getByText('There is no order 7.').waitFor();
    await look(page, 'console-item-missing');
    staged.answer('/admin/orders/100001', { json: order });
    staged.answer('/admin/timelines/order/100001', { status: 503, json: { code: 'BUSY', message: 'Busy' } });
    await stage.show(`${operatorPath(operatorPaths.orders)}/100001`);
    const card = page.getByRole('region', { name: 'Timeline' });
    // The page repeats a call that failed before it says so.
    await card.getByRole('button', { name: 'Try again' }).waitFor();
    staged.answer('/admin/timelines/order/100001', timeline({ items: [], next: null, links: [] }));
    await card.getByRole('button', { name: 'Try again' }).click();
    await card.getByText('Nothing happened yet').waitFor();
    await look(page, 'console-item-empty');
  });
});
