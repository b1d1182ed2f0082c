import { paths } from '@copup/shared/page-paths.ts';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { desktop, phone } from '../support/browser.ts';
import { until } from '../support/people.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { longNamed, ngozi } from './staged-page.ts';

const stage = new Stage();
const own = 'cp1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq';
const address = 'cp1zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz';
const owner = { wallet_address: address, username: 'emeka_nwosu', full_name: 'E•••• N••••', profile: null };
const recent = (username: string, full_name: string, nth: number) => ({
  ...{ wallet_address: address.replaceAll('z', 'acde'[nth] ?? 'f'), username, full_name, profile: null },
  last_sent_at: new Date(2026, 10, 21 - nth, 12).toISOString(),
});
const recents = [
  recent('emeka_nwosu', 'E•••• N••••', 0),
  recent('tunde_ibadan_north_1', 'T•••• B••••••••', 1),
  recent('zainab_m', 'Z••••• M•••••••', 2),
  recent('chidi_ph', 'C•••• P•••••', 3),
];
const terms = {
  charge_percent: 1,
  maximum: 100_000,
  left: 500_000,
  waits_until: null,
  owed: 0,
  has_pin: true,
};
const receipt = {
  message: 'Coins sent successfully',
  id: '01935b1e-0000-7000-8000-000000000077',
  amount: 2_500,
  charge: 25,
  recipient_wallet: address,
  recipient_username: owner.username,
  recipient_name: owner.full_name,
  recipient_profile: null,
  timestamp: '2026-11-21T13:16:00.000Z',
  bid_points: 9_955,
  available_points: 9_955,
};

/** Opens a page for a player with coins and an address. */
async function open(user = ngozi) {
  const { staged } = await stage.reuse(user, { available: 12_480 });
  staged.answer('/user/profile', {
    json: { ...user, wallet_address: own, available_points: 12_480, bonus_points: 0 },
  });
  staged.answer('/user/send-terms', { json: terms });
  staged.answer(`/user/wallet/${address}`, { json: owner });
  staged.answer('/user/recipients', { json: { items: recents } });
  return { staged, page: stage.page };
}
const isFocused = (name: string) =>
  stage.page.getByLabel(name, { exact: true }).evaluate((input) => document.activeElement === input);

const caretOf = (field: Locator) => field.evaluate((input) => (input as HTMLInputElement).selectionStart);

describe('/send', () => {
  it('shows the recipient before the PIN, then the receipt, with the specification’s labels', async () => {
    const { staged, page } = await open();
    await stage.show(paths.send);
    const to = page.getByLabel('Wallet Address');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Enter the username or the wallet address of another player').waitFor();
    staged.answer(`/user/wallet/${own}`, { json: { ...owner, username: ngozi.username } });
    await to.fill(own);
    await page.getByText('That’s you.').waitFor();
    await to.fill(` ${address.toUpperCase()} `);
    const amount = page.getByLabel('Amount of Coin');
    await until(async () => expect(await isFocused('Amount of Coin')).toBe(true));
    await page.getByRole('status').filter({ hasText: '@emeka_nwosu' }).waitFor();
    await amount.fill('12400');
    await page.getByText('You can send 12,356 at most, with the charge.').waitFor();
    await amount.fill('2500');
    expect(await amount.inputValue()).toBe('2,500');
    await amount.evaluate((input: HTMLInputElement) => input.setSelectionRange(1, 1));
    await page.keyboard.press('1');
    expect([await amount.inputValue(), await caretOf(amount)]).toEqual(['21,500', 2]);
    await page.keyboard.press('Backspace');
    await amount.fill('12.50');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Enter a whole number of coins').waitFor();
    await amount.fill('2500');
    await look(page, 'send-amount', { fullPage: true });
    await page.getByRole('button', { name: 'Continue' }).click();
    const sheet = page.getByRole('dialog', { name: 'Check and send' });
    for (const text of ['@emeka_nwosu', '25 coins', '2,525 coins', '9,955 coins'])
      await sheet.getByText(text, { exact: true }).waitFor();
    await until(async () => expect(await isFocused('PIN')).toBe(true));
    const send = page.getByRole('button', { name: 'Send 2,500 coins' });
    expect(await send.isDisabled()).toBe(true);
    await page.getByLabel('PIN', { exact: true }).fill('0417');
    await look(page, 'send-pin');
    staged.answer('/user/send-bid-points', 'never');
    await send.click();
    await page.getByText('Processing...').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').isVisible()).toBe(true);
  });

  it('W21 takes a username, a recent person or a picture of a code, and names what was not found', async () => {
    const { staged, page } = await open();
    await stage.show(paths.send);
    const to = page.getByLabel('Wallet Address');
    await page.getByRole('button', { name: '@zainab_m' }).waitFor();
    await look(page, 'send-to', { fullPage: true });
    await to.fill('Tun');
    await page.getByRole('button', { name: '@tunde_ibadan' }).waitFor();
    expect(await page.getByRole('button', { name: '@zainab_m' }).count()).toBe(0);
    const message = 'No player is called emeka_nwosi.';
    staged.answer('/user/wallet/emeka_nwosi', { status: 404, json: { code: 'WALLET_NOT_FOUND', message } });
    await to.fill('@emeka_nwosi');
    await to.press('Enter');
    await page.getByText(message).waitFor();
    await page.getByRole('link', { name: 'Invite them to Copup' }).waitFor();
    await look(page, 'send-to-none', { fullPage: true });
    await page.getByRole('region', { name: 'Did you mean' }).getByRole('button').click();
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Remove chidi_ph' }).click();
    staged.answer('/user/transactions', { json: [] });
    await staged.navigate(paths.transactions);
    await page.getByRole('heading', { name: 'Transactions', exact: true }).waitFor();
    await staged.navigate(paths.send);
    await page.getByRole('button', { name: '@zainab_m' }).waitFor();
    expect(await page.getByRole('button', { name: '@chidi_ph' }).count()).toBe(0);
    staged.answer('/user/wallet/zainab_m', { json: { ...owner, username: 'zainab_m' } });
    await to.fill('zainab_m');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('status').filter({ hasText: '@zainab_m' }).waitFor();
  });

  it('W21 reads a code from a picture and from the camera, which it asks for on a tap only', {
    tags: ['full'],
  }, async () => {
    const { staged, page } = await stage.open(ngozi, { available: 12_480 });
    staged.answer('/user/profile', { json: { ...ngozi, wallet_address: address } });
    staged.answer('/user/send-terms', { json: terms });
    staged.answer('/user/recipients', { json: { items: [] } });
    staged.answer(`/user/wallet/${address}`, { json: owner });
    await page.goto(paths.receive);
    const code = page.getByRole('img', { name: 'QR code of your wallet address' });
    const picture = { name: 'code.png', mimeType: 'image/png', buffer: await code.screenshot() };
    const other = { ...picture, buffer: await page.getByText('Scan to send coins to you').screenshot() };
    // From another page of the app, whose document has no camera.
    await staged.navigate(paths.send);
    await page.getByText('The people you send coins to appear here.').waitFor();
    await page.getByLabel('Picture of the code').setInputFiles(other);
    await page.getByText('No QR code was found in this picture.').waitFor();
    await page.getByLabel('Picture of the code').setInputFiles(picture);
    await page.getByRole('status').filter({ hasText: '@emeka_nwosu' }).waitFor();
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('button', { name: 'Scan a QR code' }).click();
    await page.getByRole('heading', { name: /The camera is off|No camera was found/ }).waitFor();
    const loaded = await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name);
    expect(new URL(String(loaded)).pathname).toBe(paths.send);
    await look(page, 'send-scan-denied');
    await page.getByRole('button', { name: 'Type it' }).click();
    await until(async () => expect(await isFocused('Wallet Address')).toBe(true));
    await page.getByRole('button', { name: 'Scan a QR code' }).click();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    // A camera that sees the picture.
    await page.evaluate(
      async (bytes) => {
        const seen = await createImageBitmap(new Blob([Uint8Array.from(bytes)]));
        const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 700 });
        setInterval(() => canvas.getContext('2d')?.drawImage(seen, 250, 150), 100);
        navigator.mediaDevices.getUserMedia = async () => canvas.captureStream();
      },
      [...picture.buffer],
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('status').filter({ hasText: '@emeka_nwosu' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(paths.send);
  });

  it('S6 a player without a PIN sets one, typed twice, and the form stays', async () => {
    const { staged, page } = await open();
    staged.answer('/user/send-terms', { json: { ...terms, has_pin: false } });
    await stage.show(`${paths.send}?to=${address}`);
    await page.getByLabel('Amount of Coin').fill('2500');
    await page.getByRole('button', { name: 'Continue' }).click();
    const sheet = page.getByRole('dialog', { name: 'First, choose a PIN' });
    await sheet.getByText('2,500 coins to @emeka_nwosu').waitFor();
    const set = page.getByRole('button', { name: 'Set PIN and continue' });
    await set.click();
    await page.getByText('New PIN must be a 4-digit number').waitFor();
    const [first, repeated] = [
      page.getByLabel('New PIN', { exact: true }),
      page.getByLabel('The same again'),
    ];
    await first.fill('0417');
    await until(async () => expect(await isFocused('The same again')).toBe(true));
    await repeated.fill('0418');
    await set.click();
    expect(await page.getByText('The two don’t match.').count()).toBe(2);
    await until(async () => expect(await isFocused('New PIN')).toBe(true));
    await repeated.fill('0417');
    await look(page, 'send-pin-new');
    const details = { methods: ['password'] };
    const again = { code: 'REAUTH_NEEDED', message: 'Enter your password again.', details };
    staged.answer('/user/set-pin', { status: 403, json: again });
    await set.click();
    const confirm = page.getByRole('dialog').filter({ has: page.getByLabel('Password') });
    await confirm.getByLabel('Password').fill('green okro 7');
    staged.answer('/auth/confirm', { json: { message: 'ok' } });
    staged.answer('/user/set-pin', { json: { message: 'PIN set' } });
    staged.answer('/user/send-bid-points', { json: receipt });
    await confirm.getByRole('button', { name: /Continue|Confirm/ }).click();
    await page.getByText('PIN set').first().waitFor();
    await page.getByLabel('PIN', { exact: true }).fill('0417');
    await page.getByRole('button', { name: 'Send 2,500 coins' }).click();
    await page.getByText('Coins sent successfully').first().waitFor();
  });

  it('a wrong PIN empties the boxes; a locked one shows the time left and the way out', {
    tags: ['full'],
  }, async () => {
    const { staged, page } = await open();
    await stage.show(`${paths.send}?to=${address}`);
    await page.getByLabel('Amount of Coin').fill('2500');
    await page.getByRole('button', { name: 'Continue' }).click();
    const failed = (status: number, code: string, message: string, details = {}) =>
      staged.answer('/user/send-bid-points', { status, json: { code, message, details } });
    const submit = async () => {
      await page.getByLabel('PIN', { exact: true }).fill('9999');
      await page.getByRole('button', { name: 'Send 2,500 coins' }).click();
    };
    failed(400, 'WRONG_PIN', 'Wrong PIN. One more wrong attempt locks it.', { tries_left: 1 });
    await submit();
    await page.getByText('One more wrong attempt locks it.').waitFor();
    expect([await page.getByLabel('PIN', { exact: true }).inputValue(), await isFocused('PIN')]).toEqual([
      '',
      true,
    ]);
    await look(page, 'send-pin-wrong');
    failed(409, 'SEND_LIMIT', 'Today you can still send 3 coins.');
    await submit();
    await page.getByRole('alert').filter({ hasText: 'Today you can still send 3 coins.' }).waitFor();
    const until = new Date(Date.now() + 712_000).toISOString();
    failed(423, 'PIN_LOCKED', 'Locked', { until });
    await submit();
    await page.getByRole('heading', { name: 'Your PIN is locked' }).last().waitFor();
    await page.getByRole('timer').waitFor();
    expect(await page.getByRole('link', { name: 'Recover' }).getAttribute('href')).toBe(paths.recoverPin);
    await look(page, 'pin-locked');
  });

  it('W9 the receipt stays until it is closed, over a cleared form', { tags: ['full'] }, async () => {
    const { staged, page } = await open();
    await stage.show(`${paths.send}?to=${address}`);
    await page.getByLabel('Amount of Coin').fill('2500');
    await page.getByRole('button', { name: 'Continue' }).click();
    staged.answer('/user/send-bid-points', { json: receipt });
    await page.getByLabel('PIN', { exact: true }).fill('0417');
    await page.getByRole('button', { name: 'Send 2,500 coins' }).click();
    const slip = page.getByRole('region', { name: 'Receipt' });
    await slip.getByText('9,955').first().waitFor();
    await page.getByText('Coins sent successfully').first().waitFor();
    await until(async () => expect(await page.locator('input[name=recipientWallet]').inputValue()).toBe(''));
    await look(page, 'send-receipt', { fullPage: true });
    expect(await slip.getByText(receipt.id).count()).toBe(0);
    await slip.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('status').filter({ hasText: '@emeka_nwosu' }).waitFor();
    expect(await page.getByLabel('Amount of Coin').inputValue()).toBe('');
  });
});

it('/receive shows the address while it loads, when it fails, and as a code to scan', {
  tags: ['full'],
}, async () => {
  const { staged, page } = await stage.open(longNamed);
  await stage.staged.visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  staged.answer('/user/profile', 'never');
  await page.goto(paths.receive);
  await page.getByText('Fetching wallet address...').waitFor();
  staged.answer('/user/profile', { status: 500 });
  await page.reload();
  await page.getByText('Error fetching user profile').waitFor();
  await look(page, 'receive-error');
  staged.answer('/user/profile', { json: { ...longNamed, wallet_address: address } });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('img', { name: 'QR code of your wallet address' }).waitFor();
  await look(page, 'receive', { fullPage: true });
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('copied successfully').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
});

it('/transaction lists, searches and filters in the address, and offers the statement', async () => {
  const { staged, page } = await open();
  const row = (nth: number, direction: 'sent' | 'received', ageMs: number) => ({
    id: `01935b1e-0000-7000-8000-00000000010${nth}`,
    direction,
    amount: nth === 0 ? 1_284_550 : 300,
    charge: 25,
    sender_username: direction === 'sent' ? ngozi.username : 'zainab_m',
    recipient_username: direction === 'sent' ? 'w'.repeat(20) : ngozi.username,
    timestamp: new Date(Date.now() - ageMs).toISOString(),
  });
  staged.answer('/user/transactions', { json: [] });
  await stage.show(paths.transactions);
  await page.getByText('No transactions yet').waitFor();
  await look(page, 'transactions-empty');
  const day = 86_400_000;
  staged.answer('/user/transactions', {
    json: [row(0, 'sent', 0), row(1, 'received', day), row(2, 'sent', 9 * day)],
  });
  await stage.show(paths.transactions);
  await page.setViewportSize(phone);
  await page.getByText('From @zainab_m').waitFor();
  await look(page, 'transactions', { fullPage: true });
  await page.getByLabel('Search').fill('zain');
  await page.waitForURL('**/transaction?q=zain');
  await page.getByLabel('Received').check();
  await page.waitForURL('**/transaction?q=zain&direction=received');
  await page.setViewportSize(desktop);
  await page.getByRole('columnheader', { name: 'Recipient' }).waitFor();
  await page.getByRole('button', { name: 'Download statement' }).click();
  await page.getByRole('radio').first().waitFor();
  await look(page, 'transactions-statement');
});

const pin = {
  is_set: true,
  locked_until: null,
  needs_recovery: false,
  waits_until: null,
  wait_hours: 24,
  wait_coins: 100,
};

describe('PIN pages', () => {
  it('/set-pin sets a first PIN, or a new one with the old PIN or a mailed code', async () => {
    const { staged, page } = await stage.reuse();
    staged.answer('/user/pin', { json: { ...pin, is_set: false } });
    await stage.show(paths.setPin);
    await page.getByRole('button', { name: 'Set Pin' }).click();
    await page.getByText('New PIN must be a 4-digit number').waitFor();
    expect(await page.getByText('if changing').count()).toBe(0);
    staged.answer('/user/pin', { json: pin });
    await stage.show(paths.setPin);
    await page.getByLabel('Old PIN if changing').fill('0417');
    await until(async () => expect(await isFocused('New PIN')).toBe(true));
    await look(page, 'set-pin', { fullPage: true });
    staged.answer('/user/set-pin', {
      status: 400,
      json: { code: 'WRONG_PIN', message: 'Wrong PIN. 4 attempts are left.' },
    });
    await page.getByLabel('New PIN').fill('1111');
    await page.getByRole('button', { name: 'Set Pin' }).click();
    await page.getByText('4 attempts are left').waitFor();
    expect(await page.getByLabel('Old PIN').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Forgot it?' }).click();
    staged.answer('/user/recover-pin', { json: { message: 'Recovery code sent to your email' } });
    await page.getByRole('button', { name: 'Send a code to n•••@copup.test' }).click();
    await page.getByText('Recovery code sent to your email').waitFor();
    await page.getByLabel('Mailed code').fill('730419');
    await look(page, 'set-pin-code', { fullPage: true });
    staged.answer('/user/set-pin', { json: { message: 'PIN changed successfully' } });
    await page.getByRole('button', { name: 'Set Pin' }).click();
    await page.waitForURL(`**${paths.dashboard}`);
  });

  it('/recover-pin works for visitors, and leads on to /set-pin', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open(null);
    staged.answer('/user/recover-pin', 'unreachable');
    await page.goto(paths.recoverPin);
    await page.getByLabel('E-mail').fill('ngozi@copup.test');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').waitFor();
    staged.answer('/user/recover-pin', { json: { message: 'Recovery code sent to your email' } });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('check inbox or spam folder').waitFor();
  });
});
