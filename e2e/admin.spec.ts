import type { SignedIn } from '@copup/shared/auth.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { App, operator, secondOperator } from './support/app.ts';
import { axeViolations } from './support/axe.ts';
import { desktop, openVisitor, type Visitor } from './support/browser.ts';
import { failUntilPressed } from './support/fail-until-pressed.ts';
import { type Person, Realm, register, signIn, until } from './support/people.ts';
import { Rival } from './support/rival.ts';
import { sharedBrowser } from './support/shared-browser.ts';
import { story } from './support/story.ts';

const phone = { width: 390, height: 844 };
const ngozi: Person = {
  email: 'ngozi@copup.test',
  username: 'ngozi',
  fullName: 'Ngozi Eze',
  password: 'purple yam 12',
};
const emeka: Person = {
  email: 'emeka@copup.test',
  username: 'emeka',
  fullName: 'Emeka Obi',
  password: 'yellow maize 31',
};
/** A PNG of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let app: App;
let browser: Browser;
let admin: Visitor;
let page: Page;
const visitors: Visitor[] = [];

async function arrive(name: string): Promise<Visitor> {
  const visitor = await openVisitor(browser, { name, url: app.url, viewport: desktop });
  visitors.push(visitor);
  return visitor;
}

beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
  for (const person of [ngozi, emeka]) {
    const visitor = await arrive(person.username);
    await register(visitor, app, person);
    await visitor.context.close();
  }
  admin = await arrive('operator');
  page = admin.page;
  await signIn(admin, operator);
  await page.waitForURL('**/admin/overview');
});
afterAll(async () => {
  await app?.stop();
});

const linkOf = (on: Page, name: string) =>
  on.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}`) });
/** Opens a page; the one before may have fields of the same names. */
const open = async (name: string) => {
  await linkOf(page, name).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
};
const row = (text: string) => page.getByRole('row').filter({ hasText: text });
const dialog = () => page.getByRole('dialog');
const notice = (text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).first().waitFor();
const filterOf = () => JSON.parse(new URL(page.url()).searchParams.get('filter') ?? '{}') as object;

async function tokenOf({ email, password }: Person): Promise<SignedIn> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email, password });
  const reply = await fetch(`${app.url}/api/auth/login`, { method: 'POST', headers, body });
  return (await reply.json()) as SignedIn;
}

async function newAuction(name: string, end = new Date(Date.now() + 3_600_000)): Promise<void> {
  await page.getByRole('button', { name: 'New auction' }).click();
  await dialog().getByLabel('Name').fill(name);
  await dialog().getByLabel('Price (naira)').fill('45000');
  await dialog().getByLabel('Entry fee (coins)').fill('5');
  const local = new Date(end.getTime() + 3_600_000).toISOString().slice(0, 19);
  await dialog().getByLabel('Ends at').fill(local);
}

story(
  'O1 O3 A8 auctions in the operators’ console',
  { tags: ['full'] },
  {
    'O1 O3 creates auctions, with errors at their fields and a preview of the picture': async () => {
      await open('Auctions');
      await page.getByRole('button', { name: 'New auction' }).click();
      await dialog().getByRole('button', { name: 'Create auction' }).click();
      await dialog().getByText('Enter a name.').waitFor();
      await until(async () =>
        expect(
          await dialog()
            .getByLabel('Name')
            .evaluate((input) => input === document.activeElement),
        ).toBe(true),
      );
      await admin.screenshots('admin-auction-errors');
      await page.keyboard.press('Escape');
      // An error of the server is shown at the field, too.
      await newAuction('Rice cooker', new Date(Date.now() - 60_000));
      await dialog().getByRole('button', { name: 'Create auction' }).click();
      const end = dialog().getByLabel('Ends at');
      await until(async () => expect(await end.getAttribute('aria-invalid')).toBe('true'));
      await dialog().getByText('must be in the future').waitFor();
      await end.fill('2040-01-02T03:04:05');
      await dialog()
        .getByLabel('Picture')
        .setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: pixel });
      await dialog().getByRole('button', { name: 'Create auction' }).click();
      await dialog().getByText('PNG, JPEG or WebP only').waitFor();
      await dialog()
        .getByLabel('Picture')
        .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: pixel });
      expect(await dialog().locator('img').getAttribute('src')).toMatch(/^blob:/);
      await dialog().getByRole('button', { name: 'Create auction' }).click();
      await notice('Auction created');
      // The list is read again after the picture was sent.
      await row('Rice cooker').locator('img').waitFor();
      await row('Rice cooker').getByRole('button', { name: 'Edit Rice cooker' }).click();
      expect(await dialog().locator('img').getAttribute('src')).toMatch(/^\/uploads\//);
      await dialog().getByText('only its name, description and picture can change').waitFor();
      await dialog().getByLabel('Name').fill('Rice cooker, 5 l');
      await dialog().getByRole('button', { name: 'Save' }).click();
      await row('Rice cooker, 5 l').waitFor();
    },

    'O3 keeps filters, order and page in the URL': async () => {
      await newAuction('Television');
      await dialog().getByRole('button', { name: 'Create auction' }).click();
      await row('Television').waitFor();
      await page.getByLabel('Find an auction').fill('rice');
      await page.getByRole('button', { name: 'Search' }).click();
      await row('Television').waitFor({ state: 'hidden' });
      expect(filterOf()).toEqual({ q: 'rice', realm: '0' });
      await page.getByLabel('Status').selectOption('cancelled');
      await page.getByText('Nothing matches').waitFor();
      await admin.screenshots('admin-auctions-nothing');
      await page.goBack();
      await row('Rice cooker').waitFor();
      await page.reload();
      await row('Rice cooker').waitFor();
      expect(await page.getByLabel('Find an auction').inputValue()).toBe('rice');
      await page.getByLabel('Find an auction').fill('');
      await page.keyboard.press('Enter');
      await row('Television').waitFor();
      const name = page.getByRole('columnheader', { name: 'Name' });
      const names = () => page.getByRole('rowheader').allInnerTexts();
      await name.getByRole('button').focus();
      await page.keyboard.press('Enter');
      await until(async () => expect(await name.getAttribute('aria-sort')).toBe('ascending'));
      await until(async () => expect((await names()).map((text) => text[0])).toEqual(['R', 'T']));
      await page.keyboard.press('Enter');
      await until(async () => expect((await names()).map((text) => text[0])).toEqual(['T', 'R']));
      expect(await name.getAttribute('aria-sort')).toBe('descending');
      expect(new URL(page.url()).searchParams.get('order')).toBe('DESC');
    },

    'A8 O1 cancels the selected auctions, with one reason': async () => {
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await page.getByText('2 selected').waitFor();
      await page.getByRole('button', { name: 'Cancel selected' }).click();
      await dialog().getByRole('button', { name: 'Cancel 2 auctions' }).click();
      await dialog().getByText('Add a reason for the audit log.').waitFor();
      await dialog().getByLabel('Reason').fill('Listed by mistake');
      await admin.screenshots('admin-auctions-cancel');
      await dialog().getByRole('button', { name: 'Cancel 2 auctions' }).click();
      await notice('2 auctions cancelled');
      await until(async () => expect(await page.getByRole('cell', { name: 'cancelled' }).count()).toBe(2));
    },

    'O3 duplicates one with its terms and its picture, but not its state and its times': async () => {
      const cancelled = row('Rice cooker, 5 l');
      await cancelled.getByRole('button', { name: 'Duplicate Rice cooker, 5 l' }).click();
      await dialog()
        .getByText(/^A copy of auction \d+/)
        .waitFor();
      expect(await dialog().getByLabel('Price (naira)').inputValue()).toBe('45000');
      expect(await dialog().locator('img').getAttribute('src')).toMatch(/^\/uploads\//);
      const start = Date.parse(`${await dialog().getByLabel('Starts at').inputValue()}+01:00`);
      expect(start).toBeGreaterThan(Date.now());
      await dialog().getByLabel('Name').fill('Rice cooker, again');
      await admin.screenshots('admin-auction-duplicate');
      await dialog().getByRole('button', { name: 'Create auction' }).click();
      await notice('Auction created');
      const copy = row('Rice cooker, again');
      await copy.locator('img').waitFor();
      await copy.getByText('pending').waitFor();
      // Beside others, it is in the menu of the row.
      await copy.getByRole('button', { name: 'Actions for Rice cooker, again' }).click();
      await dialog().getByRole('button', { name: 'Duplicate Rice cooker, again' }).click();
      await page.getByRole('dialog', { name: 'New auction' }).waitFor();
      await page.keyboard.press('Escape');
    },
  },
);

story(
  'O3 O4 O3a S8 A10 users, coins, orders and settings in the operators’ console',
  { tags: ['full'] },
  {
    'O4 adds and removes coins after a confirmation with user and amount, under one key': async () => {
      await open('Users');
      await page.getByLabel('Find a user').fill('ngozi');
      await page.getByRole('button', { name: 'Search' }).click();
      await row('ngozi').getByRole('button', { name: 'Give coins to ngozi' }).click();
      await dialog().getByRole('button', { name: 'Continue' }).click();
      await dialog().getByText('Enter a whole number from 1 to 1,000,000,000.').waitFor();
      await dialog().getByLabel('Coins').fill('1200');
      await dialog().getByText('ngozi would have 1,200 available').waitFor();
      await dialog().getByLabel('Reason').fill('welcome');
      await dialog().getByRole('button', { name: 'Continue' }).click();
      await dialog().getByText('Give 1,200 coins to ngozi?').waitFor();
      await admin.screenshots('admin-coins-sure');
      const sent = page.waitForRequest((request) => request.url().endsWith('/adjust'));
      await dialog().getByRole('button', { name: 'Give 1,200 coins to ngozi' }).click();
      expect((await sent).headers()['idempotency-key']).toMatch(/^[\da-f-]{36}$/);
      await notice('1,200 coins given to ngozi');
      await row('ngozi').getByRole('cell', { name: '1,200' }).first().waitFor();

      await row('ngozi').getByRole('button', { name: 'Give coins to ngozi' }).click();
      await dialog().getByLabel('What to do').selectOption('take');
      await dialog().getByLabel('Coins').fill('5000');
      await dialog().getByLabel('Reason').fill('too many');
      await dialog().getByRole('button', { name: 'Continue' }).click();
      await dialog().getByRole('button', { name: 'Take 5,000 coins from ngozi' }).click();
      await dialog().getByText('does not have that many coins').waitFor();
      await dialog().getByLabel('Coins').fill('200');
      await dialog().getByRole('button', { name: 'Continue' }).click();
      await dialog().getByRole('button', { name: 'Take 200 coins from ngozi' }).click();
      await notice('200 coins taken from ngozi');
      await row('ngozi').getByRole('cell', { name: '1,000' }).first().waitFor();
    },

    'O3a large amounts wait for a second operator': async () => {
      await row('ngozi').getByRole('button', { name: 'Give coins to ngozi' }).click();
      await dialog().getByLabel('Coins').fill('20000');
      await dialog().getByLabel('Reason').fill('a prize');
      await dialog().getByRole('button', { name: 'Continue' }).click();
      await dialog().getByRole('button', { name: 'Give 20,000 coins to ngozi' }).click();
      await dialog().getByText('No coins have moved yet').waitFor();
      await admin.screenshots('admin-coins-pending');
      await dialog().getByRole('link', { name: 'See approvals' }).click();
      await row('Ngozi Eze').getByText('You asked for this. Another operator decides.').waitFor();
      await row('Ngozi Eze')
        .getByText(/^Waits for operator_/)
        .waitFor();
      expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
      await admin.screenshots('admin-approvals-own');

      const second = await arrive('second');
      await signIn(second, secondOperator);
      await linkOf(second.page, 'Approvals').click();
      const request = second.page.getByRole('row').filter({ hasText: 'Ngozi Eze' });
      await request.getByRole('cell', { name: '+20,000' }).waitFor();
      await second.screenshots('admin-approvals');
      await request.getByRole('button', { name: 'Approve' }).click();
      const sure = second.page.getByRole('dialog', { name: 'Approve?' });
      await sure.getByText('Give 20,000 coins to Ngozi Eze (ngozi)').waitFor();
      await second.screenshots('admin-approve');
      await sure.getByRole('button', { name: 'Approve +20,000 coins' }).click();
      await second.page.getByRole('status').filter({ hasText: 'Approved: Give 20,000 coins' }).waitFor();
      await second.page.getByText('Nothing matches').waitFor();
      await second.context.close();
    },

    'S8 O3a making an operator waits for a second operator': async () => {
      await open('Users');
      await page.getByLabel('Find a user').fill('emeka');
      await page.getByRole('button', { name: 'Search' }).click();
      await row('emeka').getByRole('button', { name: 'Role of emeka' }).click();
      await dialog().getByText('no longer sees these pages').waitFor();
      await dialog().getByLabel('Role').selectOption('finance');
      await dialog().getByText('can no longer play').waitFor();
      await dialog().getByText('Decide payments, payouts and trades').waitFor();
      await admin.screenshots('admin-role');
      await dialog().getByRole('button', { name: 'Request the role' }).click();
      await notice('The role finance for emeka waits for approval by a second operator');
      await row('emeka').getByText('player', { exact: true }).first().waitFor();
      await open('Approvals');
      await row('Make Emeka Obi (emeka) an operator: finance').getByText('You asked for this.').waitFor();
    },

    'A10 O1 ships orders together, delivers and refunds': async () => {
      const by = await app.signInOperator();
      const { token, user } = await tokenOf(ngozi);
      const winner = new Rival({ ...user, token }, app.url);
      const end_date = new Date(Date.now() + 3_600_000).toISOString();
      for (const name of ['Blender', 'Kettle']) {
        const { id } = await by.createAuction({
          name,
          end_date,
          category: 'product',
          price: 9_000,
          entry_bid_points: 5,
        });
        await winner.payEntry(id);
        await winner.bid(id);
        await app.endAuction(id);
      }
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      await until(async () => {
        const cart = (await (await fetch(`${app.url}/api/cart`, { headers })).json()) as unknown[];
        expect(cart).toHaveLength(2);
      });
      const body = JSON.stringify({ address: '12 Broad Street, Lagos', contactInfo: '0800 000 000' });
      const bought = await fetch(`${app.url}/api/cart/checkout`, { method: 'POST', headers, body });
      expect(bought.status).toBeLessThan(300);

      await open('Orders');
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await page.getByRole('button', { name: 'Ship selected' }).click();
      await dialog().getByText('Kettle').waitFor();
      await admin.screenshots('admin-orders-ship');
      await dialog().getByLabel('Carrier').fill('GIG Logistics');
      for (const [nth, field] of (await dialog().getByLabel('Tracking number').all()).entries())
        await field.fill(`GIG 4471 90${nth}`);
      await dialog().getByRole('button', { name: 'Ship 2 orders' }).click();
      await notice('2 orders are shipped');
      await row('Kettle').getByRole('button', { name: 'Deliver' }).click();
      await row('Kettle').getByText('delivered').waitFor();
      await row('Blender').getByRole('button', { name: 'Refund' }).click();
      await dialog().getByLabel('Reason').fill('broken');
      await dialog()
        .getByRole('button', { name: /Refund 1 coin/ })
        .click();
      await row('Blender').getByText('refunded').waitFor();
      await admin.screenshots('admin-orders');
    },

    'changes a setting in its unit, within the server’s bounds': async () => {
      await open('Settings');
      await page.getByLabel('Find a setting').fill('lateBid');
      await page.getByRole('button', { name: 'Change Late bids' }).click();
      const value = dialog().getByLabel('Value (seconds)');
      expect(await value.inputValue()).toBe('10');
      await value.fill('soon');
      await dialog().getByRole('button', { name: 'Save' }).click();
      await dialog().getByText('Enter a whole number.', { exact: true }).waitFor();
      await dialog().getByText('Add a reason for the audit log.').waitFor();
      await dialog().getByLabel('Reason').fill('Too many late bids');
      await value.fill('9999');
      await dialog().getByRole('button', { name: 'Save' }).click();
      await dialog().getByRole('alert').waitFor();
      expect(await value.getAttribute('aria-invalid')).toBe('true');
      await admin.screenshots('admin-setting-error');
      await value.fill('12');
      await dialog().getByRole('button', { name: 'Save' }).click();
      await notice('A late bid moves the end of its auction to 12 seconds after the bid.');
      await page
        .getByRole('listitem')
        .filter({ hasText: 'lateBidSeconds' })
        .getByText('last change')
        .waitFor();
    },

    'S8 shows the audit log, with details': async () => {
      await open('Audit log');
      await page.getByLabel('Action', { exact: true }).selectOption('user.adjust');
      // Two adjustments, and one that a second operator approved.
      await until(async () => expect(await page.getByRole('rowheader').count()).toBe(4));
      const details = page.getByRole('button', { name: /^Details of Adjusted a user’s coins/ }).last();
      await details.click();
      expect(await details.getAttribute('aria-expanded')).toBe('true');
      await page.getByText('welcome').waitFor();
      await admin.screenshots('admin-audit-log-details');
      const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
      await page.getByLabel('Operator', { exact: true }).fill('nobody_here');
      await page.getByLabel('From', { exact: true }).fill(today);
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByText('Nothing matches').waitFor();
      await page.getByLabel('Operator', { exact: true }).fill('');
      await page.getByRole('button', { name: 'Search' }).click();
      // Each subject links to its page; the filters stay in the address.
      await page
        .getByRole('row')
        .getByRole('link', { name: /^user / })
        .first()
        .click();
      await page.waitForURL('**/admin/users/*');
      await page.goBack();
      await until(async () => expect(await page.getByRole('rowheader').count()).toBe(4));
      expect(filterOf()).toMatchObject({ action: 'user.adjust', from: today, realm: '0' });
      expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe(today);
      await page.getByLabel('Subject', { exact: true }).selectOption('auction');
      await page.getByText('Nothing matches').waitFor();
      await page.getByRole('button', { name: 'Show all' }).click();
      await row('Changed a setting').first().waitFor();
    },

    'O3 goes from page to page': async () => {
      const { id } = await Realm.create(app, { players: 30 });
      await open('Users');
      await page.getByLabel('Realm').fill(String(id));
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByText('1–25 of 30').waitFor();
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByText('26–30 of 30').waitFor();
      expect(new URL(page.url()).searchParams.get('page')).toBe('2');
      await until(async () => expect(await page.getByRole('rowheader').count()).toBe(5));
      await page.getByRole('button', { name: 'Reload' }).click();
      await page.goBack();
      await page.getByText('1–25 of 30').waitFor();
    },

    'O5 lists load tests live, and ends one': async () => {
      await open('Load tests');
      const { id } = await Realm.create(app, { players: 4, coins: 25 });
      const ofTest = row(`Load test ${id}`);
      await ofTest.getByText('Running').waitFor();
      expect(await ofTest.getByRole('cell').allTextContents()).toEqual(expect.arrayContaining(['4', '100']));
      await admin.screenshots('admin-load-tests');
      await ofTest.getByRole('button', { name: `End load test ${id}` }).click();
      await dialog().getByText('Its 4 players are signed out').waitFor();
      await admin.screenshots('admin-load-test-end');
      await dialog()
        .getByRole('button', { name: `End load test ${id}` })
        .click();
      await notice(`Load test ${id} has ended`);
      await ofTest.waitFor({ state: 'hidden' });
      await page.getByLabel('State').selectOption('ended');
      await ofTest.getByText('Ended').waitFor();
      // What happened in it is in the log of its realm only.
      await open('Audit log');
      await row('Changed a setting').first().waitFor();
      expect(await row('a load test').count()).toBe(0);
      await page.getByLabel('Realm').fill(String(id));
      await page.getByRole('button', { name: 'Search' }).click();
      await row('Ended a load test').waitFor();
      expect(await page.getByRole('rowheader').count()).toBe(2);
    },

    'shows the error of a list, and loads it again': async () => {
      const json = { code: 'VALIDATION_FAILED', message: 'Not today.' };
      await failUntilPressed(page, '**/api/admin/users?**', { status: 400, json });
      await open('Users');
      await page.getByRole('alert').filter({ hasText: 'Not today.' }).waitFor();
      await admin.screenshots('admin-failed');
      await page.getByRole('button', { name: 'Try again' }).click();
      await row('ngozi').waitFor();
      await page.unroute('**/api/admin/users?**');
    },

    'fits a phone, passes axe, and keeps the chosen theme': async () => {
      const errors: Record<string, unknown[]> = {};
      for (const path of [
        'auctions',
        'users',
        'orders',
        'approvals',
        'settings',
        'audit-log',
        'load-tests',
      ]) {
        await page.goto(`/admin/${path}?filter={}`);
        await page.locator('table, h3').first().waitFor();
        for (const size of [phone, desktop]) {
          await page.setViewportSize(size);
          const tooWide = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect(tooWide, `${path} at ${size.width}`).toBeLessThanOrEqual(0);
        }
        const found = await axeViolations(page);
        if (found.length > 0) errors[path] = found;
        await admin.screenshots(`admin-${path}`);
      }
      expect(errors).toEqual({});
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');

      // On a phone the buttons of a row are in a menu.
      await page.setViewportSize(phone);
      await page.goto('/admin/users?filter={"q":"ngozi"}');
      await page.getByRole('button', { name: 'Actions for ngozi' }).click();
      await admin.screenshot('admin-row-actions.390x844');
      await dialog().getByRole('button', { name: 'Give coins to ngozi' }).click();
      await page.getByRole('dialog', { name: 'Give coins to ngozi' }).getByLabel('Coins').waitFor();
      // The sheet slides in.
      await dialog().evaluate((sheet) => Promise.all(sheet.getAnimations().map(({ finished }) => finished)));
      await admin.screenshot('admin-coins.390x844');
      for (const { name, errors: seen } of visitors) expect(seen, name).toEqual([]);
    },
  },
);
