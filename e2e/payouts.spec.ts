import { paths } from '@copup/shared/page-paths.ts';
import type { Browser } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { App, operator } from './support/app.ts';
import { openVisitor } from './support/browser.ts';
import { balanceOf, createPlayer, signIn, visitSignedIn } from './support/people.ts';
import { sharedBrowser } from './support/shared-browser.ts';

let app: App;
let browser: Browser;
beforeEach(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
});
afterEach(async () => {
  await app?.stop();
});

it('W3 a player requests a payout; an operator approves it in another browser, and the player sees it without a reload', {
  tags: ['full'],
}, async () => {
  const player = await createPlayer(app, 'adaeze', 1_000);
  const { page, errors, context } = await visitSignedIn(browser, app, player);
  const desk = await openVisitor(browser, { name: 'operator', url: app.url });

  // S6: without a PIN the page leads to /set-pin.
  await page.goto(paths.payout);
  await page.getByTestId('cashable').filter({ hasText: '1,000' }).waitFor();
  await page.getByRole('link', { name: 'Set Pin' }).click();
  await page.getByLabel('New PIN').fill('0417');
  await page.getByLabel('The same again').fill('0417');
  await page.getByRole('button', { name: 'Set Pin' }).click();
  await page.getByText('PIN set successfully').waitFor();

  await page.goto(paths.payout);
  await page.getByLabel('Amount of Coin').fill('400');
  await page.getByRole('button', { name: /Choose your bank/ }).click();
  await page.getByRole('combobox').fill('kuda');
  await page.keyboard.press('Enter');
  await page.getByLabel('Account number').fill('0123456789');
  await page.getByLabel('Account name').fill('Adaeze Okonkwo');
  await page.getByRole('button', { name: /^Payout/ }).click();
  await page.getByRole('dialog').getByLabel('PIN', { exact: true }).fill('0417');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Payout/ })
    .click();
  await page.getByRole('heading', { name: '₦36,000 requested' }).waitFor();
  await page.getByRole('link', { name: 'PayOut History' }).click();
  await page.getByText('400 coins - status - pending').waitFor();

  await signIn(desk, operator);
  await desk.page.waitForURL('**/admin**');
  await desk.page.goto('/admin/payouts');
  await desk.page.getByText('Adaeze Okonkwo').first().waitFor();
  // W14: the full name of the account is the username here.
  await desk.page.getByText(/differs from adaeze/).waitFor();
  await desk.page.getByRole('button', { name: 'Approve ₦36,000' }).click();
  await page.getByText('400 coins - status - approved').waitFor();
  await page.getByRole('region', { name: 'Open payout' }).getByText('At the bank').waitFor();
  await page.goto(paths.dashboard);
  await balanceOf(page, '600').waitFor();

  expect([...errors, ...desk.errors]).toEqual([]);
  await Promise.all([context.close(), desk.context.close()]);
});
