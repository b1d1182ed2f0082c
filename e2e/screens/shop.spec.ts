import { paths } from '@copup/shared/page-paths.ts';
import type { CoinPackage, PaymentHistoryItem, TransferAccount } from '@copup/shared/shop.ts';
import { describe, expect, it } from 'vitest';
import { watchFor } from '../support/brief-states.ts';
import { until } from '../support/people.ts';
import { focused } from './focused.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { ngozi } from './staged-page.ts';

const stage = new Stage();

const packages: CoinPackage[] = [
  [20, 2_000],
  [50, 5_000],
  [100, 9_900],
  [250, 24_500],
  [500, 48_500],
  [1_000, 96_000],
].map(([bid_points = 0, price = 0], at) => ({ id: at + 1, image: '', price, bid_points }));
const bank = {
  account_name: 'Copup Demo Ltd',
  bank_name: 'Providus',
  account_number: '0123456789',
  is_automatic: false,
};
const openPayment = {
  message: 'Payment made successfully.',
  id: 1001,
  reference: 'CP-7K3M9Q',
  bid_points: 1_000,
  price: 96_000,
  status: 'pending',
};
const payment = (at: number, facts: Partial<PaymentHistoryItem>): PaymentHistoryItem => ({
  id: `bank_transfer:${1001 + at}`,
  bid_points: 1_000,
  status: 'approved',
  method: 'bank_transfer',
  price: 96_000,
  reference: 'CP-7K3M9Q',
  sender: 'Ngọzi Okwuosa',
  reason: null,
  expires_at: null,
  transfers: [],
  created_at: new Date(Date.now() - at * 20 * 3_600_000).toISOString(),
  decided_at: null,
  ...facts,
});
const history = [
  payment(0, { status: 'pending' }),
  payment(1, { id: 'card:1', method: 'card', bid_points: 250, price: 24_500.5, reference: 'copup-1' }),
  payment(2, { status: 'rejected', reason: 'We found no transfer with this reference.' }),
  payment(3, { id: 'p2p:1', method: 'p2p', status: 'expired', bid_points: 200, price: 18_800 }),
  payment(4, { id: 'card:2', method: 'card', status: 'charged_back' }),
  payment(5, { id: 'card:3', method: 'card', status: 'failed' }),
];

async function openShop() {
  const { staged } = await stage.reuse(ngozi, { available: 12_480 });
  staged.answer('/bidShop/all', { json: packages });
  staged.answer('/bidShop/bank-details', { json: bank });
  staged.answer('/manualPayment/reference', { json: { reference: openPayment.reference } });
  return { staged, page: stage.page };
}

describe('/buy', () => {
  it('W2 W12 names the reference first, takes a bank transfer, and continues to it after 2 s', async () => {
    stage.discard();
    const { staged, page } = await openShop();
    await stage.show(paths.buy);
    await page.getByRole('button', { name: 'Buy 1,000 coins' }).waitFor();
    await look(page, 'buy', { fullPage: true });
    await page.getByRole('button', { name: 'Buy 1,000 coins' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('0123 456 789').waitFor();
    await dialog.getByRole('button', { name: 'Confirm Payment' }).click();
    await dialog.getByText('Sender account name is required').waitFor();
    const field = dialog.getByLabel('Sender account name');
    await focused(field);
    await look(page, 'buy-confirm');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    for (const [name, text] of [
      ['Copy CP-7K3M9Q', 'CP-7K3M9Q'],
      ['Copy the account number', '0123456789'],
      ['Copy the exact amount', '96000'],
    ] as const) {
      await dialog.getByRole('button', { name }).click();
      await until(async () => expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text));
    }
    await page.getByText('Copied to clipboard!').first().waitFor();

    await field.fill('Ngọzi Okwuosa');
    staged.answer('/manualPayment/manual-payment', { status: 500 });
    await dialog.getByRole('button', { name: 'Confirm Payment' }).click();
    await dialog.getByText('Error initiating payment. Please try again later.').waitFor();
    staged.answer('/manualPayment/manual-payment', { json: openPayment });
    staged.answer('/manualPayment/payment-history', { json: history.slice(0, 1) });
    await page.clock.install();
    const isShown = await watchFor(
      page,
      'body',
      'Payment made successfully. Your coins arrive once we find your transfer.',
    );
    const announced = page.waitForRequest('**/manualPayment/manual-payment');
    await dialog.getByRole('button', { name: 'Confirm Payment' }).click();
    expect((await announced).postDataJSON()).toMatchObject({ reference: 'CP-7K3M9Q', price: 96_000 });
    await isShown();
    await page.clock.runFor(2_000);
    await page.waitForURL(`**${paths.payments}`);
    const transfer = page.getByRole('region', { name: 'Open payment' });
    for (const text of ['CP-7K3M9Q', '0123 456 789', 'Ngọzi Okwuosa', 'We look for your ₦96,000'])
      await transfer.getByText(text).waitFor();
    await page.clock.resume();
    await look(page, 'transfer-manual-sent', { fullPage: true });
    const approved = { ...history[0], status: 'approved', decided_at: new Date().toISOString() };
    staged.answer('/manualPayment/payment-history', { json: [approved] });
    staged.socket.set(`user:${ngozi.id}`, { available: 13_480, held: 0, bonus: 0, task: 0, unread: 1 });
    await transfer.getByText('1,000 coins are in your wallet').waitFor();
    await page.getByRole('link', { name: 'Done' }).click();
    await page.waitForURL(`**${paths.dashboard}`);
  });

  it('W18 shows an account of its own, counts down, and follows the transfer until it is credited', async () => {
    const { staged, page } = await openShop();
    const account: TransferAccount = {
      id: 1001,
      status: 'reserved',
      bid_points: 1_000,
      price: 96_000,
      bank_name: 'Wema Bank',
      account_number: '9900700002',
      expires_at: new Date(Date.now() + 29 * 60_000).toISOString(),
      pretend_path: null,
    };
    let version = 0;
    const become = (facts: Partial<TransferAccount>) => {
      version += 1;
      staged.answer('/manualPayment/1001/account', { json: { ...account, ...facts } });
      const wallet = { available: 12_480, held: 0, bonus: 0, task: 0 };
      staged.socket.set(`user:${ngozi.id}`, { ...wallet, unread: version });
    };
    staged.answer('/bidShop/bank-details', { json: { ...bank, is_automatic: true } });
    staged.answer('/manualPayment/account', { json: account });
    staged.answer('/manualPayment/1001/account', { json: account });
    await stage.show(paths.buy);
    await page.getByRole('button', { name: 'Buy 1,000 coins' }).click();
    const dialog = page.getByRole('dialog');
    const transfer = dialog.getByRole('region', { name: 'Bank transfer (automatic)' });
    for (const text of ['Waiting for your ₦96,000', /^2[89]:\d\d left/, '9900 700 002', 'Wema Bank'])
      await transfer.getByText(text).waitFor();
    await dialog.getByText('from an account in your name, Ngọzi Okwuosa').waitFor();
    await look(page, 'transfer-automatic');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    for (const [name, text] of [
      ['Copy the account number', '9900700002'],
      ['Copy the exact amount', '96000'],
    ] as const) {
      await dialog.getByRole('button', { name }).click();
      await until(async () => expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text));
    }
    become({ status: 'pending' });
    await transfer.getByText('Your transfer arrived').waitFor();
    await dialog.getByRole('link', { name: 'See your payments' }).waitFor();
    expect(await transfer.getByText('9900 700 002').count()).toBe(0);
    become({ status: 'expired' });
    await transfer.getByText('The time to pay is over').waitFor();
    await look(page, 'transfer-automatic-over');
    const next = { ...account, id: 1002, account_number: '9900700003' };
    staged.answer('/manualPayment/account', { json: next });
    staged.answer('/manualPayment/1002/account', { json: next });
    await dialog.getByRole('button', { name: 'Open a new account' }).click();
    await transfer.getByText('9900 700 003').waitFor();
    staged.answer('/manualPayment/1002/account', { json: { ...next, status: 'approved' } });
    staged.socket.set(`user:${ngozi.id}`, { available: 13_480, held: 0, bonus: 0, task: 0, unread: 9 });
    await transfer.getByText('1,000 coins are in your wallet').waitFor();
    await look(page, 'transfer-automatic-done');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('W18 says that a person checks the transfer while the provider opens no account', async () => {
    const { staged, page } = await openShop();
    staged.answer('/bidShop/bank-details', { json: { ...bank, is_automatic: true } });
    staged.answer('/manualPayment/account', {
      status: 503,
      json: { code: 'UNAVAILABLE', message: 'Automatic bank transfers are not available right now.' },
    });
    await stage.show(paths.buy);
    await page.getByRole('button', { name: 'Buy 1,000 coins' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('a person checks this one').waitFor();
    await dialog.getByText('0123 456 789').waitFor();
  });

  it('offers the smallest package that covers what is missing elsewhere, and leads back', {
    tags: ['full'],
  }, async () => {
    const { staged, page } = await openShop();
    staged.answer('/manualPayment/manual-payment', { json: openPayment });
    staged.answer('/manualPayment/payment-history', { json: history.slice(0, 1) });
    staged.answer('/tap/contests', { json: [] });
    await stage.show(paths.tap);
    await page.getByRole('link', { name: 'Visit the coin shop' }).click();
    await page.getByRole('button', { name: 'Buy 20 coins' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Sender account name').fill('Ngọzi Okwuosa');
    await dialog.getByRole('button', { name: 'Confirm Payment' }).click();
    await page.getByRole('link', { name: 'Done' }).click();
    await page.waitForURL(`**${paths.tap}`);
    for (const [missing, title] of [
      [18, 'Buy 20 coins'],
      [251, 'Buy 500 coins'],
    ] as const) {
      await stage.show(`${paths.buy}?missing=${missing}`);
      await page.getByRole('dialog', { name: title }).waitFor();
    }
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('251 coins are missing.').waitFor();
    await stage.show(`${paths.buy}?missing=1001`);
    await page.getByText('1,001 coins are missing.').waitFor();
    await page.getByRole('button', { name: 'Buy 1,000 coins' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('shows errors and a shop without packages or bank details', { tags: ['full'] }, async () => {
    const { staged, page } = await openShop();
    staged.answer('/bidShop/all', { status: 500 });
    await stage.show(paths.buy);
    await page.getByText('The packages could not be loaded.').waitFor();
    staged.answer('/bidShop/all', { json: packages.slice(0, 1) });
    await page.getByRole('button', { name: 'Try again' }).click();
    staged.answer('/bidShop/bank-details', {
      json: { account_name: '', bank_name: '', account_number: '', is_automatic: false },
    });
    await page.getByRole('button', { name: 'Buy 20 coins' }).click();
    await page.getByText('Bank transfers are not available right now.').waitFor();
    expect(await page.getByRole('button', { name: /Confirm Payment/ }).isDisabled()).toBe(true);
    const message = 'You have 3 payments that are being checked. Wait until one is decided.';
    staged.answer('/manualPayment/reference', {
      status: 409,
      json: { code: 'TOO_MANY_OPEN_PAYMENTS', message },
    });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Buy 20 coins' }).click();
    await page.getByText(message).waitFor();
  });
});

describe('/payment-history', () => {
  it('W11 lists payments of all methods, and a decision appears with its notice', async () => {
    const { staged, page } = await openShop();
    staged.answer('/manualPayment/payment-history', { json: history });
    await stage.show(paths.payments);
    await page.getByText('We found no transfer with this reference.').waitFor();
    await page.getByText('1,000 coins - status - pending').waitFor();
    await look(page, 'payments', { fullPage: true });
    await page.getByRole('radio', { name: 'Card' }).check();
    await until(async () => expect(await page.getByText(/coins - status -/).count()).toBe(3));
    await page.getByRole('radio', { name: 'All' }).check();
    const [first, ...others] = history;
    staged.answer('/manualPayment/payment-history', { json: [{ ...first, status: 'approved' }, ...others] });
    staged.socket.set(`user:${ngozi.id}`, { available: 13_480, held: 0, bonus: 0, task: 0, unread: 1 });
    await page.getByText('The payment for 1,000 coins was approved.').waitFor({ state: 'attached' });
    await page.getByText('1,000 coins - status - approved').waitFor();
    await until(async () => expect(await page.getByText('CP-7K3M9Q').count()).toBe(0));
  });

  it('W2a says what is missing of a transfer, and the buyer sends the rest or wants the money back', async () => {
    const { staged, page } = await openShop();
    const arrived = {
      amount: 9_000,
      sender: 'Ngọzi Okwuosa, Kuda',
      bank_reference: '100004260302143100012345678901',
      sent_at: new Date(Date.now() - 3_600_000).toISOString(),
    };
    const short = payment(0, {
      status: 'underpaid',
      bid_points: 100,
      price: 9_900,
      expires_at: new Date(Date.now() + 7 * 86_400_000).toISOString(),
      transfers: [arrived],
    });
    const others = history.slice(1, 3);
    staged.answer('/manualPayment/payment-history', { json: [short, ...others] });
    await stage.show(paths.payments);
    await page.getByRole('alert').getByText('₦900 is missing').waitFor();
    await page.getByText('₦9,000 arrived; ₦900 is missing.').waitFor();
    const open = page.getByRole('region', { name: 'Open payment' });
    for (const text of ['CP-7K3M9Q', '0123 456 789', 'Ngọzi Okwuosa, Kuda'])
      await open.getByText(text).first().waitFor();
    await look(page, 'transfer-manual-wrong', { fullPage: true });
    await page.getByRole('radio', { name: 'Send me ₦9,000 back' }).check();
    await open.getByRole('button', { name: 'Send it back ₦9,000' }).waitFor();
    await look(page, 'transfer-manual-wrong-back');
    const choose = '/manualPayment/1001/choice';
    staged.answer(choose, { status: 500 });
    await open.getByRole('button', { name: 'Send it back ₦9,000' }).click();
    await open.getByText('Your choice was not sent. Please try again.').waitFor();

    // The rest: the same reference and account are looked for again.
    await page.getByRole('radio', { name: 'Send the missing ₦900' }).check();
    staged.answer(choose, { json: { message: 'We look for the rest.', status: 'pending' } });
    staged.answer('/manualPayment/payment-history', { json: [{ ...short, status: 'pending' }, ...others] });
    const chosen = page.waitForRequest(`**${choose}`);
    await open.getByRole('button', { name: 'I have sent it ₦900' }).click();
    expect((await chosen).postDataJSON()).toEqual({ choice: 'rest' });
    await open.getByText('We look for your ₦900').waitFor();
    await open.getByText('₦9,000 is here.').waitFor();
    await stage.dismissToasts();

    const back = { ...short, status: 'returning', expires_at: null };
    staged.answer('/manualPayment/payment-history', { json: [back, ...others] });
    staged.socket.set(`user:${ngozi.id}`, { available: 13_480, held: 0, bonus: 0, task: 0, unread: 1 });
    await open.getByText('₦9,000 goes back to you').waitFor();
    // Nothing asks for the money again.
    expect(await open.getByText('0123 456 789').count()).toBe(0);
    await look(page, 'transfer-manual-returning', { fullPage: true });
    const sent = { ...arrived, amount: -9_000, bank_reference: 'GTB-0921-77431' };
    const rows = [
      { ...back, status: 'returned', transfers: [arrived, sent] },
      payment(1, { bid_points: 100, price: 9_900, transfers: [{ ...arrived, amount: 12_000 }] }),
    ];
    staged.answer('/manualPayment/payment-history', { json: rows });
    staged.socket.set(`user:${ngozi.id}`, { available: 13_480, held: 0, bonus: 0, task: 0, unread: 2 });
    await page
      .getByText('₦9,000 was sent back to Ngọzi Okwuosa, Kuda, bank reference GTB-0921-77431.')
      .waitFor();
    await page.getByText('₦2,100 more than the price goes back to the account it came from.').waitFor();
    expect(await open.count()).toBe(0);
    await look(page, 'transfer-manual-returned');
  });

  it('is empty, and fails with Try again', { tags: ['full'] }, async () => {
    const { staged, page } = await openShop();
    staged.answer('/manualPayment/payment-history', { status: 500 });
    await stage.show(paths.payments);
    await page.getByText('Your payments could not be loaded.').waitFor();
    staged.answer('/manualPayment/payment-history', { json: [] });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No payment history').waitFor();
    await look(page, 'payments-empty');
  });
});

describe('/dashboard', () => {
  it('shows the last payments and payouts, and leads to the coin shop', { tags: ['full'] }, async () => {
    const { staged, page } = await openShop();
    staged.answer('/manualPayment/payment-history', { json: history.slice(0, 2) });
    const payout = { id: 1, bid_points: 250, account_name: 'Ngọzi Adaeze Okwuosa-Ṣówándé', status: 'paid' };
    staged.answer('/tap/payout-history', { json: [payout, { ...payout, id: 2, status: 'rejected' }] });
    await stage.show(paths.dashboard);
    await page.getByText('1,000 coins - pending').waitFor();
    await page.getByText('250 coins - approved').waitFor();
    await page.getByText('250 coins - Ngọzi Adaeze Okwuosa-Ṣówándé (paid)').waitFor();
    await look(page, 'dashboard-histories', { fullPage: true });
    await page.getByRole('link', { name: 'Buy coins' }).click();
    await page.waitForURL(`**${paths.buy}`);
  });
});
