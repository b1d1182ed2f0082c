import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import type { ReceiptRead } from '@copup/shared/receipts.ts';
import { alterAtRandom, alterReceipt } from '@copup/testkit/altered-receipts.ts';
import { startApp } from '@copup/testkit/app.ts';
import { isFull } from '@copup/testkit/is-full.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { call } from '@copup/testkit/players.ts';
import { seeded } from '@copup/testkit/random.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Verifying, verifyReceipt } from '../client/src/features/receipts/verify-receipt.ts';
import { ApiError } from '../client/src/lib/api-error.ts';
import { look } from './screens/look.ts';
import { App } from './support/app.ts';
import { axeViolations } from './support/axe.ts';
import { openVisitor } from './support/browser.ts';
import { createPlayer, type RealPlayer, until, visitSignedIn } from './support/people.ts';
import { Rival } from './support/rival.ts';
import { sharedBrowser } from './support/shared-browser.ts';

const script = fileURLToPath(new URL('../scripts/verify-proof.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'copup-e2e-receipts-'));
let app: App;
let browser: Browser;
let player: RealPlayer;
beforeAll(async () => {
  [app, browser] = await Promise.all([App.start(), sharedBrowser()]);
  player = await createPlayer(app, 'adaeze', 100);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await app?.stop();
});

/** A payment by bank transfer that its buyer shares. */
async function sharedPayment(url = app.url, token = player.token) {
  const post = async (path: string, body: object) => (await call(url, 'POST', path, { token, body })).body;
  const pack = { bid_points: 100, price: 9_900, sender_account_name: 'Adaeze Okonkwo' };
  const { id } = await post('/manualPayment/manual-payment', pack);
  const shared = await post('/receipts', { kind: 'purchase', id: String(id) });
  const receipt: ReceiptRead = (await call(url, 'GET', `/receipts/${shared.code}`)).body;
  return { id: Number(id), receipt, link: `${shared.url}?s=${receipt.sealed}` };
}

const reject = async (id: number) =>
  (await app.signInOperator()).call('POST', `/admin/payments/${id}/reject`, {
    reason: 'No money came',
  });

it('W22 100 of 100 altered receipts are refused by the page, the script and the scanner, also offline', {
  tags: ['full'],
}, async () => {
  // Without the limits for one address.
  const own = await startApp({ redis: null, overrides: { limitRules: noLimits } });
  const { url } = own;
  const { token } = await own.signIn();
  const [{ receipt, link }, other] = [await sharedPayment(url, token), await sharedPayment(url, token)];
  const keysText = await (await fetch(`${url}/.well-known/copup-receipts.json`)).text();
  const { keys } = JSON.parse(keysText);
  const altered = alterReceipt({ ...receipt, other: other.receipt });
  const random = seeded(22);
  for (let left = isFull ? 2_000 : 30; left > 0; left -= 1)
    altered.push({ name: 'any', code: receipt.code, sealed: alterAtRandom(receipt.sealed, random.next) });
  expect(altered.length).toBeGreaterThanOrEqual(130);
  const linkOf = ({ code, sealed }: { code: string; sealed: string }) =>
    `${url}/r/${code}?s=${encodeURIComponent(sealed)}`;
  // The scanner's own code, with the signatures of this platform; then without Ed25519; then without a network.
  const online: Verifying = {
    keys,
    subtle: crypto.subtle,
    read: async (code, sealed) => {
      const { status, body } = await call(
        url,
        'GET',
        `/receipts/${code}${sealed ? `?sealed=${sealed}` : ''}`,
      );
      if (status !== 200) throw new ApiError(body.message, { status, code: body.code });
      return body;
    },
  };
  const offline: Verifying = {
    ...online,
    read: () => Promise.reject(new ApiError('', { status: 0, code: 'NETWORK' })),
  };
  const scanners = [online, { ...online, subtle: undefined }, offline];
  const accepted: string[] = [];
  for (const one of altered) {
    const page = await (await fetch(linkOf(one))).text();
    const verdicts = await Promise.all(scanners.map((scanner) => verifyReceipt(linkOf(one), scanner)));
    const isRefused =
      page.includes('This receipt was changed') &&
      verdicts.every((verdict) => verdict?.outcome === 'altered' || verdict?.outcome === 'unproved') &&
      verdicts.slice(0, 2).every((verdict) => verdict?.outcome === 'altered');
    if (!isRefused) accepted.push(`${JSON.stringify(one)} ${verdicts.map((verdict) => verdict?.outcome)}`);
  }
  expect(accepted).toEqual([]);
  writeFileSync(join(folder, 'keys.json'), keysText);
  const { stdout } = spawnSync(
    process.execPath,
    [script, ...altered.map(linkOf), join(folder, 'keys.json')],
    {
      encoding: 'utf8',
    },
  );
  expect(stdout.match(/was changed|do not belong together/g)).toHaveLength(altered.length);
  const outcomes = await Promise.all(scanners.map((scanner) => verifyReceipt(link, scanner)));
  expect(outcomes.map((verdict) => [verdict?.outcome, verdict?.verifier])).toEqual([
    ['real', 'here'],
    ['real', 'server'],
    ['signed', 'here'],
  ]);
  await own.close();
});

it('W22 an open page shows a reversal by itself, and to whom it was sent above the amount', async () => {
  const { id, receipt } = await sharedPayment();
  const visitor = await openVisitor(browser, { name: 'merchant', url: app.url });
  const { page } = visitor;
  const followed = page.waitForResponse((reply) => reply.url().includes('/live?'));
  await page.goto(`/r/${receipt.code}`);
  await page.getByText('Pending', { exact: true }).waitFor();
  await page.getByText('Check your own balance').waitFor();
  await followed;
  await reject(id);
  // How soon is measured by the test of the server.
  await page.getByText('Reversed', { exact: true }).waitFor();
  await page.getByText('No money came').waitFor();
  expect(visitor.errors).toEqual([]);
  await visitor.context.close();
});

/** The code on the receipt's page. */
async function codePicture(page: Page, code: string) {
  await page.goto(`/r/${code}`);
  const picture = page.getByRole('img', { name: 'QR code of the signed receipt' });
  return { name: 'code.png', mimeType: 'image/png', buffer: await picture.screenshot() };
}

it('W22 /verify reads a picture or a typed code, follows the books, and proves the signature offline', async () => {
  const { id, receipt, link } = await sharedPayment();
  const visitor = await openVisitor(browser, { name: 'merchant', url: app.url });
  const { page, context } = visitor;
  const picture = await codePicture(page, receipt.code);
  await page.goto(paths.verify);
  const code = page.getByLabel('Or type its code');
  const check = page.getByRole('button', { name: 'Check', exact: true });
  const again = page.getByRole('button', { name: 'Check another' });
  await code.fill('abc');
  await check.click();
  await page.getByText('This is not the code or the link of a receipt.').waitFor();
  await look(page, 'verify', { fullPage: true });
  await page.getByLabel('Picture of the code').setInputFiles(picture);
  await page.getByRole('heading', { name: 'Real, but not final yet' }).waitFor();
  await page.getByText('Was this meant for you? Check your own balance.').waitFor();
  await page.getByText('checked on this phone').waitFor();
  await look(page, 'verify-real', { fullPage: true });
  await reject(id);
  await page.getByRole('heading', { name: 'Real, but taken back' }).waitFor();
  await again.click();
  await code.fill(receipt.code.toLowerCase());
  await check.click();
  await page.getByRole('heading', { name: 'Real, but taken back' }).waitFor();
  await again.click();
  const [payload = '', kid, signature] = receipt.sealed.split('.');
  const content = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const false_ = Buffer.from(JSON.stringify({ ...content, kobo: 9_900_000, to: 'E•• A••' })).toString(
    'base64url',
  );
  await code.fill(link.replace(receipt.sealed, `${false_}.${kid}.${signature}`));
  await check.click();
  await page.getByRole('heading', { name: 'Don’t trust this one' }).waitFor();
  await page.getByText('₦99,000').waitFor();
  await page.getByText('does not match').waitFor();
  await look(page, 'verify-altered', { fullPage: true });
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await axeViolations(page)).toEqual([]);
  await again.click();
  visitor.expectNetworkLoss();
  await context.setOffline(true);
  await code.fill(link);
  await check.click();
  await page.getByRole('heading', { name: 'Real, but not final yet' }).waitFor();
  await page.getByText(/^Signed by Copup. True at .* later reversals unknown/).waitFor();
  await look(page, 'verify-offline', { fullPage: true });
  expect(visitor.errors).toEqual([]);
  await context.close();
});

it('W22 a player shares the picture and the link of a payment, and ends the sharing', {
  tags: ['full'],
}, async () => {
  await sharedPayment();
  const { page, context, errors } = await visitSignedIn(browser, app, player);
  await page.goto(paths.payments);
  await page
    .getByRole('button', { name: /^Receipt of/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Share receipt' });
  const picture = dialog.getByRole('img');
  await picture.waitFor();
  expect(await picture.getAttribute('alt')).toContain('₦9,900 for 100 coins, by bank transfer, pending');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: /^Save, \d+ KB$/ }).click();
  const file = await readFile(await (await download).path());
  expect(file.length).toBeLessThanOrEqual(150_000);
  const size = await picture.evaluate((one: HTMLImageElement) => [one.naturalWidth, one.naturalHeight]);
  expect(size).toEqual([1080, 1350]);
  await look(page, 'receipt-sheet');
  await page.evaluate(() => {
    navigator.canShare = () => true;
    navigator.share = async ({ url, files } = {}) => {
      document.title = `${url} ${files?.[0]?.type}`;
    };
  });
  await dialog.getByRole('button', { name: 'Share picture and link' }).click();
  await page.waitForFunction(() => document.title.includes('image/jpeg'));
  const { pathname } = new URL((await page.title()).split(' ')[0] ?? '');
  await dialog.getByRole('button', { name: 'Stop sharing' }).click();
  await page.getByText('The receipt is no longer shared.').waitFor();
  expect((await fetch(app.url + pathname)).status).toBe(410);
  expect(errors).toEqual([]);
  await context.close();
});

it('W22 a winner shares the win as a picture, with the own name and the invite link only when switched on', {
  tags: ['full'],
}, async () => {
  const winner = await createPlayer(app, 'tunde_ba', 100);
  const auction = await (await app.signInOperator()).createAuction({
    ...{ name: 'Airtime, any network', category: 'product', price: 45_000, entry_bid_points: 5 },
    end_date: new Date(Date.now() + 600_000).toISOString(),
  });
  const bidder = new Rival(winner, app.url);
  await bidder.payEntry(auction.id);
  await bidder.bid(auction.id);
  await app.endAuction(auction.id);
  const { page, context, errors } = await visitSignedIn(browser, app, winner);
  await page.goto(pathTo(paths.auction, auction.id));
  const stage = page.getByRole('dialog', { name: 'Auction Completed' });
  await stage.getByRole('button', { name: 'Share', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Share your win' });
  const picture = sheet.getByRole('img');
  await picture.waitFor();
  await look(page, 'receipt-sheet-win', { fullPage: true });
  await page.evaluate(() => {
    navigator.canShare = () => true;
    navigator.share = async ({ text, url, files } = {}) => {
      Object.assign(window, { passed: { text, url, size: files?.[0]?.size } });
    };
  });
  const pass = async () => {
    await sheet.getByRole('button', { name: 'Share picture and link' }).click();
    const passed = await page.waitForFunction(() => {
      const { passed } = window as unknown as { passed?: { text: string; url: string; size: number } };
      return Object.assign(window, { passed: undefined }) && passed;
    });
    return passed.jsonValue();
  };
  const first = await pass();
  expect(first?.text).not.toContain('ref=');
  expect(first?.url).toMatch(/\/r\/\w{26}$/);
  expect(first?.size).toBeGreaterThan(30_000);
  expect(first?.size).toBeLessThanOrEqual(150_000);

  await sheet.getByText('Off: only t•••••••').waitFor();
  const masked = await picture.getAttribute('src');
  await sheet.getByRole('switch', { name: 'Show my name' }).check();
  await sheet.getByText('On: tunde_ba').waitFor();
  await until(async () => expect(await picture.getAttribute('src')).not.toBe(masked));
  await sheet.getByRole('switch', { name: 'Add my invite link' }).check();
  await sheet.getByText(/the public bids, your name and your code \w+\.$/).waitFor();
  await look(page, 'receipt-sheet-win-named', { fullPage: true });
  expect((await pass())?.text).toMatch(/Join me: http\S+\/register\?ref=\w+$/);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  await stage.waitFor();
  expect(errors).toEqual([]);
  await context.close();
});
