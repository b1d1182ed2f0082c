import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import type { ManualPaymentReply } from '@copup/shared/shop.ts';
import { call } from '@copup/testkit/players.ts';
import { setPin, testPin } from '@copup/testkit/wallet-player.ts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { App, operator } from './support/app.ts';
import { desktop, openVisitor, type Visitor } from './support/browser.ts';
import { createPlayer, type RealPlayer, signIn } from './support/people.ts';
import { sharedBrowser } from './support/shared-browser.ts';

let app: App;
let desk: Visitor;
let page: Page;
let ngozi: RealPlayer;
let reference = '';

/** What an operator did since a task began: presses of the pointer or of a key, and fields filled. */
let acts = 0;
const press = async (on: Locator) => {
  acts += 1;
  await on.click();
};
const key = async (name: string) => {
  acts += 1;
  await page.keyboard.press(name);
};
const fill = async (on: Locator, text: string) => {
  acts += 1;
  await on.fill(text);
};
const button = (name: string | RegExp, on: Page | Locator = page) => on.getByRole('button', { name });
const dialog = () => page.getByRole('dialog');
const saysSoon = (text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).first().waitFor();

/** Opens by the palette: type, wait for what is found, Enter. */
async function ask(text: string, option: RegExp): Promise<void> {
  await key('Control+k');
  await fill(page.getByRole('combobox', { name: /^Find a person/ }), text);
  await page.getByRole('option', { name: option }).first().waitFor();
  await key('Enter');
}

const table: { task: string; acts: number; seconds: string }[] = [];

beforeAll(async () => {
  app = await App.start();
  ngozi = await createPlayer(app, 'ngozi_o', 400);
  const paid = { bid_points: 100, price: 9_900, sender_account_name: 'Ngozi Obi' };
  const announced = await call(app.url, 'POST', '/manualPayment/manual-payment', {
    token: ngozi.token,
    body: paid,
  });
  reference = (announced.body as ManualPaymentReply).reference;
  for (const username of ['tunde_a', 'zainab_m']) await requestPayout(username);
  const by = await app.signInOperator();
  await by.createAuction({
    ...{ name: 'Standing fan', category: 'product', price: 45_000, entry_bid_points: 5 },
    end_date: new Date(Date.now() + 3_600_000).toISOString(),
  });
  desk = await openVisitor(await sharedBrowser(), { name: 'operator', url: app.url, viewport: desktop });
  page = desk.page;
  await signIn(desk, operator);
  await page.waitForURL('**/admin/overview');
});
afterAll(async () => {
  console.table(table);
  expect(desk.errors).toEqual([]);
  await app?.stop();
});

/** A payout that an operator approved. */
async function requestPayout(username: string): Promise<void> {
  const { token } = await createPlayer(app, username, 400);
  await setPin(app.url, { token });
  const account = { account_name: username, account_number: '0123456789', bank_name: 'kuda' };
  const { body } = await call(app.url, 'POST', '/tradeConfirm/payout', {
    token,
    body: { ...account, bid_points: 200, pin: testPin },
  });
  const { id } = (body as { payout: { id: number } }).payout;
  await (await app.signInOperator()).call('POST', `/admin/payouts/${id}/approve`);
}

/** Tasks of an operator's first day, each from the overview, with the most acts that it may need. */
const tasks: readonly [task: string, most: number, run: () => Promise<void>][] = [
  [
    'approve a bank transfer by its reference',
    4,
    async () => {
      await press(page.getByRole('list', { name: 'Decide now' }).getByRole('link', { name: /^Payments/ }));
      await page.getByText(reference).first().waitFor();
      await key('a');
      await fill(page.getByRole('form', { name: 'Approve' }).getByLabel('Bank reference'), 'GTB-1');
      await key('Enter');
      await saysSoon(/approved/);
    },
  ],
  [
    'pay two payouts with one file of the bank',
    7,
    async () => {
      await press(page.getByRole('navigation').getByRole('link', { name: /^Payouts/ }));
      await press(page.getByRole('radio', { name: /^To pay/ }));
      await press(page.getByLabel('Select all on this page'));
      const download = page.waitForEvent('download');
      await press(button('Bank file'));
      await download;
      await press(button('Mark 2 as paid'));
      await fill(dialog().getByLabel('Bank reference'), 'ZEN-FILE-1');
      await press(button('Mark 2 as paid', dialog()));
      await page.getByText('2 payouts paid').first().waitFor();
    },
  ],
  [
    'find a player, and note what was said',
    6,
    async () => {
      await ask('ngozi', /ngozi_o/);
      await press(button('Add a note…'));
      await fill(dialog().getByLabel('Note'), 'Called about a transfer.');
      await press(button('Add the note', dialog()));
      await page.getByText('Called about a transfer.').waitFor();
    },
  ],
  [
    'suspend a player',
    5,
    async () => {
      await ask('suspend ngozi', /^Suspend user/);
      await fill(dialog().getByLabel('Reason'), 'Two accounts of one person');
      await press(button('Suspend', dialog()));
      await button('Renew…').waitFor();
    },
  ],
  [
    'give coins back to a player',
    7,
    async () => {
      await ask('adjust tunde', /^Adjust the coins of user/);
      await fill(dialog().getByLabel('Coins'), '20');
      await fill(dialog().getByLabel('Reason'), 'A task was counted twice');
      await press(button('Continue', dialog()));
      await press(button(/to tunde_a$/, dialog()));
      await dialog().waitFor({ state: 'detached' });
    },
  ],
  [
    'open an auction',
    8,
    async () => {
      await ask('new auction', /^New auction/);
      await fill(dialog().getByLabel('Name'), 'Rice cooker');
      await fill(dialog().getByLabel('Price (naira)'), '45000');
      await fill(dialog().getByLabel('Entry fee (coins)'), '5');
      const end = new Date(Date.now() + 2 * 3_600_000).toISOString().slice(0, 19);
      await fill(dialog().getByLabel('Ends at'), end);
      await press(button('Create auction', dialog()));
      await page.getByRole('row').filter({ hasText: 'Rice cooker' }).waitFor();
    },
  ],
  [
    'open the same auction again',
    5,
    async () => {
      await ask('rice cooker', /^Rice cooker/);
      await press(button('Duplicate Rice cooker'));
      await press(button('Create auction', dialog()));
      await dialog().waitFor({ state: 'detached' });
    },
  ],
  [
    'cancel an auction',
    5,
    async () => {
      await ask('cancel standing fan', /^Cancel auction Standing fan/);
      await fill(dialog().getByLabel('Reason'), 'The fan is broken');
      await press(button(/^Cancel/, dialog().locator('form')));
      await page.getByText('Cancelled', { exact: true }).first().waitFor();
    },
  ],
  [
    'change a setting',
    6,
    async () => {
      await ask('bid increment', /increment/i);
      await fill(dialog().getByLabel(/^Value/), '2');
      await fill(dialog().getByLabel('Reason'), 'Higher steps in the evening');
      await press(button('Save', dialog()));
      await dialog().waitFor({ state: 'detached' });
    },
  ],
  [
    'see who changed a setting',
    3,
    async () => {
      await ask('audit', /^Audit log/);
      await page.getByRole('row').filter({ hasText: 'Changed a setting' }).first().waitFor();
    },
  ],
  [
    'pause alerts for planned work',
    6,
    async () => {
      await ask('alerts', /^Alerts/);
      await press(button('Pause…'));
      await fill(dialog().getByLabel('Reason'), 'The database is moved');
      await press(button('Pause alerts', dialog()));
      await page.getByText('The database is moved').waitFor();
    },
  ],
  [
    'watch a room live',
    1,
    async () => {
      await press(page.getByRole('navigation').getByRole('link', { name: /^Live rooms/ }));
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  ],
];

describe('O1 an operator’s first day', { tags: ['full'] }, () => {
  it.each(tasks)('%s needs at most %i acts', async (task, most, run) => {
    await page.goto(operatorPath(operatorPaths.overview));
    await page.getByRole('heading', { level: 1 }).waitFor();
    acts = 0;
    const start = performance.now();
    await run();
    table.push({ task, acts, seconds: ((performance.now() - start) / 1_000).toFixed(1) });
    expect(acts).toBeLessThanOrEqual(most);
  });
});
