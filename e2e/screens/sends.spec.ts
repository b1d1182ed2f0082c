import { paths } from '@copup/shared/page-paths.ts';
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
  return { staged, page: stage.page };
}
const isFocused = (name: string) =>
  stage.page.getByLabel(name, { exact: true }).evaluate((input) => document.activeElement === input);

describe('/send', () => {
  it('shows the recipient before the PIN, then the receipt, with the specification’s labels', async () => {
    const { staged, page } = await open();
    await stage.show(paths.send);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Enter the wallet address of another player').waitFor();
    await page.getByLabel('Wallet Address').fill(own);
    await page.getByText('This is your own wallet').waitFor();
    await page.getByLabel('Wallet Address').fill(` ${address.toUpperCase()} `);
    await page.getByText('@emeka_nwosu').first().waitFor();
    await page.getByLabel('Amount of Coin').fill('12,400');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('You need 12,524 coins, the charge included').waitFor();
    await page.getByLabel('Amount of Coin').fill('2500');
    await look(page, 'send', { fullPage: true });
    await page.getByRole('button', { name: 'Continue' }).click();
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

  it('S6 a player without a PIN sets one in the sheet, confirms the sign-in, and the form stays', async () => {
    const { staged, page } = await open();
    staged.answer('/user/send-terms', { json: { ...terms, has_pin: false } });
    await stage.show(`${paths.send}?to=${address}`);
    await page.getByLabel('Amount of Coin').fill('2500');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('dialog', { name: 'Set a PIN first' }).waitFor();
    await page.getByLabel('New PIN', { exact: true }).fill('0417');
    const details = { methods: ['password'] };
    const again = { code: 'REAUTH_NEEDED', message: 'Enter your password again.', details };
    staged.answer('/user/set-pin', { status: 403, json: again });
    await page.getByRole('button', { name: 'Set Pin and continue' }).click();
    const confirm = page.getByRole('dialog').filter({ has: page.getByLabel('Password') });
    await confirm.getByLabel('Password').fill('green okro 7');
    staged.answer('/auth/confirm', { json: { message: 'ok' } });
    staged.answer('/user/set-pin', { json: { message: 'PIN set' } });
    staged.answer('/user/send-bid-points', { json: receipt });
    await confirm.getByRole('button', { name: /Continue|Confirm/ }).click();
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
    const download = page.waitForEvent('download');
    await slip.getByRole('button', { name: 'Save' }).click();
    expect((await download).suggestedFilename()).toBe(`copup-receipt-${receipt.id}.png`);
    await slip.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Continue' }).waitFor();
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
