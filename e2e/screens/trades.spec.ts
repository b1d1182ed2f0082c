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
  it('/walletPage shows both prices, the open trade with its ring, and the coin shop; /sell-page names no other buyers', async () => {
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
    await page.getByText('There are no other buyers.').waitFor();
    const sells = page.getByRole('link', { name: 'SELL' });
    expect(await sells.count()).toBe(3);
    expect(await sells.first().getAttribute('href')).toBe(paths.payout);
    expect(await page.getByText('90 NGN per coin', { exact: true }).count()).toBe(3);
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

  it('a purchase reserves first; then the account, the proof, why it failed, and the decision are shown', async () => {
    const { staged, page } = await stage.open();
    staged.answer('/trade/traders', { json: traders });
    staged.answer('/trade/open', openReply(null));
    await page.goto(paths.traders);
    await page.getByRole('button', { name: 'BUY from Kola Trades' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Amount of Coin').fill('400');
    await sheet.getByText('₦37,800').waitFor();
    expect(await sheet.getByText('8012345678').count()).toBe(0);
    await look(page, 'p2p-reserve');
    const reserved = openTrade({ status: 'reserved' });
    staged.answer('/trade/reserve/2', { json: { message: 'Coins reserved!', trade: reserved } });
    staged.answer('/trade/500001', { json: reserved });
    await sheet.getByRole('button', { name: /Reserve/ }).click();
    const headline = page.getByRole('heading', { name: '400 coins are reserved' });
    await headline.waitFor();
    await focused(headline);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy the account number' }).click();
    await page.getByText('Copied to clipboard!').first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('8012345678');
    await page.getByText(/^OPay, /).waitFor();
    await look(page, 'p2p-pay', { fullPage: true });
    await page.getByRole('button', { name: 'I’ve paid, add the proof' }).click();
    const send = page.getByRole('button', { name: /I have paid/ });
    await send.click();
    await page.getByText('Please upload a screenshot before proceeding.').waitFor();
    const upload = page.locator('input[type=file]');
    expect(await upload.evaluate((input) => input === document.activeElement)).toBe(true);
    await upload.setInputFiles({ name: 'Screenshot_1412.png', mimeType: 'image/png', buffer: png });
    await page.getByAltText('Your screenshot').waitFor();
    await look(page, 'p2p-proof', { fullPage: true });
    const path = '/tradeConfirm/buy/2';
    staged.answer(path, {
      status: 409,
      json: { code: 'SCREENSHOT_USED', message: 'This screenshot was used for a trade before.' },
    });
    const reread = page.waitForResponse('**/api/trade/500001');
    await send.click();
    await page.getByText('Failed to complete purchase').waitFor();
    await page.getByText('This screenshot was used for a trade before.').waitFor();
    await reread;
    const trade = openTrade({ proved_at: new Date().toISOString() });
    staged.answer(path, { json: { message: 'Purchase request sent!', trade } });
    staged.answer('/trade/500001', { json: trade });
    const sent = page.waitForRequest((request) => request.url().endsWith(path));
    await send.click();
    expect((await sent).headers()['idempotency-key']).toBeTruthy();
    await page.getByText('Purchase request sent!').first().waitFor();
    await page.getByRole('heading', { name: 'The clock has stopped' }).waitFor();
    await look(page, 'p2p-waiting', { fullPage: true });
    const ended = { ...trade, dispute_until: new Date(Date.now() + 6 * 86_400_000).toISOString() };
    const rejected = { ...ended, status: 'rejected', reason: 'No payment arrived.' } as const;
    staged.answer('/trade/500001', { json: rejected });
    await page.reload();
    await page.getByRole('heading', { name: 'The purchase was rejected' }).waitFor();
    await page.getByText('No payment arrived.').waitFor();
    await look(page, 'p2p-rejected', { fullPage: true });
    await page.getByRole('button', { name: 'Send the proof now' }).click();
    await page.getByRole('button', { name: 'Send to Copup' }).click();
    await page.getByText('Write when and how you paid').waitFor();
    await look(page, 'p2p-dispute', { fullPage: true });
    staged.answer('/trade/500001', { json: { ...trade, status: 'approved' } });
    await page.reload();
    await page.getByRole('heading', { name: '400 coins are in your wallet' }).waitFor();
    await look(page, 'p2p-approved', { fullPage: true });
  });

  it('a reservation is cancelled after a question; a proof stays possible', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open();
    staged.answer('/trade/traders', { json: traders });
    const reserved = openTrade({ status: 'reserved' });
    staged.answer('/trade/open', openReply(reserved));
    staged.answer('/trade/500001', { json: reserved });
    await page.goto(`${paths.traders}?trade=500001`);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'Cancel the reservation?' }).waitFor();
    const until = new Date(Date.now() + 6 * 86_400_000).toISOString();
    const cancelled = { ...reserved, status: 'expired', is_cancelled: true, dispute_until: until } as const;
    staged.answer('/trade/500001/cancel', { json: { message: 'Reservation cancelled.', trade: cancelled } });
    staged.answer('/trade/500001', { json: cancelled });
    await page.getByRole('button', { name: 'Cancel it' }).click();
    await page.getByRole('heading', { name: 'You cancelled' }).waitFor();
    await page.getByRole('button', { name: 'Send the proof now' }).waitFor();
    await look(page, 'p2p-expired', { fullPage: true });
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
    staged.answer('/trade/500001', { json: trade });
    await page.goto(paths.peerToPeer);
    // The balance arrives with the server's time. Later, its round trip would span the runs of the clock, and shift the time.
    await page.getByText('12,480').first().waitFor({ state: 'attached' });
    await page.getByRole('link', { name: '400 coins are reserved' }).click();
    await page.getByText('Bank and name').waitFor();
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
    await page.getByText(/400 coins went back/).waitFor();
    await look(page, 'marketplace-expired', { withoutAxe: true });
  });
});
