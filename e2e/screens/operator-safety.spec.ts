// @module-tag full
import { secretOf, totpAt } from '@copup/testkit/totp.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { App, operator, secondOperator } from '../support/app.ts';
import { desktop, openVisitor, type Visitor } from '../support/browser.ts';
import { signIn, until } from '../support/people.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { look } from './look.ts';

let app: App;
let browser: Browser;
const visitors: Visitor[] = [];

beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
}, 60_000);
afterAll(async () => {
  for (const { name, errors } of visitors) expect(errors, name).toEqual([]);
  await app?.stop();
});

async function arrive(name: string): Promise<Visitor> {
  const visitor = await openVisitor(browser, { name, url: app.url, viewport: desktop });
  visitors.push(visitor);
  return visitor;
}
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const isFocused = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).evaluate((field) => field === document.activeElement);

describe('S8a the second factor', { timeout: 240_000 }, () => {
  let secret: Buffer;
  let recoveryCodes: string[];

  it('is recommended, is enrolled with a QR code or a key, and creates recovery codes', async () => {
    const visitor = await arrive('enrolling');
    const { page } = visitor;
    await signIn(visitor, operator);
    await page.getByText('You sign in with a password alone').waitFor();
    await page.getByRole('link', { name: 'Set up', exact: true }).click();
    await page.getByRole('heading', { name: 'Second factor', level: 1 }).waitFor();
    expect(await page.getByText('You sign in with a password alone').count()).toBe(0);
    await page.getByRole('button', { name: 'Set up second factor' }).click();
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    await look(page, 'factor-enrolment', { fullPage: true });
    secret = secretOf((await page.locator('code').textContent()) ?? '');
    const code = page.getByLabel('2. Enter the code that the app shows');
    await code.fill('12');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('The code has 6 digits').waitFor();
    await code.fill(totpAt(secret, new Date()));
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
    recoveryCodes = await page
      .getByRole('list', { name: 'Recovery codes' })
      .getByRole('listitem')
      .allTextContents();
    expect(recoveryCodes).toHaveLength(10);
    await look(page, 'factor-recovery-codes', { fullPage: true });
    await page.getByRole('button', { name: 'I’ve stored them' }).click();
    await page.getByText('10 recovery codes are left.').waitFor();
    await look(page, 'factor-enrolled');
    await page.getByRole('button', { name: 'Disable' }).click();
    await dialogOf(page, 'Disable the second factor?').getByLabel('Code').fill('abcd');
    await page.keyboard.press('Enter');
    await dialogOf(page, 'Disable the second factor?').getByRole('alert').waitFor();
    await look(page, 'factor-disable-refused');
  });

  it('is requested at the sign-in, by keyboard, and no token is stored before it', async () => {
    const visitor = await arrive('second step');
    const { page } = visitor;
    await signIn(visitor, operator);
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await until(async () => expect(await isFocused(page, 'Code')).toBe(true));
    await page.keyboard.type('abcd-efgh-ijkl-mnop');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'This code is wrong or was already used.' }).waitFor();
    await look(page, 'second-step-refused');
    await page.getByLabel('Code').fill(recoveryCodes[0] ?? '');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/overview');
  });
});

describe('S8a the confirmation', { timeout: 240_000 }, () => {
  it('is requested in a sheet, and the same intent continues with the same key', async () => {
    const visitor = await arrive('step-up');
    const { page } = visitor;
    await signIn(visitor, secondOperator);
    // The overview links to a waiting approval, too.
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Approvals/ })
      .click();
    await page.getByText('Nothing matches').waitFor();
    await app.ageSignIns(11);
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/rewards/fund')) keys.push(request.headers()['idempotency-key']);
    });
    await page.getByRole('button', { name: 'Fund rewards' }).click();
    const form = dialogOf(page, 'Fund rewards');
    await form.getByLabel('Coins').fill('2500');
    await form.getByLabel('Reason').fill('March rewards');
    await form.getByRole('button', { name: 'Request' }).click();
    const sheet = dialogOf(page, 'Confirm it is you');
    await until(async () => expect(await isFocused(page, 'Password')).toBe(true));
    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    await sheet.getByRole('alert').filter({ hasText: 'This password is wrong.' }).waitFor();
    await look(page, 'confirm-sheet');
    // At a width that shows the columns.
    await page.setViewportSize(desktop);
    await sheet.getByLabel('Password', { exact: true }).fill(secondOperator.password);
    await page.keyboard.press('Enter');
    await sheet.waitFor({ state: 'hidden' });
    await page.getByRole('status').filter({ hasText: 'Funding rewards with 2,500 coins waits' }).waitFor();
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(2);
    const row = page.getByRole('row').filter({ hasText: 'Fund rewards with 2,500 coins' });
    await row.getByText(/^Always needs a second operator/).waitFor();
    await row.getByText(/^Waits for operator_/).waitFor();
    await row.getByText('You asked for this. Another operator decides.').waitFor();
    await look(page, 'approvals-waiting');
  });

  it('changes nothing if it is closed', async () => {
    const visitor = await arrive('closing');
    const { page } = visitor;
    await signIn(visitor, secondOperator);
    await page.getByRole('link', { name: 'Settings' }).click();
    await app.ageSignIns(11);
    await page.getByRole('button', { name: 'Change Bid increment of new auctions' }).click();
    const form = dialogOf(page, 'Change Bid increment of new auctions');
    await form.getByLabel('Value (coins)').fill('7');
    await form.getByLabel('Reason').fill('Bids were too small');
    await form.getByRole('button', { name: 'Save' }).click();
    await dialogOf(page, 'Confirm it is you').waitFor();
    await page.keyboard.press('Escape');
    await form.getByRole('alert').filter({ hasText: 'Please confirm that it is you.' }).waitFor();
    expect(await form.getByLabel('Value (coins)').inputValue()).toBe('7');
  });
});

describe('O3a a single operator', () => {
  it('sees that requests wait', async () => {
    const visitor = await arrive('alone');
    const { page } = visitor;
    await signIn(visitor, secondOperator);
    await page.route('**/api/admin/users?*role=1*', (route) =>
      route.fulfill({ json: [], headers: { 'content-range': 'users 0-0/1' } }),
    );
    // The overview links to a waiting approval, too.
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Approvals/ })
      .click();
    await page.getByText('You are the only operator').waitFor();
    await look(page, 'approvals-alone');
  });
});
