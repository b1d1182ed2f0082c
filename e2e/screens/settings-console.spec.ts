// @module-tag full
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { App, operator, secondOperator } from '../support/app.ts';
import { desktop, openVisitor, type Visitor } from '../support/browser.ts';
import { signIn, until } from '../support/people.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { story } from '../support/story.ts';
import { look } from './look.ts';

let app: App;
let browser: Browser;
let desk: Visitor;
let page: Page;

async function openConsole(account: typeof operator): Promise<Visitor> {
  const visitor = await openVisitor(browser, { name: account.email, url: app.url, viewport: desktop });
  await signIn(visitor, account);
  await visitor.page.waitForURL('**/admin/overview');
  return visitor;
}

beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
  desk = await openConsole(operator);
  page = desk.page;
});
afterAll(async () => {
  await app?.stop();
});

const dialog = () => page.getByRole('dialog');
const change = (name: string) =>
  page.getByRole('button', { name: `Change ${name}`, exact: true }).press('Enter');
const notice = (text: string) => page.getByRole('status').filter({ hasText: text }).first().waitFor();
const history = () => dialog().getByRole('region', { name: 'History' });

story(
  'O1 O3a S8 the settings in the operators’ console',
  {},
  {
    'are in groups, with a plain name, the rule, the value and the default': async () => {
      await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
      const auctions = page.getByRole('region', { name: 'Auctions', exact: true });
      const row = auctions.getByRole('listitem').filter({ hasText: 'Bid increment of new auctions' });
      await row.getByText('The first bid of a new auction must be at least 1 coin.').waitFor();
      expect(await row.textContent()).toMatch(/A3.*bidIncrement · default 1 coin · never changed/);
      await look(page, 'console-settings', { fullPage: true });
    },

    'are found by name, id, rule and effect, and the address keeps what is chosen': async () => {
      const search = page.getByLabel('Find a setting');
      await search.fill('first bid');
      await page.getByText('1 found').waitFor();
      await page.reload();
      await page.getByText('1 found').waitFor();
      expect(await search.inputValue()).toBe('first bid');
      await search.fill('no such setting');
      await page.getByText('Nothing matches').waitFor();
      await look(page, 'console-settings-none');
      await page.getByRole('button', { name: 'Show all' }).click();
      await page.getByLabel('Group').selectOption('Payouts');
      await page.getByText('5 found').waitFor();
      await page.getByLabel('Group').selectOption('');
    },

    'show the effect in words before saving, and need a reason': async () => {
      await change('Bid increment of new auctions');
      await dialog().getByText('Now: The first bid of a new auction must be at least 1 coin.').waitFor();
      await history().getByText('It was never changed.').waitFor();
      await dialog().getByLabel('Value (coins)').fill('20');
      await dialog().getByText('The first bid of a new auction must be at least 20 coins, was 1.').waitFor();
      await look(page, 'console-setting-effect');
      await dialog().getByRole('button', { name: 'Save' }).click();
      await dialog().getByText('Add a reason for the audit log.').waitFor();
      await dialog().getByLabel('Reason').fill('Bids of one coin never end');
      await dialog().getByRole('button', { name: 'Save' }).click();
      await notice('The first bid of a new auction must be at least 20 coins.');
      await page.getByLabel('Value', { exact: true }).selectOption('Not the default');
      await page.getByText('1 found').waitFor();
    },

    'show who changed them, when and why, and go back to the default': async () => {
      await change('Bid increment of new auctions');
      await history().getByText('1 coin → 20 coins').waitFor();
      await history().getByText('Bids of one coin never end').waitFor();
      await history()
        .getByText(/^operator_/)
        .waitFor();
      await dialog().getByRole('button', { name: 'Back to the default' }).click();
      await dialog().getByText('must be at least 1 coin, was 20.').waitFor();
      await dialog().getByLabel('Reason').fill('As before');
      await look(page, 'console-setting-history');
      await dialog().getByRole('button', { name: 'Save' }).click();
      await page.getByText('Nothing matches').waitFor();
      await page.getByRole('button', { name: 'Show all' }).click();
    },

    'say beforehand that a second operator is needed, who reads the reason': async () => {
      await change('Largest payout');
      await dialog().getByLabel('Value (coins)').fill('60000');
      await dialog().getByText('a second operator has to approve it').waitFor();
      await look(page, 'console-setting-second');
      await dialog().getByLabel('Reason').fill('The holidays');
      await dialog().getByRole('button', { name: 'Save' }).click();
      await notice('waits for approval by a second operator');
      const second = await openConsole(secondOperator);
      await second.page.goto(operatorPath(operatorPaths.approvals));
      await second.page.getByRole('row').filter({ hasText: 'The holidays' }).waitFor();
      await change('Largest payout');
      await history().getByText('Requested: changed a setting').waitFor();
      await history().getByText('The holidays').waitFor();
      await page.keyboard.press('Escape');
      await until(async () => expect(await dialog().count()).toBe(0));
      for (const { errors } of [desk, second]) expect(errors).toEqual([]);
    },
  },
);
