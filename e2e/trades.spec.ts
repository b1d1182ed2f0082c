// @module-tag full
import { operatorPath, operatorPaths, paths } from '@copup/shared/page-paths.ts';
import type { AdminTrader } from '@copup/shared/trades.ts';
import type { Browser } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { App, operator } from './support/app.ts';
import { desktop, openVisitor } from './support/browser.ts';
import { noisyPicture } from './support/noisy-picture.ts';
import { createPlayer, signIn, until, visitSignedIn } from './support/people.ts';
import { sharedBrowser } from './support/shared-browser.ts';

let app: App;
let browser: Browser;
beforeEach(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
});
afterEach(async () => {
  await app?.stop();
});

it('W4 a player buys from a trader, an operator sees the screenshot and approves; the coins arrive without a reload', async () => {
  const api = await app.signInOperator();
  const trader: Partial<AdminTrader> = {
    name: 'Kola Trades',
    price: 94.5,
    min: 10,
    max: 500,
    payment_method: 'Bank transfer',
    bank_name: 'OPay',
    account_name: 'Kolawole Adeyemi',
    account_number: '8012345678',
  };
  const { id } = await api.call<AdminTrader>('POST', '/admin/traders', trader);
  await api.call('POST', `/admin/traders/${id}/stock`, { bid_points: 300, reason: 'Opening stock' });
  const buyer = await visitSignedIn(browser, app, await createPlayer(app, 'chidi_buys', 50));
  const { page } = buyer;
  await page.goto(paths.peerToPeer);
  await page.getByText('₦94.50').waitFor();
  await page.getByRole('link', { name: 'Buy', exact: true }).click();
  await page.getByRole('button', { name: 'BUY from Kola Trades' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Amount of Coin').fill('40');
  await sheet.getByText('₦3,780').waitFor();
  await sheet.getByRole('button', { name: /Reserve/ }).click();
  await page.getByRole('heading', { name: '40 coins are reserved' }).waitFor();
  await page.getByText(/^OPay, /).waitFor();
  await page.getByRole('button', { name: 'I’ve paid, add the proof' }).click();
  const screenshot = {
    name: 'proof.png',
    mimeType: 'image/png',
    buffer: await noisyPicture(page, { width: 300, height: 400 }),
  };
  await page.locator('input[type=file]').setInputFiles(screenshot);
  await page.getByRole('button', { name: /I have paid/ }).click();
  await page.getByRole('heading', { name: 'The clock has stopped' }).waitFor();

  const decider = await openVisitor(browser, { name: 'operator', url: app.url, viewport: desktop });
  await signIn(decider, operator);
  await decider.page.waitForURL('**/admin**');
  await decider.page.goto(operatorPath(operatorPaths.trades));
  const picture = decider.page.getByRole('img', { name: 'Screenshot of chidi_buys' });
  await until(async () =>
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0),
  );
  const approval = decider.page.getByRole('form', { name: 'Approve' });
  await approval.getByLabel('Bank reference').fill('GTB-0921-77431');
  await approval.getByRole('button', { name: 'Approve ₦3,780' }).click();
  await decider.page.getByText('Trade of chidi_buys approved').first().waitFor();

  await page.getByRole('heading', { name: '40 coins are in your wallet' }).waitFor();
  await page.getByRole('link', { name: 'Back' }).click();
  await page.locator('[title="Coin balance"]:visible', { hasText: '90' }).waitFor();
  await page.getByText('260 coins').waitFor();
  await page.goto(paths.payments);
  await page
    .getByText(/40 coins/)
    .first()
    .waitFor();
  for (const visitor of [buyer, decider]) {
    expect(visitor.errors).toEqual([]);
    await visitor.context.close();
  }
});
