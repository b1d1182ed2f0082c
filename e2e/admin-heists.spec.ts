// @module-tag full
import type { AdminHeistOrder } from '@copup/shared/heist-orders.ts';
import type { AdminHeist, NearMiss } from '@copup/shared/heists.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photograph } from './screens/look.ts';
import { App, operator } from './support/app.ts';
import { desktop, openVisitor } from './support/browser.ts';
import { signIn, until } from './support/people.ts';
import { sharedBrowser } from './support/shared-browser.ts';

let app: App;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
  const admin = await openVisitor(browser, { name: 'operator', url: app.url, viewport: desktop });
  page = admin.page;
  await signIn(admin, operator);
  await page.waitForURL('**/admin/overview');
});
afterAll(async () => {
  await app?.stop();
});

const row = (text: string) => page.getByRole('row').filter({ hasText: text });
const dialog = () => page.getByRole('dialog');
const notice = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
/** The time of an input, which has no time zone. */
const local = (fromNowMs: number) => {
  const at = new Date(Date.now() + fromNowMs);
  return new Date(at.getTime() + 3_600_000).toISOString().slice(0, 19);
};

describe('O1 heists in the console', () => {
  it('O3 are created with all fields, edited and cancelled', async () => {
    await page.getByRole('link', { name: 'Heists', exact: true }).click();
    await page.getByText('No unlock code').waitFor();
    await page.getByRole('button', { name: 'New heist' }).click();
    await press('Create heist');
    await dialog().getByText('Enter 1 to 20 answers, one a line.').waitFor();
    const texts: Record<string, string> = {
      Name: 'The Alaba Switch',
      Story: 'A shop in Alaba.',
      'Prize in words': 'Infinix Note 40 Pro',
      'Prize (coins)': '5000',
      'Ticket price (coins)': '20',
      Capacity: '100',
      'Minimum tickets': '101',
      Question: 'Which river passes Lokoja?',
      'Accepted answers': 'Niger\nRiver Niger',
      'Opens at': local(3_600_000),
      'Starts at': local(7_200_000),
      'Ends at': local(10_800_000),
    };
    for (const [label, text] of Object.entries(texts)) await dialog().getByLabel(label).fill(text);
    await press('Create heist');
    await dialog().getByText('The minimum must not exceed the capacity.').waitFor();
    expect(await photograph(page, 'admin-heist-form')).toEqual([]);
    await dialog().getByLabel('Minimum tickets').fill('5');
    await dialog().getByLabel('Winner').selectOption('draw');
    await press('Create heist');
    await notice('Heist created');
    await row('The Alaba Switch').getByText('waiting').waitFor();
    await row('The Alaba Switch').getByRole('button', { name: 'Edit' }).click();
    expect(await dialog().getByLabel('Accepted answers').inputValue()).toBe('Niger\nRiver Niger');
    await dialog().getByLabel('Name').fill('The Alaba Swap');
    await press('Save');
    await notice('Heist saved');
    expect(await photograph(page, 'admin-heists')).toEqual([]);
    await row('The Alaba Swap').getByRole('button', { name: 'Cancel' }).click();
    await dialog().getByText('There are no entries to refund').waitFor();
    await dialog().getByText('This can’t be undone').waitFor();
    await dialog().getByLabel('Reason').fill('The prize was lost.');
    await press('Cancel heist');
    await notice('Heist cancelled');
    await row('The Alaba Swap').getByText('cancelled').waitFor();
  });

  it('H3 near answers are accepted with a reason, and an approval is announced', async () => {
    const [created] = (await (
      await page.request.get(`${app.url}/api/admin/heists`, { headers: await authorization() })
    ).json()) as [AdminHeist];
    const near = (over: Partial<NearMiss>): NearMiss => ({
      user_id: '01935b1e-0000-7000-8000-000000000001',
      username: 'ngozi',
      answer: 'Nigr',
      closest: 'Niger',
      distance: 1,
      users: 3,
      answered_at: new Date().toISOString(),
      accepted_by: null,
      ...over,
    });
    const items = [
      near({}),
      near({ user_id: '01935b1e-0000-7000-8000-000000000002', answer: 'Rivr Niger', accepted_by: 'amara' }),
    ];
    await page.route('**/api/admin/heists?**', (route) =>
      route.fulfill({
        json: [{ ...created, status: 'started', answers_count: 12 }],
        headers: { 'content-range': 'heists 0-0/1' },
      }),
    );
    await page.route('**/near-misses', (route) => route.fulfill({ json: { items } }));
    let sent: unknown;
    await page.route('**/accept-answer', (route) => {
      sent = route.request().postDataJSON();
      return route.fulfill({ status: 202, json: { message: 'Waits', status: 'pending', approval_id: 1 } });
    });
    await page.reload();
    await row('The Alaba Swap').getByRole('button', { name: 'Near answers' }).click();
    await dialog().getByText('accepted by amara').waitFor();
    expect(await photograph(page, 'admin-heist-near')).toEqual([]);
    await dialog().getByRole('button', { name: 'Accept Nigr' }).click();
    await press('Accept the answer');
    await dialog().getByText('Add a reason for the audit log.').waitFor();
    await dialog().getByLabel('Reason').fill('A letter is missing.');
    await press('Accept the answer');
    await notice('Accepting the answer waits for approval by a second operator');
    expect(sent).toEqual({ user_id: items[0]?.user_id, reason: 'A letter is missing.' });
    await page.unroute('**/api/admin/heists?**');
  });

  it('H8 heist orders are approved together, delivered and refunded', async () => {
    const orders = ['pending', 'pending', 'approved'].map(
      (status, nth): AdminHeistOrder => ({
        id: 500_001 + nth,
        order_id: 500_001 + nth,
        heist_id: 3_001 + nth,
        heist_name: `Vault ${nth + 1}`,
        heist_prize: 'Game console and two pads',
        image: '',
        auction_category: 'product',
        status: status as AdminHeistOrder['status'],
        sendable_from: null,
        on_hold: nth === 2 ? 'OWES_COINS' : null,
        approval_id: null,
        created_at: new Date().toISOString(),
        updated_at: new Date().toISOString(),
        user_id: '01935b1e-0000-7000-8000-000000000001',
        username: 'ngozi',
        prize: 5_000,
        ticket_paid: 20,
        address: '0803 555 0142\n14 Adeniran Ogunsanya Street, Surulere',
      }),
    );
    const moves: Record<string, AdminHeistOrder['status']> = {
      approve: 'approved',
      deliver: 'delivered',
      refund: 'refunded',
    };
    await page.route('**/api/admin/heist-orders?**', (route) =>
      route.fulfill({ json: orders, headers: { 'content-range': 'heist-orders 0-2/3' } }),
    );
    await page.route('**/api/admin/heist-orders/*/*', (route) => {
      const [id, action] = new URL(route.request().url()).pathname.split('/').slice(-2);
      const order = orders.find((one) => String(one.id) === id) as AdminHeistOrder;
      order.status = moves[action ?? ''] ?? order.status;
      return route.fulfill({ json: order });
    });
    await page.goto('/admin/heist-orders');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Approve selected' }).click();
    await press('Approve 2 orders');
    await notice('2 orders are approved');
    await row('Vault 3').getByRole('button', { name: 'Deliver' }).click();
    await notice('Order 500003 is delivered');
    expect(await photograph(page, 'admin-heist-orders')).toEqual([]);
    await row('Vault 1').getByRole('button', { name: 'Refund' }).click();
    await dialog().getByLabel('Reason').fill('Out of stock');
    await press('Refund 20 coins to ngozi');
    await until(async () => expect(orders[0]?.status).toBe('refunded'));
    await row('Vault 1').getByText('refunded').waitFor();
  });
});

async function authorization(): Promise<Record<string, string>> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  return { authorization: `Bearer ${token}` };
}
