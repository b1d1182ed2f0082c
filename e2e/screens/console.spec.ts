import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import type { ManualPaymentReply } from '@copup/shared/shop.ts';
import { call } from '@copup/testkit/players.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { App, operator, secondOperator } from '../support/app.ts';
import { desktop, openVisitor, type Visitor } from '../support/browser.ts';
import { createPlayer, signIn, until } from '../support/people.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { story } from '../support/story.ts';
import { look } from './look.ts';

let app: App;
let browser: Browser;
let player: Awaited<ReturnType<typeof createPlayer>>;
let first: Visitor;
let second: Visitor;

async function openConsole(account: typeof operator, name: string): Promise<Visitor> {
  const visitor = await openVisitor(browser, { name, url: app.url, viewport: desktop });
  await signIn(visitor, account);
  await visitor.page.waitForURL('**/admin/overview');
  return visitor;
}

async function pay(): Promise<ManualPaymentReply> {
  const { body } = await call(app.url, 'POST', '/manualPayment/manual-payment', {
    token: player.token,
    body: { bid_points: 100, price: 9_900, sender_account_name: 'Zikora Obi' },
  });
  return body as ManualPaymentReply;
}

beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
  player = await createPlayer(app, 'zikora_o', 300);
  first = await openConsole(operator, 'operator');
  second = await openConsole(secondOperator, 'second');
});
afterAll(async () => {
  await app?.stop();
});

const decideNow = (page: Page) => page.getByRole('list', { name: 'Decide now' });

story(
  'O1 the console',
  { tags: ['full'] },
  {
    'shows a new decision to every operator without a reload': async () => {
      for (const { page } of [first, second])
        await page.getByText('No decision is waiting').first().waitFor();
      await pay();
      for (const { page } of [first, second]) {
        await decideNow(page).getByText('zikora_o paid for 100 coins').waitFor();
        await page.getByText('1 decision is waiting').waitFor();
      }
      const { page } = first;
      await page.getByRole('region', { name: 'Health' }).waitFor();
      await page.getByRole('region', { name: 'Background jobs' }).getByText('Scheduled jobs').waitFor();
      await look(page, 'console-home', { fullPage: true });
    },

    'searches everything with the keyboard alone': async () => {
      const { page } = first;
      await page.locator('body').press('/');
      const search = page.getByRole('combobox', { name: /^Find a person/ });
      // Typed while the dialog is still loading.
      await page.keyboard.type('zikora');
      await search.waitFor();
      expect(await search.inputValue()).toBe('zikora');
      const options = page.getByRole('option');
      await page.getByRole('group', { name: 'People' }).getByText('zikora_o').first().waitFor();
      await page.getByRole('group', { name: 'Payments' }).waitFor();
      expect(await options.first().textContent()).toContain('zikora_o');
      await look(page, 'console-search');
      await search.focus();
      await page.keyboard.press('ArrowDown');
      await until(async () => expect(await options.nth(1).getAttribute('aria-selected')).toBe('true'));
      await page.keyboard.press('Enter');
      await page.waitForURL('**/admin/payments/*');
      await page.getByRole('region', { name: /^Payment of zikora_o/ }).waitFor();
      // Escape closes the search and returns the focus.
      await page.keyboard.press('Control+k');
      await search.waitFor();
      await page.keyboard.type('%%%');
      await page.getByText('Nothing matches “%%%”').waitFor();
      await page.keyboard.press('Escape');
      await search.waitFor({ state: 'hidden' });
      // After a reload the code of the dialog is loaded again.
      await page.reload();
      await page.getByRole('button', { name: /^Find a person/ }).waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('zikora');
      await search.waitFor();
      expect(await search.inputValue()).toBe('zikora');
      await page.keyboard.press('Escape');
      await search.waitFor({ state: 'hidden' });
    },

    'asks before what was typed into a form is discarded': async () => {
      const { page } = first;
      await page.goto(operatorPath(operatorPaths.auctions));
      const open = async () => {
        await page.getByRole('button', { name: 'New auction' }).click();
        await page.getByRole('dialog').waitFor();
      };
      await open();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await open();
      const name = page.getByRole('dialog').getByLabel('Name', { exact: true });
      await name.fill('Standing fan');
      await page.keyboard.press('Escape');
      await page.getByText('Close again to discard what you typed.').waitFor();
      expect(await name.inputValue()).toBe('Standing fan');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      // It opens again: the page knows that it was closed.
      await open();
    },

    'a list receives rows, and keeps the focused one when another operator changes it': async () => {
      const by = await app.signInOperator();
      const created = await by.call<{ id: number }>('POST', '/admin/banks', {
        name: 'Kuda Bank',
        code: '50211',
      });
      const { page } = first;
      await page.goto(`${operatorPath(operatorPaths.auditLog)}?filter={}`);
      const rows = page.getByRole('row');
      await until(async () => expect(await rows.count()).toBeGreaterThan(1));
      await rows.nth(1).getByRole('button').first().focus();
      const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
      await by.call('PUT', `/admin/banks/${created.id}`, { name: 'Kuda Microfinance Bank' });
      await until(async () => expect(await rows.nth(1).textContent()).toContain('Changed a bank'));
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(focused);
    },

    'downloads a list as CSV': async () => {
      const { page } = first;
      await page.goto(operatorPath(operatorPaths.users));
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export CSV' }).press('Enter');
      expect((await download).suggestedFilename()).toBe('copup-users.csv');
      await page.getByRole('status').filter({ hasText: 'copup-users.csv is saved' }).first().waitFor();
    },

    'lists jobs, and spells out what a retry does': async () => {
      const end_date = new Date(Date.now() + 3_600_000).toISOString();
      const by = await app.signInOperator();
      const { id } = await by.createAuction({
        name: 'Standing fan',
        category: 'product',
        price: 45_000,
        entry_bid_points: 5,
        end_date,
      });
      const { page } = first;
      await page.goto(operatorPath(operatorPaths.jobs));
      const row = page
        .getByRole('region', { name: 'Next jobs' })
        .getByRole('row', { name: `End auction ${id}` });
      await row.getByText(`"id":"${id}"`).waitFor();
      await row.getByRole('link', { name: 'Standing fan' }).waitFor();
      await look(page, 'console-jobs', { fullPage: true });
    },

    'opens a confirmation, a page and a setting by the palette, and does nothing itself': async () => {
      const { page } = first;
      const find = page.getByRole('combobox', { name: /^Find a person/ });
      const ask = async (text: string, option: string | RegExp) => {
        await page.keyboard.press('Control+k');
        await find.fill(text);
        await page.getByRole('option', { name: option }).first().waitFor();
        await page.keyboard.press('Enter');
      };
      await ask('cancel auction standing fan', /^Cancel auction Standing fan/);
      const dialog = page.getByRole('dialog', { name: 'Cancel Standing fan' });
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(new URL(page.url()).search).toBe('');
      await page.getByText('Active', { exact: true }).first().waitFor();
      await ask('audit', /^Audit log/);
      await page.waitForURL('**/admin/audit-log');
      await ask('new auction', /^New auction/);
      await page.getByRole('dialog', { name: 'New auction' }).waitFor();
      await page.keyboard.press('Escape');
      // A dialog that leaves keeps the keyboard.
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await ask('without renewal', /^Sign-in without renewal/);
      await page.getByRole('dialog', { name: 'Change Sign-in without renewal' }).waitFor();
      await look(page, 'console-asked-setting');
      await page.keyboard.press('Escape');
    },

    'O3 saves the filters of a list as a view, which a link shows to other operators': async () => {
      const { page } = first;
      const views = page.getByRole('navigation', { name: 'Saved views' });
      await page.goto(operatorPath(operatorPaths.auctions));
      await page.getByLabel('Status').selectOption('cancelled');
      await views.getByRole('button', { name: 'Save view…' }).press('Enter');
      await page.getByLabel('Name').fill('Cancelled ones');
      await page.keyboard.press('Enter');
      const chip = views.getByRole('link', { name: 'Cancelled ones' });
      expect(await chip.getAttribute('aria-current')).toBe('page');
      const shared = page.url();
      await look(page, 'console-views');
      await page.goto(operatorPath(operatorPaths.auctions));
      await chip.press('Enter');
      await until(async () => expect(await page.getByLabel('Status').inputValue()).toBe('cancelled'));
      await second.page.goto(shared);
      await until(async () => expect(await second.page.getByLabel('Status').inputValue()).toBe('cancelled'));
      await views.getByRole('button', { name: 'Delete the view Cancelled ones' }).press('Enter');
      await chip.waitFor({ state: 'detached' });
    },

    'W23 shows what became of push messages, and switches a kind off and on': async () => {
      for (const [kind, sent] of [
        ['outbid', 18_240],
        ['starting', 10_000],
        ['coins', 311],
        ['security', 27],
      ] as const)
        await app.countPushes(kind, sent);
      const p256dh = `B${'A'.repeat(86)}`;
      const endpoint = 'https://fcm.googleapis.com/fcm/send/console';
      const { status } = await call(app.url, 'POST', '/user/push/devices', {
        token: player.token,
        body: { endpoint, keys: { p256dh, auth: 'A'.repeat(22) } },
      });
      expect(status).toBe(200);
      const { page } = first;
      await page.goto(operatorPath(operatorPaths.push));
      await page.getByRole('region', { name: 'Messages by day and kind' }).getByText('16,416').waitFor();
      await page
        .getByRole('region', { name: 'Push services' })
        .getByRole('row', { name: /Google\s*1\s*0/ })
        .waitFor();
      const kinds = page.getByRole('region', { name: 'Kinds' });
      await kinds.getByRole('button', { name: 'Switch off: ending' }).click();
      await kinds.getByRole('row', { name: /^Ending\s*Off/ }).waitFor();
      await look(page, 'console-push', { fullPage: true });
      await kinds.getByRole('button', { name: 'Switch on: ending' }).click();
      await kinds.getByRole('button', { name: 'Switch off: ending' }).waitFor();
      for (const { name, errors } of [first, second]) expect(errors, name).toEqual([]);
    },
  },
);
