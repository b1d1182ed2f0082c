import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import type { ManualPaymentReply } from '@copup/shared/shop.ts';
import { call } from '@copup/testkit/players.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { App, operator, secondOperator } from './support/app.ts';
import { axeViolations } from './support/axe.ts';
import { desktop, openVisitor, type Visitor } from './support/browser.ts';
import { createPlayer, signIn, until } from './support/people.ts';
import { sharedBrowser } from './support/shared-browser.ts';
import { story } from './support/story.ts';

let app: App;
let ada: Visitor;
let musa: Visitor;
const references: string[] = [];
const names = { ada: '', musa: '' };

async function openConsole(account: typeof operator, name: string): Promise<Visitor> {
  const visitor = await openVisitor(await sharedBrowser(), { name, url: app.url, viewport: desktop });
  await signIn(visitor, account);
  await visitor.page.waitForURL('**/admin/overview');
  return visitor;
}

beforeAll(async () => {
  app = await App.start();
  for (const username of ['ngozi_o', 'tunde_a', 'zainab_m']) {
    const { token } = await createPlayer(app, username, 0);
    const body = { bid_points: 100, price: 9_900, sender_account_name: username };
    const { body: reply } = await call(app.url, 'POST', '/manualPayment/manual-payment', { token, body });
    references.push((reply as ManualPaymentReply).reference);
  }
  ada = await openConsole(operator, 'operator');
  musa = await openConsole(secondOperator, 'second');
  names.ada = await nameOf(ada.page);
  names.musa = await nameOf(musa.page);
});
afterAll(async () => {
  await app?.stop();
});

async function nameOf(page: Page): Promise<string> {
  return (
    (await page
      .getByRole('banner')
      .getByText(/^operator/)
      .textContent()) ?? ''
  );
}
const panel = (page: Page, nth: number) =>
  page.getByRole('region', { name: /^Payment of/ }).getByText(references[nth] ?? '');
const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'payments' }).getByRole('button', { name });
const approve = (page: Page) => page.getByRole('form', { name: 'Approve' });
const queue = operatorPath(operatorPaths.payments);

story(
  'O1 two operators in one queue',
  { tags: ['full'] },
  {
    'the second is led to the next item, and sees who decides the first one': async () => {
      const claimed = ada.page.waitForResponse(/queues\/payments\/claims/);
      await ada.page.goto(queue);
      await panel(ada.page, 0).waitFor();
      expect((await claimed).status()).toBe(200);
      await musa.page.goto(queue);
      await panel(musa.page, 1).waitFor();
      await row(musa.page, 'ngozi_o').getByText(`${names.ada} decides`).waitFor();
      await row(ada.page, 'tunde_a').getByText(`${names.musa} decides`).waitFor();
      await ada.page.getByRole('radio', { name: /^Waiting 3/ }).waitFor();
    },

    'a taken item leaves what its operator typed, and is not decided by them': async () => {
      await approve(ada.page).getByLabel('Bank reference').fill('GTB-1');
      await row(musa.page, 'ngozi_o').click();
      await panel(musa.page, 0).waitFor();
      await musa.page.getByText(`${names.ada} decides this`).first().waitFor();
      expect(await approve(musa.page).getByRole('button').isDisabled()).toBe(true);
      expect(await axeViolations(musa.page)).toEqual([]);
      await musa.page.getByRole('button', { name: 'Take over' }).click();
      await ada.page.getByText(`${names.musa} decides this`).first().waitFor();
      expect(await approve(ada.page).getByRole('button').isDisabled()).toBe(true);
      await approve(ada.page).getByLabel('Bank reference').press('Enter');
      expect(await approve(ada.page).getByLabel('Bank reference').inputValue()).toBe('GTB-1');
      // The item is free again as soon as the other operator moves on.
      await row(musa.page, 'tunde_a').click();
      await approve(ada.page).getByRole('button', { name: 'Approve ₦9,900' }).waitFor();
      expect(await approve(ada.page).getByLabel('Bank reference').inputValue()).toBe('GTB-1');
    },

    'an operator decides by keyboard only': async () => {
      const { page } = ada;
      const keys = page.keyboard;
      await page.goto(queue);
      await panel(page, 0).waitFor();
      await keys.press('?');
      await page.getByRole('dialog', { name: 'Keys' }).getByText('Previous item').waitFor();
      expect(await axeViolations(page)).toEqual([]);
      // Behind a dialog the keys do nothing.
      await keys.press('j');
      await keys.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await panel(page, 0).waitFor();
      await keys.press('j');
      await keys.press('j');
      await panel(page, 2).waitFor();
      const focused = page.locator(':focus-visible');
      expect(await focused.textContent()).toContain('zainab_m');
      await keys.press('k');
      await keys.press('k');
      await panel(page, 0).waitFor();
      await keys.press('r');
      expect(await focused.evaluate((field) => field.closest('form')?.getAttribute('aria-label'))).toBe(
        'Reject',
      );
      await keys.press('a');
      await keys.type('JAR-1');
      expect(await approve(page).getByLabel('Bank reference').inputValue()).toBe('JAR-1');
      await panel(page, 0).waitFor();
      await keys.press('Enter');
      // The next one that no other operator decides, with the focus on it.
      await panel(page, 2).waitFor();
      await page.getByRole('radio', { name: /^Waiting 2/ }).waitFor();
      await until(async () => expect(await focused.textContent()).toContain('zainab_m'));
    },
  },
);
