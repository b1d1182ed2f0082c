import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import type { AdminBank, AdminPayout } from '@copup/shared/payouts.ts';
import type { AdminPackage, QueueItem } from '@copup/shared/shop.ts';
import type { AdminTrade, AdminTrader } from '@copup/shared/trades.ts';
import { describe, expect, it } from 'vitest';
import { desktop } from '../support/browser.ts';
import { until } from '../support/people.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { overviewOf } from './staged-overview.ts';
import { longNamed, ngozi } from './staged-page.ts';

const stage = new Stage();
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const item: QueueItem = {
  id: 1001,
  user_id: longNamed.id,
  username: longNamed.username,
  full_name: longNamed.full_name,
  bid_points: 250,
  created_at: ago(41),
  due_at: ago(-1_399),
  decided_at: null,
  decided_by: null,
  reason: null,
  bank_reference: null,
  approval_id: null,
  history: { approved: 14, rejected: 0, approved_points: 12_500, registered_at: ago(400_000) },
};
const payout: AdminPayout = {
  ...item,
  status: 'pending',
  rate: 90,
  amount: 22_500,
  account_name: 'Segun Adebowale',
  account_number: '0123456789',
  bank_code: 'access',
  bank_name: 'Access Bank',
  name_differs: true,
  name_checked: false,
  ended_at: null,
  on_hold: null,
  awaits_sending: false,
  sending: null,
};
const trade: AdminTrade = {
  ...item,
  id: 1002,
  full_name: 'Zainab Musa',
  username: 'zainab',
  status: 'pending',
  trader_id: 1,
  trader: 'Fast Coins',
  price: 24_000,
  screenshot: '/api/admin/trades/1002/screenshot',
  evidence: null,
  note: null,
  due_at: null,
  stock_until: null,
  expires_at: ago(-20),
};
const waiting = [
  { queue: 'payouts', waiting: 1, oldest_at: payout.created_at },
  { queue: 'trades', waiting: 1, oldest_at: trade.created_at },
];

async function openOperator() {
  const { staged } = await stage.reuse({ ...ngozi, role: 1 });
  staged.answer('/admin/overview', { json: overviewOf(waiting, ago(0)) });
  await stage.page.setViewportSize(desktop);
  return { staged, page: stage.page };
}

describe('O1 queues', () => {
  it('W14 payouts warn of another account name, and are paid after they were approved', async () => {
    const { staged, page } = await openOperator();
    staged.answer('/admin/payouts', { json: [payout] });
    staged.answer('/admin/payouts/1001', { json: payout });
    await stage.show(operatorPath(operatorPaths.payouts));
    await page.getByText('differs from').waitFor();
    expect(await page.getByRole('form', { name: 'Approve' }).getByRole('textbox').count()).toBe(0);
    await look(page, 'console-payouts', { fullPage: true });
    const approved: AdminPayout = { ...payout, status: 'approved', decided_at: ago(1), decided_by: 'tolu' };
    staged.answer('/admin/payouts', { json: [approved] });
    staged.answer('/admin/payouts/1001', { json: approved });
    await page.getByRole('radio', { name: 'To pay' }).click();
    await page.getByText('Approved by tolu').waitFor();
    const paid = page.waitForRequest('**/api/admin/payouts/1001/pay');
    await page.getByLabel('Bank reference').fill('ACC-55120');
    await page.getByRole('button', { name: 'Mark ₦22,500 as paid' }).click();
    expect((await paid).postDataJSON()).toEqual({ bank_reference: 'ACC-55120' });
  });

  it('O1 approved payouts are sent with one file of the bank, and marked as paid under one reference', async () => {
    const { staged, page } = await openOperator();
    const approved: AdminPayout = { ...payout, status: 'approved', decided_at: ago(1), decided_by: 'tolu' };
    const both = [approved, { ...approved, id: 1002, full_name: longNamed.full_name }];
    staged.answer('/admin/payouts', { json: both });
    for (const one of both) staged.answer(`/admin/payouts/${one.id}`, { json: one });
    staged.answer('/admin/payouts/bank-file', { json: 'Account number' });
    staged.answer('/admin/payouts/pay', { json: { decided: [1001, 1002], requested: [], refused: [] } });
    await stage.show(`${operatorPath(operatorPaths.payouts)}?list=approved`);
    await page.getByLabel('Select all on this page').press('Space');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Bank file' }).press('Enter');
    expect((await download).suggestedFilename()).toBe('copup-payouts.csv');
    await page.getByRole('button', { name: 'Mark 2 as paid' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Bank reference').fill('ZEN-FILE-12');
    await look(page, 'console-payouts-file', { fullPage: true });
    const paid = page.waitForRequest('**/api/admin/payouts/pay');
    await page.getByRole('dialog').getByRole('button', { name: 'Mark 2 as paid' }).press('Enter');
    expect((await paid).postDataJSON()).toEqual({ ids: [1001, 1002], bank_reference: 'ZEN-FILE-12' });
    await page.getByText('2 payouts paid').first().waitFor();
  });

  it('W19 a payout that the provider sends cannot be decided; an unclear one warns first', async () => {
    const { staged, page } = await openOperator();
    const sending: NonNullable<AdminPayout['sending']> = {
      ...{ state: 'accepted', message: null, contradiction: null },
      ...{ reference: 'payout-1001-mik3', started_at: ago(2), provider_id: null },
    };
    const sent: AdminPayout = {
      ...payout,
      status: 'approved',
      decided_at: ago(3),
      decided_by: 'tolu',
      sending,
    };
    const show = async (each: AdminPayout) => {
      staged.answer('/admin/payouts', { json: [each] });
      staged.answer('/admin/payouts/1001', { json: each });
      await stage.show(`${operatorPath(operatorPaths.payouts)}?list=approved`);
    };
    await show({ ...sent, sending: null, awaits_sending: true });
    await page
      .getByText(/waits to be sent/)
      .first()
      .waitFor();
    const decision = (name: string | RegExp) => page.getByRole('form', { name, exact: true });
    await decision('Return').waitFor();
    expect(await decision('Paid').count()).toBe(0);

    await show({ ...sent, name_checked: true });
    await page.getByText('On its way', { exact: true }).waitFor();
    await page.getByText('Name at the bank').waitFor();
    expect(await decision(/^(Paid|Return)$/).count()).toBe(0);
    await look(page, 'console-payouts-sent', { fullPage: true });

    await show({
      ...sent,
      sending: { ...sending, state: 'unclear', message: 'The provider does not know this transfer.' },
    });
    await page.getByText(/Look for it at the provider before you pay or return it/).waitFor();
    await decision('Paid').waitFor();
    await look(page, 'console-payouts-unclear', { fullPage: true });
  });

  it('W5a a payout of a player with an open dispute says that a decision is refused', async () => {
    const { staged, page } = await openOperator();
    const held: AdminPayout = { ...payout, on_hold: 'OPEN_DISPUTE' };
    staged.answer('/admin/payouts', { json: [held] });
    staged.answer('/admin/payouts/1001', { json: held });
    await stage.show(operatorPath(operatorPaths.payouts));
    await page.getByText('On hold: a card payment of the player is disputed.').waitFor();
    const form = page.getByRole('form', { name: 'Approve' });
    await form.getByText('Refused now: a card payment of the player is disputed').waitFor();
    const link = page.getByRole('link', { name: 'Purchases and debts of the player' });
    expect(await link.getAttribute('href')).toContain(`user=${held.user_id}`);
    await look(page, 'console-payouts-on-hold', { fullPage: true });
  });

  it('O3a an item that waits for a second operator cannot be approved again', {
    tags: ['full'],
  }, async () => {
    const { staged, page } = await openOperator();
    const pending = { ...payout, approval_id: 12 };
    staged.answer('/admin/payouts', { json: [pending] });
    staged.answer('/admin/payouts/1001', { json: pending });
    await stage.show(operatorPath(operatorPaths.payouts));
    await page.getByRole('link', { name: 'Approval 12' }).waitFor();
    expect(await page.getByRole('form').count()).toBe(1);
    await page.getByRole('form', { name: 'Reject' }).waitFor();
  });

  it('W4 trades show the screenshot, which only operators may read', { tags: ['full'] }, async () => {
    stage.discard();
    const { staged, page } = await openOperator();
    staged.answer('/admin/trades', { json: [trade] });
    staged.answer('/admin/trades/1002', { json: trade });
    const tokens: (string | undefined)[] = [];
    await page.route('**/api/admin/trades/1002/screenshot', async (route) => {
      tokens.push(route.request().headers().authorization);
      const svg =
        '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="420"><rect width="300" height="420" fill="#fff"/></svg>';
      await route.fulfill({ contentType: 'image/svg+xml', body: svg });
    });
    await stage.show(operatorPath(operatorPaths.trades));
    const picture = page.getByRole('img', { name: 'Screenshot of Zainab Musa' });
    await picture.waitFor();
    expect(await picture.getAttribute('src')).toMatch(/^blob:/);
    expect(tokens).toEqual(['Bearer staged']);
    await page.getByRole('button', { name: 'Larger' }).click();
    await page.getByRole('button', { name: 'Turn' }).click();
    await until(async () => expect(await picture.getAttribute('style')).toContain('rotate(90deg)'));
    await look(page, 'console-trades', { fullPage: true });
    await page.getByRole('button', { name: 'Full size' }).click();
    await page.getByRole('dialog', { name: 'Screenshot of Zainab Musa' }).waitFor();
  });
});

describe('O3 packages, banks and traders', () => {
  it('W13 packages are listed and created', async () => {
    const { staged, page } = await openOperator();
    const row: AdminPackage = {
      ...{ id: 1, image: '', price: 9_900, bid_points: 100 },
      ...{ is_active: true, created_at: ago(99), updated_at: ago(9) },
    };
    staged.answer('/admin/packages', { json: [row] });
    await stage.show(operatorPath(operatorPaths.packages));
    await page.getByText('₦99').first().waitFor();
    await look(page, 'console-packages');
    await page.getByRole('button', { name: 'New package' }).click();
    await page.getByRole('button', { name: 'Create package' }).click();
    await page.getByText('Enter naira, with at most two decimals.').waitFor();
    await page.getByRole('textbox', { name: 'Coins' }).fill('5000');
    await page.getByLabel('Price (naira)').fill('475,000.50');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'Create package' }).click();
    expect((await sent).postDataJSON()).toEqual({ bid_points: 5_000, price: 475_000.5, is_active: true });
  });

  it('W3 a bank is closed with a note', { tags: ['full'] }, async () => {
    const { staged, page } = await openOperator();
    const bank: AdminBank = {
      id: 3,
      code: 'kuda',
      name: 'Kuda',
      is_open: true,
      note: null,
      provider_code: '090267',
      updated_at: ago(9),
    };
    staged.answer('/admin/banks', { json: [bank] });
    await stage.show(operatorPath(operatorPaths.banks));
    await page.getByRole('button', { name: 'Edit Kuda' }).click();
    await look(page, 'console-bank');
    await page.getByLabel('Payouts').selectOption('no');
    await page.getByLabel('Note').fill('Under maintenance');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('button', { name: 'Save' }).click();
    expect((await sent).postDataJSON()).toEqual({ is_open: false, note: 'Under maintenance' });
  });

  it('W16 coins are withdrawn from a trader’s stock with a reason', { tags: ['full'] }, async () => {
    const { staged, page } = await openOperator();
    const trader: AdminTrader = {
      ...{ id: 4, name: 'Fast Coins', user_id: null, username: null, price: 96.5, min: 10, max: 5_000 },
      ...{ payment_method: 'Bank transfer', bank_name: 'OPay' },
      ...{ account_name: 'Fast Coins Ltd', account_number: '0123456789' },
      ...{ is_active: true, stock: 12_000, reserved: 250, trades: 41, rating: 4.8 },
      ...{ created_at: ago(99), updated_at: ago(9) },
    };
    staged.answer('/admin/traders', { json: [trader] });
    staged.answer('/admin/traders/4/stock', {
      status: 202,
      json: { message: '', status: 'pending', approval_id: 9 },
    });
    await stage.show(operatorPath(operatorPaths.traders));
    await page.getByRole('button', { name: 'Stock of Fast Coins' }).click();
    await page.getByLabel('What to do').selectOption('withdraw');
    await page.getByRole('textbox', { name: 'Coins' }).fill('2,000');
    await page.getByLabel('Reason').fill('Too many');
    await look(page, 'console-trader-stock');
    const sent = page.waitForRequest('**/api/admin/traders/4/stock');
    await page.getByRole('button', { name: 'Change stock' }).click();
    const request = await sent;
    expect(request.postDataJSON()).toEqual({ bid_points: -2_000, reason: 'Too many' });
    expect(request.headers()['idempotency-key']).toBeDefined();
    await page
      .getByText(/waits for approval by a second operator/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'New trader' }).click();
    await page.getByRole('button', { name: 'Create trader' }).click();
    await page.getByText('An account number has 10 digits.').waitFor();
    await look(page, 'console-trader-new', { fullPage: true });
  });
});
