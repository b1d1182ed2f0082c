// @module-tag full
import type { HeistCartItem, HeistOrder } from '@copup/shared/heist-orders.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { describe, expect, it } from 'vitest';
import { until } from '../support/people.ts';
import { focused } from './focused.ts';
import { expectLoadingErrorAndRetry } from './list-states.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { longName } from './staged-page.ts';

const stage = new Stage();

const item = (
  id: number,
  category: HeistCartItem['category'],
  name: string,
  prize: string,
): HeistCartItem => ({
  id,
  heist_id: 3_000 + id,
  name,
  image: '',
  prize_name: prize,
  category,
  ticket_paid: 25,
  won_at: new Date(Date.now() - 3 * 86_400_000).toISOString(),
});
const items = [
  item(1, 'product', 'The Balogun Market Blackout', 'Game console and two pads'),
  item(2, 'coupon', 'Jollof Friday', '₦20,000 food coupon'),
  item(3, 'product', longName, longName),
];

describe('H8 prizes of heists', () => {
  it('/cart-heist loads, fails, loads again, and leads to the checkout', async () => {
    await expectLoadingErrorAndRetry(stage, {
      name: 'cart-heist',
      path: paths.heistCart,
      call: '/hurt/cartH',
      waiting: 'Loading cart...',
      failed: 'Error fetching cart',
      json: items,
      come: 'Game console and two pads',
    });
    const { page } = stage;
    await page.getByText('Nothing more to pay').waitFor();
    await look(page, 'cart-heist', { fullPage: true });
    await page.getByRole('link', { name: 'Proceed to Checkout' }).click();
    await page.waitForURL(`**${paths.heistCheckout}`);
    stage.staged.answer('/hurt/cartH', { json: [] });
    await page.goto(paths.heistCart);
    await page.getByText('Your cart is empty').waitFor();
    await look(page, 'cart-heist-empty');
  });

  it('/checkout-heist checks the text, keeps it after a refusal, and continues after success', async () => {
    const { staged, page } = await stage.open();
    staged.answer('/hurt/cartH', { json: items.slice(0, 2) });
    staged.answer('/hurt/checkout', { status: 500, json: {} });
    await page.goto(paths.heistCheckout);
    const text = page.getByLabel('Phone number and address');
    const place = page.getByRole('button', { name: 'Place Order' });
    await text.fill('  08 ');
    await place.click();
    await page.getByText('Enter a phone number and an address').waitFor();
    await focused(text);
    await look(page, 'checkout-heist-error', { fullPage: true });
    const typed = '0803 555 0142\n14 Adeniran Ogunsanya Street, Surulere';
    await text.fill(typed);
    await page.getByText(`${typed.length} of 500`).waitFor();
    await place.click();
    await page.getByRole('alert').filter({ hasText: 'Error during checkout' }).waitFor();
    expect(await text.inputValue()).toBe(typed);
    await look(page, 'checkout-heist', { fullPage: true });
    staged.answer('/hurt/checkout', { json: { message: 'Order placed successfully', order_ids: [500_001] } });
    staged.answer('/hurt/user-heist-orders', { json: [] });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await place.click();
    await page.getByRole('dialog', { name: 'Order placed successfully' }).waitFor();
    await page.clock.runFor(3_000);
    await page.waitForURL(`**${paths.heistOrders}`);
  });

  it('/orders-heist shows approved and delivered, all others as accepted, and closes to the dashboard', async () => {
    const order = (order_id: number, heist_name: string, status: HeistOrder['status']): HeistOrder => ({
      order_id,
      heist_id: order_id - 497_000,
      heist_name,
      heist_prize: heist_name === longName ? longName : 'Infinix Note 40 Pro',
      image: '',
      auction_category: 'product',
      status,
      created_at: new Date().toISOString(),
      sendable_from: null,
      on_hold: null,
    });
    await expectLoadingErrorAndRetry(stage, {
      name: 'orders-heist',
      path: paths.heistOrders,
      call: '/hurt/user-heist-orders',
      waiting: 'Loading orders...',
      failed: 'Error fetching orders',
      json: [],
      come: 'No orders found',
    });
    await look(stage.page, 'orders-heist-empty');
    stage.staged.answer('/hurt/user-heist-orders', {
      json: [
        { ...order(500_004, longName, 'pending'), sendable_from: new Date(Date.now() + 108e6).toISOString() },
        order(500_003, 'The Balogun Market Blackout', 'approved'),
        order(500_002, 'The Alaba Switch', 'delivered'),
        order(500_001, 'Jollof Friday', 'refunded'),
      ],
    });
    const { page } = stage;
    await page.reload();
    await page.getByText('Below are your most recent orders').waitFor();
    const statuses = page.getByRole('article').getByText(/^(accepted|approved|delivered|refunded)$/);
    await until(async () =>
      expect(await statuses.allInnerTexts()).toEqual(['accepted', 'approved', 'delivered', 'accepted']),
    );
    const current = page.locator('[aria-current=step]');
    expect(await current.allInnerTexts()).toEqual([
      expect.stringContaining('Pending'),
      expect.stringContaining('Approved'),
    ]);
    await page.getByText('Refunded. What you paid for the ticket is back.').waitFor();
    await page.getByText(/Can be sent from \w+ /).waitFor();
    await look(page, 'orders-heist', { fullPage: true });
    expect(await page.getByRole('link', { name: 'Close' }).getAttribute('href')).toBe(paths.dashboard);
    expect(await page.getByRole('link', { name: 'Auction orders' }).getAttribute('href')).toBe(paths.orders);
  });
});
