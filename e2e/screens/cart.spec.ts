import type { CartItem, Order } from '@copup/shared/cart.ts';
import type { HeistCartItem } from '@copup/shared/heist-orders.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { describe, expect, it } from 'vitest';
import { fillAddress } from '../support/fill-address.ts';
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
const airtime = item(5, 'coupon', '₦5,000 airtime, any network');
const prize: HeistCartItem = {
  ...{ id: 1, heist_id: 3_001, name: 'The Balogun Market Blackout', image: '', category: 'product' },
  ...{ prize_name: 'Game console and two pads', ticket_paid: 25, won_at: goods.won_at },
};

describe('won items', () => {
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

  it('/cart-home shows both carts, and each has a tab of its own; a cart that fails hides no other', async () => {
    const { staged, page } = await stage.reuse();
    staged.answer('/cart', { json: [item(4, 'product', longName), goods, cash, airtime] });
    staged.answer('/hurt/cartH', {
      json: [prize, { ...prize, id: 2, name: longName, prize_name: longName }],
    });
    await stage.show(paths.cartHome);
    const auctions = page.getByRole('region', { name: 'Won in auctions' });
    const heists = page.getByRole('region', { name: 'Won in heists' });
    await auctions
      .getByText(/^Won\s\d+\s\w+ · worth\s₦1,450,000$/)
      .first()
      .waitFor();
    await heists.getByText('Game console and two pads').waitFor();
    await page.getByText('6 items').waitFor();
    await look(page, 'cart', { fullPage: true });
    await page.getByRole('link', { name: 'Heist Cart 2' }).click();
    await page.waitForURL(`**${paths.heistCart}`);
    await until(async () => expect(await auctions.count()).toBe(0));
    await page.getByText('Nothing more to pay').waitFor();
    await page.getByRole('link', { name: 'Auction Cart 4' }).click();
    await until(async () => expect(await heists.count()).toBe(0));
    staged.answer('/hurt/cartH', { status: 500 });
    await stage.show(paths.cartHome);
    await page.getByText('Error fetching cart').waitFor();
    await auctions.getByText('Tokunbo generator').waitFor();
    for (const call of ['/cart', '/hurt/cartH']) staged.answer(call, { json: [] });
    await stage.show(paths.cart);
    await page.getByText('Your cart is empty').waitFor();
    await look(page, 'cart-empty');
  });
});

const address = ['Full name', 'Phone', 'Street and house number', 'City', 'State'];
describe('/checkout', () => {
  it.each([
    ['product', [goods], address],
    ['cash', [cash], ['Account name', 'Account number']],
    ['coupon', [coupon], ['Contact']],
    ['two', [cash, coupon], ['Account name', 'Account number', 'Contact']],
  ] as const)('shows the fields for %s, and their errors', async (name, items, labels) => {
    const { staged, page } = await stage.reuse();
    staged.answer('/cart', { json: items });
    await stage.show(paths.checkout);
    await until(async () => expect(await page.locator(':required').count()).toBe(labels.length));
    for (const label of labels) await page.getByLabel(label, { exact: true }).waitFor();
    await look(page, `checkout-${name}`, { fullPage: true });
    if (labels[0] === 'Full name') await page.getByLabel('Full name').fill('');
    await page.getByRole('button', { name: 'Place Order' }).click();
    await focused(page.getByLabel(labels[0] ?? '', { exact: true }));
    await until(async () => expect(await page.locator('[aria-invalid=true]').count()).toBe(labels.length));
    await look(page, `checkout-${name}-errors`, { fullPage: true });
  });

  it('guesses the network of airtime, and waits until the number is typed twice', async () => {
    const { staged, page } = await stage.reuse();
    staged.answer('/cart', { json: [airtime] });
    await stage.show(paths.checkout);
    const place = page.getByRole('button', { name: 'Place Order' });
    await page.getByText('Check the number first, then place the order.').waitFor();
    expect(await place.isDisabled()).toBe(true);
    await page.getByLabel('Number to top up').fill('0803 555 447');
    expect(await page.getByRole('radio', { name: 'MTN' }).isChecked()).toBe(true);
    await page.getByRole('radio', { name: 'Airtel' }).check();
    await page.getByText('This number began with MTN. Check the network.').waitFor();
    const again = page.getByLabel('Type it again');
    await again.fill('0803 555 447');
    await place.click();
    await page.getByText('10 digits. Nigerian numbers have 11.').waitFor();
    await focused(page.getByLabel('Number to top up'));
    await look(page, 'checkout-airtime', { fullPage: true });
    await page.getByLabel('Number to top up').fill('+234 803 555 4471');
    expect(await place.isDisabled()).toBe(true);
    await again.fill('08035554471');
    const sent = page.waitForRequest('**/api/cart/checkout');
    staged.answer('/cart/checkout', { status: 500 });
    await place.click();
    expect((await sent).postDataJSON()).toEqual({ contactInfo: 'Airtel 0803 555 4471' });
    await page.getByRole('alert').filter({ hasText: 'Error during checkout' }).waitFor();
  });

  it('asks for the address first, then for the rest, and keeps both on the way back', async () => {
    const { staged, page } = await stage.reuse();
    staged.answer('/cart', { json: [goods, item(4, 'product', longName), airtime, cash] });
    // The second step is not open before the first one is complete.
    await stage.show(`${paths.checkout}?step=2`);
    await page.getByText('Next: other details').waitFor();
    const goOn = page.getByRole('button', { name: 'Continue' });
    await goOn.click();
    await focused(page.getByLabel('Phone'));
    await fillAddress(page);
    await look(page, 'checkout-step-1', { fullPage: true });
    await goOn.click();
    await focused(page.getByRole('heading', { level: 1 }));
    expect(await page.locator('[aria-current=step]').textContent()).toBe('Other details');
    expect(await page.getByLabel('City').isVisible()).toBe(false);
    await page.getByLabel('Account name').fill('Ngozi Okwuosa');
    await page.getByLabel('Account number').fill('0123456789');
    await look(page, 'checkout-step-2', { fullPage: true });
    await page.goBack();
    await page.getByLabel('City').fill('Yaba');
    await goOn.click();
    await page.getByLabel('Number to top up').fill('0803 555 4471');
    await page.getByLabel('Type it again').fill('0803 555 4471');
    expect(await page.getByLabel('Account number').inputValue()).toBe('0123456789');
    staged.answer('/cart/checkout', { status: 500 });
    const sent = page.waitForRequest('**/api/cart/checkout');
    await page.getByRole('button', { name: 'Place Order' }).click();
    expect((await sent).postDataJSON()).toEqual({
      address: 'Ngọzi Okwuosa\n0803 555 4471\n12 Broad Street\nYaba, Lagos',
      ...{ accountName: 'Ngozi Okwuosa', accountNumber: '0123456789', contactInfo: 'MTN 0803 555 4471' },
    });
    await page.getByRole('alert').filter({ hasText: 'Error during checkout' }).waitFor();
    await page.getByRole('link', { name: 'Back' }).click();
    await until(async () => expect(await page.getByLabel('City').inputValue()).toBe('Yaba'));
    await page.getByRole('button', { name: 'Continue' }).waitFor();
  });

  it('keeps the input after a refusal, orders each cart once, and says what happens next', async () => {
    const { staged, page } = await stage.open();
    staged.answer('/cart', { json: [goods] });
    staged.answer('/hurt/cartH', { json: [prize] });
    staged.answer('/cart/checkout', { json: { message: 'Order placed successfully', order_ids: [100_001] } });
    staged.answer('/hurt/checkout', { status: 500, json: {} });
    const sent: [path: string, body: unknown][] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('/checkout') && request.method() === 'POST')
        sent.push([pathname, request.postDataJSON()]);
    });
    await page.goto(paths.checkout);
    await fillAddress(page);
    const place = page.getByRole('button', { name: 'Place Order' });
    await place.click();
    await page.getByRole('alert').filter({ hasText: 'Error during checkout' }).waitFor();
    await page.getByRole('status').filter({ hasText: 'Ordered: ' }).waitFor();
    expect(await page.getByRole('region', { name: 'Won in auctions' }).count()).toBe(0);
    expect(await page.getByLabel('City').inputValue()).toBe('Ikeja');
    await look(page, 'checkout-refused');
    staged.answer('/hurt/checkout', { json: { message: '', order_ids: [500_001] } });
    staged.answer('/user/user-orders', { json: [] });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await place.click();
    const card = page.getByRole('dialog', { name: 'Order placed successfully' });
    await card.getByText('You get a notice with the tracking number.').waitFor();
    await card.getByText('We approve it first.').waitFor();
    await look(page, 'checkout-placed', { withoutAxe: true });
    await page.clock.runFor(3_000);
    await page.waitForURL(`**${paths.orders}`);
    await card.getByRole('link', { name: 'Follow my orders' }).click();
    await until(async () => expect(await card.count()).toBe(0));
    const text = 'Ngọzi Okwuosa\n0803 555 4471\n12 Broad Street\nIkeja, Lagos';
    expect(sent.filter(([path]) => path === '/api/cart/checkout')).toHaveLength(1);
    for (const [, body] of sent) expect(body).toEqual({ address: text });
    await page.clock.resume();
    await page.goto(paths.checkout);
    expect(await page.getByLabel('Phone').inputValue()).toBe('0803 555 4471');
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
    await over.getByText('Sent', { exact: true }).waitFor();
    await over.getByText('Your 310 coins are back.').waitFor();
    await look(page, 'orders', { fullPage: true });
  });

  it('lead with won items that are not checked out', { tags: ['full'] }, async () => {
    const { staged, page } = await stage.open();
    staged.answer('/cart', { json: [item(1, 'product', longName)] });
    staged.answer('/hurt/cartH', { json: [prize] });
    staged.answer('/user/user-orders', { json: [order(100_001, 'Pressing iron', 'processing')] });
    await page.goto(paths.orders);
    const needs = page.getByRole('region', { name: 'Needs you' });
    await needs.getByText('2 won items wait for your details').waitFor();
    await look(page, 'orders-needs-you', { fullPage: true });
    await needs.getByRole('link', { name: 'Check out' }).click();
    await page.waitForURL(`**${paths.checkout}`);
  });
});
