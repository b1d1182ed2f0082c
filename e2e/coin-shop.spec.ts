import { paths } from '@copup/shared/page-paths.ts';
import type { AdminPayment } from '@copup/shared/shop.ts';
import { CardProvider } from '@copup/testkit/card-provider.ts';
import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { look } from './screens/look.ts';
import { App } from './support/app.ts';
import { watchFor } from './support/brief-states.ts';
import { openVisitor } from './support/browser.ts';
import { byTwoOperators } from './support/operators.ts';
import { createPlayer, signIn, until } from './support/people.ts';
import { sharedBrowser } from './support/shared-browser.ts';

let provider: CardProvider;
let app: App;
let browser: Browser;
beforeEach(async () => {
  provider = await CardProvider.start();
  [app, browser] = await Promise.all([App.start({ env: provider.env() }), sharedBrowser()]);
});
afterEach(async () => {
  await app?.stop();
  await provider?.close();
});

/** Keeps a mark in the document, to find out whether the page was loaded again. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isMarked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in window);

interface Options {
  tx_ref: string;
  amount: number;
  currency: string;
  payment_options: string;
  customer: { email: string };
}
const optionsOf = (page: Page) =>
  page.evaluate(() => JSON.parse(JSON.stringify((window as unknown as { checkout: Options }).checkout)));

it('W2 W5 coins are bought by card and by bank transfer, and arrive without a reload', {
  tags: ['full'],
}, async () => {
  const visitor = await openVisitor(browser, { name: 'ada', url: app.url });
  const { page } = visitor;
  visitor.expectNetworkLoss();
  const ada = await createPlayer(app, 'ada_buyer', 0);

  // A visitor signs in first (W15).
  await page.goto(paths.payByCard);
  await page.getByText('Sign in first').waitFor();
  await signIn(visitor, ada);
  await page.waitForURL(`**${paths.dashboard}`);
  await page.goto(paths.payByCard);
  await page.getByRole('radio', { name: '100 coins' }).waitFor();
  await look(page, 'pay', { fullPage: true });

  // X12, spec 9: three attempts to load the script, one second apart; nothing is charged.
  provider.scriptFailures = 3;
  await page.getByRole('radio', { name: '250 coins' }).check();
  const triesAgain = await watchFor(page, 'body', 'Try 2 of 3. Nothing has been charged.');
  await page.getByRole('button', { name: /Pay 250 coins.*₦24,500/ }).click();
  await triesAgain();
  await page.getByText('The payment window didn’t open.').waitFor();
  expect(provider.scriptRequests).toBe(3);
  await look(page, 'pay-failed', { fullPage: true });

  await page.getByRole('radio', { name: '100 coins' }).check();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.frameLocator('iframe[title=Checkout]').getByText('Checkout of the stand-in').waitFor();
  const options = await optionsOf(page);
  expect(options).toMatchObject({
    amount: 9_900,
    currency: 'NGN',
    payment_options: 'card, mobilemoney, ussd',
    customer: { email: ada.email },
  });
  await mark(page);
  await page.evaluate(() =>
    (window as unknown as { checkout: { callback: () => void } }).checkout.callback(),
  );
  // Only the webhook credits, not the browser.
  await page.getByText('Your payment is being confirmed.').waitFor();
  const deliver = (status: string, id: number) =>
    fetch(`${app.url}/api/pay/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'verif-hash': CardProvider.secretHash },
      body: JSON.stringify({
        event: 'charge.completed',
        data: { id, tx_ref: options.tx_ref, amount: 9_900, currency: 'NGN', status },
      }),
    });
  await deliver('failed', 1);
  await page.getByText('The payment failed.').waitFor();
  await deliver('successful', 2);
  await page.getByRole('heading', { name: '+100 coins' }).waitFor();
  await page.getByTitle('Coin balance').getByText('100').waitFor();
  expect(await isMarked(page)).toBe(true);
  await look(page, 'pay-success', { fullPage: true });
  await page.getByRole('link', { name: 'Payment history' }).click();
  await page.getByText('100 coins - status - approved').waitFor();

  // By bank transfer; an operator approves it.
  await page.getByRole('link', { name: 'Buy coins' }).click();
  // Before the reload below, which would otherwise reload the page before.
  await page.waitForURL(`**${paths.buy}`);
  const settings = { bankAccountName: 'Copup Ltd', bankName: 'Providus', bankAccountNumber: '0123456789' };
  await byTwoOperators(
    app,
    Object.entries(settings).map(([key, value]) => ['PUT', `/admin/settings/${key}`, { value }]),
  );
  await until(async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Buy 20 coins' }).click();
    await page.getByRole('dialog').getByText('Copup Ltd').waitFor({ timeout: 2_000 });
  });
  await page.getByLabel('Sender account name').fill('Adaeze Okonkwo');
  await page.getByRole('button', { name: 'Confirm Payment' }).click();
  await page.getByText('Payment made successfully.').first().waitFor();
  await page.waitForURL(`**${paths.payments}`);
  await page.getByText('20 coins - status - pending').waitFor();
  const quoted = page.getByRole('region', { name: 'Open payment' }).getByText(/^CP-[2-9A-HJKMNP-Z]{6}$/);
  await quoted.waitFor();
  await mark(page);
  const operator = await app.signInOperator();
  const [queued] = await operator.call<AdminPayment[]>('GET', '/admin/payments?status=pending');
  await operator.call('POST', `/admin/payments/${queued?.id}/approve`, { bank_reference: 'FT-20-COINS' });
  await page.getByText('20 coins - status - approved').waitFor();
  expect(await isMarked(page)).toBe(true);
  await page.goto(paths.dashboard);
  await page.getByTestId('balance').filter({ hasText: /^120$/ }).waitFor();
  await page.getByText('20 coins - approved').waitFor();
  expect(visitor.errors).toEqual([]);
});
