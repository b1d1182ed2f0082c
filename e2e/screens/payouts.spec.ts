import { paths } from '@copup/shared/page-paths.ts';
import type { Bank, Payout, PayoutTerms } from '@copup/shared/payouts.ts';
import { describe, expect, it } from 'vitest';
import { until } from '../support/people.ts';
import { focused } from './focused.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { longName, ngozi } from './staged-page.ts';

const stage = new Stage();
const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const terms: PayoutTerms = {
  ...{ cashable: 6_470, rate: 90, minimum: 10, maximum: 50_000, waits_until: null, reason: null, owed: 0 },
  ...{ available: 11_470, held: 960, bonus: 50, bought_hours: 72 },
  young: [
    { bid_points: 4_000, until: at(30) },
    { bid_points: 1_000, until: at(50) },
  ],
  holds: [{ kind: 'auction', count: 1, bid_points: 960, name: longName }],
};
const bank = (code: string, name: string, note: string | null = null): Bank => ({
  ...{ code, name, note },
  is_open: note === null,
  reads_names: false,
});
const banks = [
  bank('access', 'Access Bank'),
  bank('diamond', 'Diamond Bank', 'Closed. It is now part of Access Bank.'),
  bank('fcmb', 'FCMB'),
  bank('gtb', 'GTBank'),
  bank('heritage', 'Heritage Bank', 'Closed. Its licence was revoked.'),
  bank('wema', 'Wema Bank'),
];
const payout = (id: number, status: Payout['status'], change: Partial<Payout> = {}): Payout => ({
  ...{ id, status, bid_points: 2_500, account_name: 'Adaeze Okonkwo', rate: 90, amount: 225_000 },
  ...{ bank_name: 'GTBank', account_number: '••••••6789', reason: null, bank_reference: null },
  ...{ created_at: at(-1), decided_at: null, ended_at: null, on_hold: null, sent_at: null },
  ...change,
});
const history = [
  payout(5, 'approved'),
  payout(4, 'paid', { bank_name: 'Access Bank', bank_reference: 'ACC-77431', created_at: at(-50) }),
  payout(3, 'returned', {
    ...{ bank_name: 'Wema Bank', bid_points: 400, amount: 36_000, created_at: at(-500) },
    reason: 'account closed',
  }),
  payout(2, 'rejected', {
    ...{ bank_name: 'FCMB', bid_points: 90, amount: 8_100, created_at: at(-500) },
    reason: 'The account name is not yours.',
  }),
];

async function openPayout(change: Partial<PayoutTerms> = {}) {
  const { staged } = await stage.reuse(ngozi, { available: 11_470, held: 960, bonus: 50 });
  staged.answer('/user/payout-terms', { json: { ...terms, ...change } });
  staged.answer('/user/banks', { json: banks });
  staged.answer('/tap/payout-history', { json: history.slice(1) });
  await stage.show(paths.payout);
  return { staged, page: stage.page };
}
const field = (name: string) => stage.page.getByRole('textbox', { name });
const payoutButton = () => stage.page.getByRole('button', { name: /^Payout/ });
const focusIsOn = (name: string) =>
  until(async () => expect(await field(name).evaluate((each) => each === document.activeElement)).toBe(true));

describe('/payout', () => {
  it('W19 shows the bank’s name of the account before the PIN, and takes a typed one when the bank does not answer', async () => {
    const { staged, page } = await openPayout();
    staged.answer('/user/banks', { json: banks.map((each) => ({ ...each, reads_names: true })) });
    await page.reload();
    await field('Amount of Coin').fill('2500');
    await field('Account number').fill('0123456789');
    await page.getByRole('button', { name: /Choose your bank/ }).click();
    await page.getByRole('combobox').fill('gt');
    await page.keyboard.press('Enter');
    await page.getByText('Your bank tells us the account’s name.').waitFor();
    expect(await field('Account name').count()).toBe(0);
    const answer = (json: object) => staged.answer('/tradeConfirm/account-name', { json });
    answer({ account_name: 'BELLO TUNDE', name_differs: true });
    const asked = page.waitForRequest('**/api/tradeConfirm/account-name');
    await payoutButton().click();
    expect((await asked).postDataJSON()).toEqual({
      ...{ bid_points: 2_500, account_number: '0123456789', bank_name: 'gtb' },
    });
    const sheet = page.getByRole('dialog');
    await sheet.getByText('Name at the bank').waitFor();
    await sheet.getByText(/This account is not in your name/).waitFor();
    await look(page, 'payout-bank-name');
    await page.keyboard.press('Escape');

    staged.answer('/tradeConfirm/account-name', {
      status: 404,
      json: {
        code: 'ACCOUNT_NOT_FOUND',
        message: 'The bank has no account with this number.',
        issues: [{ path: 'account_number', message: 'The bank has no account with this number.' }],
      },
    });
    await field('Account number').fill('0123456780');
    await payoutButton().click();
    await page.getByText('The bank has no account with this number.').first().waitFor();
    answer({ account_name: null, name_differs: false });
    await field('Account number').fill('0123456781');
    await payoutButton().click();
    await page.getByText('Your bank did not answer. Type the account name.').waitFor();
    await field('Account name').fill('Tunde Bello');
    await payoutButton().click();
    await sheet.getByText(/Tunde Bello/).waitFor();
    expect(await sheet.getByText('Name at the bank').count()).toBe(0);
  });

  it('says what can be cashed out, and takes amount, bank, account and PIN', async () => {
    const { staged, page } = await openPayout();
    await page.getByTestId('cashable').filter({ hasText: '6,470' }).waitFor();
    await page.getByText('Held for 1 bid').waitFor();
    // Errors, and the focus on the first of them.
    await field('Account name').fill('');
    await payoutButton().click();
    await page.getByText('Enter 10 to 6,470 coins.').waitFor();
    await focusIsOn('Amount of Coin');
    await look(page, 'payout-errors', { fullPage: true });

    // The naira follow the amount as it is typed.
    await field('Amount of Coin').fill('2500');
    await page.getByRole('status').filter({ hasText: '₦225,000' }).waitFor();
    await field('Account number').fill('0123456789');
    await field('Account name').fill('Adaeze Okonkwo');

    // The list of banks by keyboard: a closed bank cannot be chosen.
    const opener = page.getByRole('button', { name: /Choose your bank/ });
    await opener.click();
    const search = page.getByRole('combobox', { name: 'Search 6 banks' });
    await focused(search);
    await look(page, 'payout-banks');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('option', { name: /Diamond Bank/ }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    await search.fill('gt');
    await page.keyboard.press('Enter');
    await until(async () => expect(await search.count()).toBe(0));
    await page.getByRole('button', { name: 'Bank GTBank' }).waitFor();
    await look(page, 'payout', { fullPage: true });

    // A refusal closes the sheet, and what was typed stays.
    const refuse = (code: string, message: string, details = {}) =>
      staged.answer('/tradeConfirm/payout', { status: 409, json: { code, message, details } });
    const enterPin = async () => {
      await payoutButton().click();
      await page.getByRole('dialog').getByText('Left to cash out').waitFor();
      await page.keyboard.type('0417');
    };
    await enterPin();
    await look(page, 'payout-pin');
    refuse('WRONG_PIN', 'Wrong PIN. 4 attempts are left.', { tries_left: 4 });
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Payout/ })
      .click();
    await page.getByText('Wrong PIN. 4 attempts are left.').waitFor();
    await page.keyboard.type('0417');
    refuse('PAYOUT_OPEN', 'You have an open payout.');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Payout/ })
      .click();
    await page
      .getByRole('alert')
      .filter({ hasText: /You have an open payout\.\s*Nothing was held/ })
      .waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await field('Account number').inputValue()).toBe('0123456789');
    await look(page, 'payout-refused');
    // The PIN is stored nowhere.
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/\bpin\b/);

    staged.answer('/tradeConfirm/payout', {
      json: {
        message: 'Payout requested. 2,500 coins are held until it is decided.',
        payout: payout(6, 'pending'),
      },
    });
    await enterPin();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Payout/ })
      .click();
    const heading = page.getByRole('heading', { name: '₦225,000 requested' });
    await heading.waitFor();
    await focused(heading);
    await page.getByText('Payout requested. 2,500 coins are held').waitFor();
    await page.getByText('GTBank 0123456789').waitFor();
    await look(page, 'payout-requested', { fullPage: true });
  });

  it('says why nothing can be cashed out, and from when', { tags: ['full'] }, async () => {
    const none = { cashable: 0, available: 5_000, held: 0, holds: [], reason: 'NOT_ENOUGH_COINS' as const };
    const { staged, page } = await openPayout(none);
    await page.getByRole('heading', { name: 'Nothing to cash out yet' }).waitFor();
    await page.getByText(/Bought coins wait 72 hours.*all 5,000, that is ₦450,000/).waitFor();
    await look(page, 'payout-empty');
    for (const [reason, text] of [
      ['WAITING_PERIOD', /Payouts are possible again from/],
      ['OWES_COINS', /Your account owes 1,200 coins/],
      ['PAYOUT_OPEN', /You already have an open payout/],
    ] as const) {
      staged.answer('/user/payout-terms', { json: { ...terms, reason, waits_until: at(20), owed: 1_200 } });
      await page.reload();
      await page.getByText(text).waitFor();
      expect(await payoutButton().isDisabled()).toBe(true);
    }
    await look(page, 'payout-blocked');
    staged.answer('/user/payout-terms', { json: { ...terms, reason: 'PIN_NOT_SET' } });
    await page.reload();
    expect(await page.getByRole('link', { name: 'Set Pin' }).getAttribute('href')).toBe(paths.setPin);
  });

  it('loads, fails, loads again, and keeps everything offline without moving coins', {
    tags: ['full'],
  }, async () => {
    const { staged, page } = await stage.open();
    staged.answer('/user/payout-terms', 'never');
    staged.answer('/user/banks', { json: banks });
    await page.goto(paths.payout);
    await page.getByRole('status').filter({ hasText: 'Loading payout...' }).waitFor();
    await look(page, 'payout-loading');
    staged.answer('/user/payout-terms', { status: 500 });
    await page.reload();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    staged.answer('/user/payout-terms', { json: terms });
    await page.getByRole('button', { name: 'Try again' }).click();
    await field('Amount of Coin').fill('20');
    await staged.visitor.context.setOffline(true);
    await page.getByText('You are offline. No coins can be moved.').waitFor();
    expect(await payoutButton().isDisabled()).toBe(true);
    expect(await field('Amount of Coin').inputValue()).toBe('20');
    await look(page, 'payout-offline');
  });
});

describe('/payout-history', () => {
  it('lists payouts by day, with the open one and its steps; a decision is shown without a reload', async () => {
    const { staged, page } = await stage.reuse(ngozi, { available: 100, unread: 0 });
    const held = payout(5, 'pending', { on_hold: 'OPEN_DISPUTE' });
    staged.answer('/tap/payout-history', { json: [held, ...history.slice(1)] });
    await stage.show(paths.payouts);
    await page.getByRole('heading', { name: 'PayOut History' }).waitFor();
    await page.getByText('2,500 coins - status - pending').waitFor();
    await page.getByText('The bank sent it back: account closed. 400 coins are in your wallet.').waitFor();
    const open = page.getByRole('region', { name: 'Open payout' });
    await open.getByText('Being checked').first().waitFor();
    await open.getByText(/On hold: a bank is still checking one of your card payments/).waitFor();
    await look(page, 'payouts-on-hold', { fullPage: true });
    staged.answer('/tap/payout-history', { json: history });
    // Otherwise the number of unread ones arrives with the join, and does not change.
    await until(() => expect(staged.socket.hasJoined(`user:${ngozi.id}`)).toBe(true));
    staged.socket.set(`user:${ngozi.id}`, { available: 100, held: 0, bonus: 0, task: 0, unread: 1 });
    await page.getByText('2,500 coins - status - approved').waitFor();
    await page.getByRole('status').filter({ hasText: 'Your payout of 2,500 coins is approved.' }).waitFor();
    await look(page, 'payouts', { fullPage: true });
  });

  it('loads, fails and is empty', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open();
    staged.answer('/tap/payout-history', 'never');
    await page.goto(paths.payouts);
    await page.getByRole('status').filter({ hasText: 'Loading payouts...' }).waitFor();
    staged.answer('/tap/payout-history', { status: 500 });
    await page.reload();
    await page.getByText('Error fetching payout history').waitFor();
    staged.answer('/tap/payout-history', { json: [] });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No payout history').waitFor();
    await look(page, 'payouts-empty');
  });
});
