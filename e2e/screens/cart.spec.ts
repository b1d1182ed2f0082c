import type { CartItem, Order } from '@copup/shared/cart.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { describe, expect, it } from 'vitest';
import { until } from '../support/people.ts';
import { focused } from './focused.ts';
import { expectLoadingErrorAndRetry } from './list-states.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { longName } from './staged-page.ts';

const stage = new Stage();

const item = (id: number, category: CartItem['category'], name: string): CartItem => ({
  id,
  auction_id: 1000 + id,
  name,
  image: '',
  category,
  price: 1_450_000,
  price_paid: 55,
  won_at: new Date(Date.now() - 3 * 86_400_000).toISOString(),
});
const goods = item(1, 'product', 'Tokunbo generator');
const cash = item(2, 'cash', '₦1,284,550 cash');
const coupon = item(3, 'coupon', 'Ọjà voucher, Ìbàdàn');

describe('won items', () => {
  it('/cart-home links to both carts', { tags: ['full'] }, async () => {
    await stage.open();
    await stage.page.goto(paths.cartHome);
    await stage.page.getByRole('link', { name: 'Heist Cart' }).waitFor();
    await look(stage.page, 'cart-home');
  });

  it('/cart loads, fails, and loads again after Try again', { tags: ['full'] }, async () => {
    await expectLoadingErrorAndRetry(stage, {
      name: 'cart',
      path: '/cart',
      call: '/cart',
      waiting: 'Loading cart...',
      failed: 'Error fetching cart',
      json: [goods],
      come: 'Tokunbo generator',
    });
  });

  it('/cart with the longest name, and empty', async () => {
    const { staged } = await stage.reuse();
    staged.answer('/cart', { json: [item(4, 'product', longName), goods, cash, coupon] });
    await stage.show(paths.cart);
    await stage.page.getByText('Tokunbo generator').waitFor();
    await look(stage.page, 'cart', { fullPage: true });
    staged.answer('/cart', { json: [] });
    await stage.show(paths.cart);
    await stage.page.getByText('Your cart is empty').waitFor();
    await look(stage.page, 'cart-empty');
  });
});

describe('/checkout', () => {
  it.each([
    ['product', [goods], ['Delivery address']],
    ['cash', [cash], ['Account name', 'Account number']],
    ['coupon', [coupon], ['Contact']],
    ['all', [goods, cash, coupon], ['Delivery address', 'Account name', 'Account number', 'Contact']],
  ] as const)('shows the fields for %s, and their errors', async (name, items, labels) => {
    const { staged, page } = await stage.reuse();
    staged.answer('/cart', { json: items });
    await stage.show(paths.checkout);
    const fields = page.getByRole('textbox');
    await until(async () => expect(await fields.count()).toBe(labels.length));
    for (const label of labels) await page.getByLabel(label).waitFor();
    await look(page, `checkout-${name}`, { fullPage: true });
    await page.getByRole('button', { name: 'Place Order' }).click();
    await focused(fields.first());
    await until(async () => expect(await page.locator('[aria-invalid=true]').count()).toBe(labels.length));
    await look(page, `checkout-${name}-errors`, { fullPage: true });
  });

  it('keeps the input after a refusal, and continues after success', async () => {
    const { staged, page } = await stage.open();
    staged.answer('/cart', { json: [goods] });
    staged.answer('/cart/checkout', { status: 500, json: {} });
    await page.goto(paths.checkout);
    await page.getByLabel('Delivery address').fill('12 Broad Street, Lagos');
    await page.getByRole('button', { name: 'Place Order' }).click();
    await page.getByRole('alert').filter({ hasText: 'Error during checkout' }).waitFor();
    expect(await page.getByLabel('Delivery address').inputValue()).toBe('12 Broad Street, Lagos');
    await look(page, 'checkout-refused');
    staged.answer('/cart/checkout', { json: { message: 'Order placed successfully', order_ids: [100_001] } });
    staged.answer('/user/user-orders', { json: [] });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole('button', { name: 'Place Order' }).click();
    await page.getByRole('button', { name: 'Continue now' }).waitFor();
    await look(page, 'checkout-placed', { withoutAxe: true });
    await page.clock.runFor(3_000);
    await page.waitForURL(`**${paths.orders}`);
  });
});

describe('/orders', () => {
  const order = (order_id: number, auction_name: string, status: Order['status']): Order => ({
    order_id,
    auction_id: order_id - 99_000,
    auction_name,
    auction_category: 'product',
    status,
    created_at: new Date().toISOString(),
    carrier: null,
    tracking: null,
    bank_reference: null,
    sendable_from: null,
    on_hold: null,
    shipped_at: null,
    delivered_at: null,
    updated_at: new Date().toISOString(),
    image: '',
    price: 45_000,
    price_paid: 310,
    won_at: new Date(Date.now() - 3 * 86_400_000).toISOString(),
  });

  it('loads, fails, and loads again after Try again', { tags: ['full'] }, async () => {
    await expectLoadingErrorAndRetry(stage, {
      name: 'orders',
      path: '/orders',
      call: '/user/user-orders',
      waiting: 'Loading orders...',
      failed: 'Error fetching orders',
      json: [],
      come: 'No orders found',
    });
    await look(stage.page, 'orders-empty');
  });

  it('shows each status beside the longest name', async () => {
    const { staged, page } = await stage.reuse();
    staged.answer('/user/user-orders', {
      json: [
        {
          ...order(100_004, longName, 'processing'),
          sendable_from: new Date(Date.now() + 30 * 3_600_000).toISOString(),
        },
        { ...order(100_005, 'Cash prize', 'processing'), on_hold: 'OPEN_DISPUTE' },
        {
          ...order(100_006, '₦90,000', 'delivered'),
          auction_category: 'cash',
          bank_reference: 'GTB/0921/77',
          shipped_at: new Date(Date.now() - 86_400_000).toISOString(),
          delivered_at: new Date().toISOString(),
        },
        {
          ...order(100_003, 'Tokunbo generator', 'shipped'),
          carrier: 'GIG Logistics',
          tracking: 'GIG 4471 902',
          shipped_at: new Date().toISOString(),
        },
        {
          ...order(100_002, 'Ọ̀já rice voucher', 'delivered'),
          auction_category: 'coupon',
          shipped_at: new Date(Date.now() - 86_400_000).toISOString(),
          delivered_at: new Date().toISOString(),
        },
        order(100_001, 'Pressing iron', 'refunded'),
      ],
    });
    await stage.show(paths.orders);
    for (const status of ['processing', 'shipped', 'delivered', 'refunded'])
      await stage.page.getByText(status, { exact: true }).first().waitFor();
    const well = page.getByRole('region', { name: 'Going well' });
    await well.getByText('GIG Logistics, tracking number').waitFor();
    await well.getByText(/Can be sent from \w+ .*because it was paid with new coins/).waitFor();
    await well.getByText(/On hold: a bank is still checking/).waitFor();
    await page.getByRole('button', { name: 'Copy the bank reference' }).waitFor();
    const step = well.getByRole('article', { name: 'Tokunbo generator' }).locator('[aria-current=step]');
    expect(await step.textContent()).toContain('On its way');
    const over = page.getByRole('region', { name: 'Over' });
    await over.getByText('Code sent').waitFor();
    await over.getByText('Your 310 coins are back.').waitFor();
    await look(page, 'orders', { fullPage: true });
  });

  it('lead with won items that are not checked out', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open();
    const item = { id: 1, auction_id: 1001, name: longName, image: '', category: 'product' };
    staged.answer('/cart', { json: [item, { ...item, id: 2, name: 'Radio' }] });
    staged.answer('/user/user-orders', { json: [order(100_001, 'Pressing iron', 'processing')] });
    await page.goto(paths.orders);
    const needs = page.getByRole('region', { name: 'Needs you' });
    await needs.getByText('2 won items wait for your details').waitFor();
    await look(page, 'orders-needs-you', { fullPage: true });
    await needs.getByRole('link', { name: 'Check out' }).click();
    await page.waitForURL(`**${paths.checkout}`);
  });
});
