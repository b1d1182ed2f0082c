import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import type { ManualPaymentReply } from '@copup/shared/shop.ts';
import { call } from '@copup/testkit/players.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { App, operator, secondOperator } from './support/app.ts';
import { desktop, openVisitor, type Visitor } from './support/browser.ts';
import { createPlayer, signIn, until } from './support/people.ts';
import { sharedBrowser } from './support/shared-browser.ts';
import { story } from './support/story.ts';

const DAY_MS = 86_400_000;
/** A day that is over, wherever the machine's clock is. */
const day = new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10);

let app: App;
let browser: Browser;
let player: Awaited<ReturnType<typeof createPlayer>>;
let payment: ManualPaymentReply;
let first: Visitor;
let second: Visitor;

async function openConsole(account: typeof operator, name: string): Promise<Visitor> {
  const visitor = await openVisitor(browser, { name, url: app.url, viewport: desktop });
  await signIn(visitor, account);
  await visitor.page.waitForURL(`**${operatorPath(operatorPaths.overview)}`);
  return visitor;
}

beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
  player = await createPlayer(app, 'ngozi_o', 500);
  const { body } = await call(app.url, 'POST', '/manualPayment/manual-payment', {
    token: player.token,
    body: { bid_points: 100, price: 9_900, sender_account_name: 'Ngozi Okwuosa' },
  });
  payment = body as ManualPaymentReply;
  first = await openConsole(operator, 'operator');
  second = await openConsole(secondOperator, 'second');
});
afterAll(async () => {
  await app?.stop();
});

const statement = () =>
  [
    'Zenith Bank,,,,',
    'Value Date,Remarks,Session Id,Debit,Credit',
    `${day},NIP/GTB/NGOZI OKWUOSA/${payment.reference},000013261121142407,,"9,900.00"`,
    `${day},SMS ALERT CHARGES,,4.00,`,
  ].join('\n');

story(
  'W20 a day of the bank is reconciled and closed',
  { tags: ['full'] },
  {
    'a statement is shown as it is read, and imported': async () => {
      const { page } = first;
      await page.goto(operatorPath(operatorPaths.statements));
      await page.getByLabel('Account').fill('Zenith');
      await page.getByLabel('Statement', { exact: true }).setInputFiles({
        ...{ name: 'zenith.csv', mimeType: 'text/csv' },
        buffer: Buffer.from(statement()),
      });
      await page.getByRole('button', { name: 'Read the file' }).click();
      await page.getByText('2 new lines').waitFor();
      await page.getByRole('row').filter({ hasText: 'SMS ALERT CHARGES' }).getByText('−₦4').waitFor();
      await page.getByRole('button', { name: 'Import 2 lines' }).click();
      await page.waitForURL(`**${operatorPath(operatorPaths.reconciliation)}`);
    },

    'W2 the proposal of a pending payment is its approval': async () => {
      const { page } = first;
      await page.getByRole('button', { name: /^Approve ₦9,900/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Approve ₦9,900' }).click();
      await until(async () => {
        const { body } = await call(app.url, 'GET', '/user/profile', { token: player.token });
        expect((body as { bid_points: number }).bid_points).toBe(600);
      });
      await page.getByText('Proposals: none').waitFor();
    },

    'the other line is explained with a reason and a note': async () => {
      const { page } = first;
      await page.getByRole('button', { name: 'Explain SMS ALERT CHARGES…' }).click();
      await page.getByLabel('Note for the accountant').fill('Alerts of the bank');
      await page.getByRole('dialog').getByRole('button', { name: 'Explain', exact: true }).click();
      await page.getByText('In the bank, no record: none').waitFor();
    },

    'the operator who alone confirmed its lines cannot close it; another one does': async () => {
      await first.page.getByRole('link', { name: /^Close / }).click();
      await first.page.getByText('You alone confirmed its lines').waitFor();
      const { page } = second;
      await page.goto(`${operatorPath(operatorPaths.reconciliation)}/${day}`);
      await page
        .getByRole('listitem')
        .filter({ hasText: 'SMS ALERT CHARGES' })
        .getByText(/^Fee of the bank, Alerts of the bank/)
        .waitFor();
      await page.getByRole('button', { name: /^Close .*…$/ }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Close \d/ })
        .click();
      await page.getByText('It is closed already, and nothing has changed since.').waitFor();
      await first.page.getByText('Closed', { exact: true }).first().waitFor();
    },

    'a later change appears as a difference': async () => {
      const { page } = second;
      await page.getByRole('button', { name: 'Withdraw the explanation of SMS ALERT CHARGES…' }).click();
      await page.getByLabel('Reason').fill('It was an own transfer');
      await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
      await page.getByText('Changed later').first().waitFor();
      await page.getByText('1 of 2 not explained').waitFor();
      await page.goto(operatorPath(operatorPaths.auditLog));
      await page.getByRole('row').filter({ hasText: 'Withdrew the explanation of a bank line' }).waitFor();
      for (const { errors } of [first, second]) expect(errors).toEqual([]);
    },
  },
);
