import { paths } from '@copup/shared/page-paths.ts';
import { describe, expect, it } from 'vitest';
import { until } from '../support/people.ts';
import { focused } from './focused.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { openReply, openTrade, traders } from './staged-trades.ts';

const stage = new Stage();

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('W4 P2P', () => {
  it('/walletPage shows both prices, the open trade with its ring, and the coin shop; /sell-page shows examples', async () => {
    const { staged, page } = await stage.reuse(undefined, { available: 12_480 });
    staged.answer('/trade/traders', { json: traders });
    staged.answer('/trade/open', openReply(openTrade({ status: 'reserved' })));
    await stage.show(paths.peerToPeer);
    await page.getByText('₦93', { exact: true }).waitFor();
    await page.getByText('₦90', { exact: true }).waitFor();
    await page.getByRole('timer').waitFor();
    await page.getByText('400 coins are reserved').waitFor();
    expect(await page.getByRole('link', { name: 'Buy from the coin shop' }).getAttribute('href')).toBe(
      paths.buy,
    );
    await look(page, 'p2p', { fullPage: true });
    await page.getByRole('link', { name: 'Sell', exact: true }).click();
    await page.getByText('These cards are examples.').waitFor();
    const sells = page.getByRole('link', { name: 'SELL' });
    expect(await sells.count()).toBe(3);
    expect(await sells.first().getAttribute('href')).toBe(paths.payout);
    await page.getByText('₦90', { exact: true }).first().waitFor();
    await look(page, 'sell', { fullPage: true });
  });

  it('/marketPlace loads, fails, lists traders, filters by amount, and says when it is offline', {
    tags: ['full'],
  }, async () => {
    const { staged, page } = await stage.open();
    staged.answer('/trade/open', openReply(null));
    staged.answer('/trade/traders', { status: 500 });
    await page.goto(paths.traders);
    await page.getByText('Failed to load traders').waitFor();
    await look(page, 'marketplace-error');
    staged.answer('/trade/traders', { json: traders });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Kola Trades' }).waitFor();
    await page.getByText('New', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /from Hub Coins/ }).isDisabled()).toBe(true);
    await look(page, 'marketplace', { fullPage: true });
    await page.getByLabel('How many coins?').fill('9,000');
    await page.getByText('The largest amount is 2,000 coins.').waitFor();
    await look(page, 'marketplace-empty');
    await page.getByRole('button', { name: 'Show 2,000 coins' }).click();
    await until(async () => expect(await page.getByRole('listitem').count()).toBe(1));
    await page.getByLabel('How many coins?').fill('');
    await page.getByLabel('Top rated').check();
    await until(async () =>
      expect(await page.getByRole('listitem').first().textContent()).toContain('Kola Trades'),
    );
    await page.context().setOffline(true);
    await page.getByText('You’re offline.').first().waitFor();
    expect(await page.getByRole('button', { name: 'BUY from Kola Trades' }).isDisabled()).toBe(true);
    await page.context().setOffline(false);
  });

  it('a purchase needs a screenshot, says why it failed, and shows the reservation until the decision', async () => {
    const { staged, page } = await stage.open();
    staged.answer('/trade/traders', { json: traders });
    staged.answer('/trade/open', openReply(null));
    await page.goto(paths.traders);
    await page.getByRole('button', { name: 'BUY from Kola Trades' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Amount of Coin').fill('400');
    await sheet.getByText('₦37,800').waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await sheet.getByRole('button', { name: 'Copy the account number' }).click();
    await page.getByText('Copied to clipboard!').first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('8012345678');
    const buy = sheet.getByRole('button', { name: /BUY/ });
    await buy.click();
    await sheet.getByText('Please upload a screenshot before proceeding.').waitFor();
    const upload = sheet.locator('input[type=file]');
    expect(await upload.evaluate((input) => input === document.activeElement)).toBe(true);
    await upload.setInputFiles({ name: 'Screenshot_1412.png', mimeType: 'image/png', buffer: png });
    await sheet.getByAltText('Your screenshot').waitFor();
    await look(page, 'marketplace-buy');
    const path = '/tradeConfirm/buy/2';
    staged.answer(path, {
      status: 409,
      json: { code: 'SCREENSHOT_USED', message: 'This screenshot was used for a trade before.' },
    });
    await buy.click();
    await sheet.getByText('Failed to complete purchase').waitFor();
    await sheet.getByText('This screenshot was used for a trade before.').waitFor();
    await look(page, 'marketplace-buy-error');
    const trade = openTrade();
    staged.answer(path, { json: { message: 'Purchase request sent!', trade } });
    staged.answer('/trade/open', openReply(trade));
    const sent = page.waitForRequest((request) => request.url().endsWith(path));
    await buy.click();
    const request = await sent;
    expect(request.headers()['idempotency-key']).toBeTruthy();
    await page.getByText('Purchase request sent!').waitFor();
    const headline = page.getByRole('heading', { name: '400 coins are reserved' });
    await headline.waitFor();
    await focused(headline);
    await look(page, 'marketplace-reserved');
    staged.answer(
      '/trade/open',
      openReply(null, { ...trade, status: 'rejected', reason: 'No payment arrived.' }),
    );
    await page.reload();
    await page.getByRole('heading', { name: 'The purchase was rejected' }).waitFor();
    await page.getByText('No payment arrived.').waitFor();
    await page.getByRole('button', { name: 'Keep browsing' }).click();
    await page.getByRole('heading', { name: 'Hub Coins' }).waitFor();
  });

  it('the reservation announces 5 minutes, 1 minute and its end, by the server’s time', {
    tags: ['full'],
  }, async () => {
    const { staged, page } = await stage.open(undefined, { available: 12_480 });
    staged.answer('/trade/traders', { json: traders });
    await page.clock.install();
    const nowMs = Date.now();
    const trade = openTrade({
      status: 'reserved',
      created_at: new Date(nowMs).toISOString(),
      expires_at: new Date(nowMs + 360_000).toISOString(),
    });
    staged.answer('/trade/open', openReply(trade));
    await page.goto(paths.peerToPeer);
    // The balance arrives with the server's time. Later, its round trip would span the runs of the clock, and shift the time.
    await page.getByText('12,480').first().waitFor({ state: 'attached' });
    await page.getByRole('link', { name: '400 coins are reserved' }).click();
    await page.getByRole('heading', { name: '400 coins are reserved' }).waitFor();
    await page.clock.pauseAt(Date.now() + 5_000);
    const said = page.locator('[aria-live=polite].sr-only', { hasText: /left|expired/ });
    for (const [ms, text] of [
      [70_000, '5 minutes left'],
      [240_000, '1 minute left'],
      [60_000, 'This reservation has expired.'],
    ] as const) {
      await page.clock.runFor(ms);
      await until(async () => expect(await said.textContent()).toBe(text));
    }
    await page.getByRole('heading', { name: 'The reservation has expired' }).waitFor();
    await page.getByText('The trader keeps the coins.').waitFor();
    await look(page, 'marketplace-expired', { withoutAxe: true });
  });
});
