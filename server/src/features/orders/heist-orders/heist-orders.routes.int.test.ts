import {
  AdminHeistOrder,
  HeistCartItem,
  HeistCheckoutReply,
  HeistOrder,
} from '@copup/shared/heist-orders.ts';
import type { HeistCategory } from '@copup/shared/heists.ts';
import type { SignedInClient, TestApp } from '@copup/testkit/app.ts';
import { available, move, post } from '@copup/testkit/ledger.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HeistWorld, openHeistWorld } from '../../../../test/heist-world.ts';
import { setRisk } from '../../../../test/set-risk.ts';
import { inTransaction } from '../../../db/in-transaction.ts';
import { heistOrderDeletion } from './heist-order-deletion.ts';

let world: HeistWorld;
let server: TestApp;
let operator: SignedInClient;

beforeAll(async () => {
  world = await openHeistWorld({ redis: null, runsJobs: false });
  ({ server } = world);
  operator = await server.signIn({ role: 1 });
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await server.deps.db.pool.query(text, values)).rows as Row[];

/** Lets the player win a heist, whose ticket costs `price`. */
async function win(player: SignedInClient, category: HeistCategory, price = 50, prize = 50): Promise<number> {
  const { id } = await world.create({
    name: `Vault of ${category}`,
    category,
    prize,
    prize_name: `One ${category}`,
    ticket_price: price,
    minimum_users: 1,
    answers: ['Me'],
  });
  expect((await world.buy(player, id)).status).toBe(200);
  await world.passAndSweep(id, 'starts_at');
  expect((await player.post(`/hurt/submitAnswer/${id}`, { answer: 'Me' })).status).toBe(200);
  await world.passAndSweep(id, 'end_date');
  return id;
}
/** A player whose first ticket is paid with 20 bonus coins and 30 others. */
const winner = () => server.signIn({ coins: 100, bonus: 20 });
const address = '08031234567\n12 Allen Avenue, Ikeja';
/** Creates one order of a product. */
async function ordered(price?: number, prize?: number) {
  const player = await winner();
  const heistId = await win(player, 'product', price, prize);
  const { body } = await player.post('/hurt/checkout', { address });
  return { player, heistId, orderId: HeistCheckoutReply.parse(body).order_ids[0] as number };
}
const balances = async (player: SignedInClient) =>
  (await query('SELECT available, bonus FROM wallets WHERE user_id = $1', [player.user.id]))[0];
const noticesOf = (player: SignedInClient) =>
  query<{ kind: string; details: object }>(
    "SELECT details FROM notifications WHERE user_id = $1 AND kind = 'order' AND subject_kind = 'heist-order' ORDER BY id",
    [player.user.id],
  );

describe('H8 heist cart and checkout', () => {
  it('won prizes are in the cart, and one order is created for each', async () => {
    const player = await winner();
    const ids = [await win(player, 'product'), await win(player, 'coupon')];
    const cart = (await player.get('/hurt/cartH')).body.map((item: unknown) => HeistCartItem.parse(item));
    expect(cart).toMatchObject([
      { heist_id: ids[1], prize_name: 'One coupon', category: 'coupon', ticket_paid: 50 },
      { heist_id: ids[0], prize_name: 'One product', category: 'product', ticket_paid: 50 },
    ]);
    const { status, body } = await player.post('/hurt/checkout', { address });
    expect([status, body.message, body.order_ids.length]).toEqual([200, 'Order placed successfully', 2]);
    expect((await player.get('/hurt/cartH')).body).toEqual([]);
    const orders = (await player.get('/hurt/user-heist-orders')).body.map((order: unknown) =>
      HeistOrder.parse(order),
    );
    expect(orders).toMatchObject([
      { heist_id: ids[1], heist_prize: 'One coupon', auction_category: 'coupon' },
      { heist_id: ids[0], heist_name: 'Vault of product', status: 'pending' },
    ]);
    const order = AdminHeistOrder.parse(
      (await operator.get(`/admin/heist-orders/${body.order_ids[0]}`)).body,
    );
    expect(order).toMatchObject({ heist_id: ids[0], address, prize: 50, ticket_paid: 50 });
  });

  it('H9 refuses an empty cart, players of a load test and a contact text that is none', async () => {
    const player = await winner();
    expect(await player.post('/hurt/checkout', { address })).toMatchObject({
      status: 409,
      body: { code: 'CART_EMPTY', message: 'Your cart is empty' },
    });
    const tester = await server.signIn({ realm: 8 });
    expect((await tester.post('/hurt/checkout', { address })).body.code).toBe('FORBIDDEN');
    await win(player, 'product');
    for (const body of [{}, { address: 'Lago' }, { address: '         ' }, { address: 'x'.repeat(501) }])
      expect(await player.post('/hurt/checkout', body)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED', issues: [{ path: 'address' }] },
      });
    expect((await player.get('/hurt/cartH')).body).toHaveLength(1);
  });

  it('P6 five concurrent checkouts with one key have one effect; without keys the others find an empty cart', async () => {
    const player = await winner();
    await win(player, 'product');
    const headers = { 'idempotency-key': 'once' };
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => player.post('/hurt/checkout', { address }, headers)),
    );
    for (const { status, body } of replies) expect([status, body]).toEqual([200, replies[0]?.body]);
    const other = await player.post('/hurt/checkout', { address: 'Elsewhere' }, headers);
    expect(other.body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    const second = await winner();
    await win(second, 'product');
    await win(second, 'coupon');
    const tries = await Promise.all(
      Array.from({ length: 5 }, () => second.post('/hurt/checkout', { address })),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect((await second.get('/hurt/user-heist-orders')).body).toHaveLength(2);
  });

  it('S7 a prize and an open order prevent the deletion of the account; a deletion erases the address', async () => {
    const player = await winner();
    await win(player, 'product');
    const causes = async () =>
      (await player.get('/user/deletion-preview')).body.blocks.map(
        ({ kind, path }: { kind: string; path: string }) => [kind, path],
      );
    expect(await causes()).toEqual([['cart', '/cart-heist']]);
    const { body } = await player.post('/hurt/checkout', { address });
    expect(await causes()).toEqual([['order', '/orders-heist']]);
    for (const action of ['approve', 'deliver'])
      await operator.post(`/admin/heist-orders/${body.order_ids[0]}/${action}`);
    expect(await causes()).toEqual([]);
    await inTransaction(
      server.deps.db,
      (tx) => heistOrderDeletion.erase?.(tx, player.user.id) ?? Promise.resolve(),
    );
    const order = AdminHeistOrder.parse(
      (await operator.get(`/admin/heist-orders/${body.order_ids[0]}`)).body,
    );
    expect(order).toMatchObject({ address: null, status: 'delivered' });
  });
});

describe('H8 heist orders by operators', () => {
  it('O1 are approved, then delivered; the winner is notified; each step can be repeated', async () => {
    // O1: pending and approved orders are a queue of the overview.
    const waiting = async () =>
      (await operator.get('/admin/overview')).body.queues.find(
        ({ queue }: { queue: string }) => queue === 'heist-orders',
      ).waiting;
    const before = await waiting();
    const { player, orderId } = await ordered();
    expect((await operator.post(`/admin/heist-orders/${orderId}/deliver`)).body).toMatchObject({
      code: 'ORDER_STATUS',
      details: { status: 'pending' },
    });
    for (const [action, status] of [
      ['approve', 'approved'],
      ['deliver', 'delivered'],
    ]) {
      expect(await waiting()).toBe(before + 1);
      const { body } = await operator.post(`/admin/heist-orders/${orderId}/${action}`);
      expect(AdminHeistOrder.parse(body)).toMatchObject({ id: orderId, status });
      expect((await operator.post(`/admin/heist-orders/${orderId}/${action}`)).status).toBe(200);
      expect((await player.get('/hurt/user-heist-orders')).body[0].status).toBe(status);
    }
    expect(await waiting()).toBe(before);
    expect((await operator.post(`/admin/heist-orders/${orderId}/approve`)).body.code).toBe('ORDER_STATUS');
    expect(await noticesOf(player)).toEqual([
      { details: { name: 'Vault of product', status: 'approved' } },
      { details: { name: 'Vault of product', status: 'delivered' } },
    ]);
    expect(
      await query(
        "SELECT action FROM admin_audit WHERE subject_kind = 'heist-order' AND subject_id = $1 ORDER BY id",
        [String(orderId)],
      ),
    ).toEqual([{ action: 'heist-order.approve' }, { action: 'heist-order.deliver' }]);
  });

  it('L6 a refund returns the price of the ticket once, to the parts that paid it', async () => {
    const { player, orderId } = await ordered();
    expect(await balances(player)).toEqual({ available: 70, bonus: 0 });
    const refunds = await Promise.all(
      Array.from({ length: 5 }, () =>
        operator.post(`/admin/heist-orders/${orderId}/refund`, { reason: 'Out of stock' }),
      ),
    );
    for (const { status, body } of refunds) expect([status, body.status]).toEqual([200, 'refunded']);
    expect(await balances(player)).toEqual({ available: 100, bonus: 20 });
    expect(await noticesOf(player)).toEqual([
      { details: { name: 'Vault of product', status: 'refunded', reason: 'Out of stock' } },
    ]);
    expect((await operator.post(`/admin/heist-orders/${orderId}/approve`)).body.code).toBe('ORDER_STATUS');
    const { body: timeline } = await player.get('/user/timeline');
    expect(timeline.items[0]).toMatchObject({
      kind: 'refund',
      subject_name: 'Vault of product',
      path: '/orders-heist',
    });
    // A free ticket moves no coins.
    const free = await ordered(0);
    const refund = { reason: 'Out of stock' };
    const reply = await operator.post(`/admin/heist-orders/${free.orderId}/refund`, refund);
    expect(reply.body).toMatchObject({ status: 'refunded', ticket_paid: 0 });
    expect(await balances(free.player)).toEqual({ available: 100, bonus: 20 });
  });

  it('O3a a refund above the threshold waits for a second operator', async () => {
    const player = await server.signIn({ coins: 20_000 });
    await win(player, 'product', 15_000);
    const { body } = await player.post('/hurt/checkout', { address });
    const path = `/admin/heist-orders/${body.order_ids[0]}`;
    const requested = await operator.post(`${path}/refund`, { reason: 'Out of stock' });
    expect(requested).toMatchObject({ status: 202, body: { status: 'pending' } });
    expect((await operator.get(path)).body.status).toBe('pending');
    expect(await balances(player)).toEqual({ available: 5_000, bonus: 0 });
    const second = await server.signIn({ role: 1 });
    const approved = await second.post(`/admin/approvals/${requested.body.approval_id}/approve`);
    expect(approved.status, approved.text).toBe(200);
    expect((await operator.get(path)).body.status).toBe('refunded');
    expect(await balances(player)).toEqual({ available: 20_000, bonus: 0 });
  });

  it('A10a a prize is not delivered while young coins paid for it, or its winner owes coins or has a dispute', async () => {
    const player = await server.signIn();
    await post(server.deps.db, move({ kind: 'issuance' }, available(player.user), 100, { kind: 'purchase' }));
    await win(player, 'product');
    const { body } = await player.post('/hurt/checkout', { address });
    const path = `/admin/heist-orders/${body.order_ids[0]}`;
    const deliver = async () => (await operator.post(`${path}/deliver`)).body;
    expect((await operator.post(`${path}/approve`)).body.status).toBe('approved');
    const seen = async () => {
      const [own] = (await player.get('/hurt/user-heist-orders')).body;
      const listed = (await operator.get(path)).body;
      expect([listed.sendable_from, listed.on_hold]).toEqual([own.sendable_from, own.on_hold]);
      return [own.sendable_from, own.on_hold];
    };
    const early = await deliver();
    expect([early.code, await seen()]).toEqual(['YOUNG_COINS', [early.details.until, null]]);
    await server.asOwner('UPDATE lot_purchases SET until = clock_timestamp()');
    for (const risk of ['OWES_COINS', 'OPEN_DISPUTE'] as const) {
      await setRisk(server, player.user.id, risk);
      expect([(await deliver()).code, await seen()]).toEqual([risk, [null, risk]]);
      await setRisk(server, player.user.id, null);
    }
    expect((await deliver()).status).toBe('delivered');
  });

  it('A10a O3a the goods of a heist count when they are delivered, and wait above the threshold', async () => {
    const by = await server.signIn({ role: 1 });
    const orders = [await ordered(50, 6_000), await ordered(50, 6_000)];
    const [first, second] = orders.map(({ orderId }) => `/admin/heist-orders/${orderId}`);
    for (const path of [first, second]) await by.post(`${path}/approve`);
    expect((await by.post(`${first}/deliver`)).body.status).toBe('delivered');
    const requested = await by.post(`${second}/deliver`);
    expect(requested.status).toBe(202);
    const pending = { status: 'approved', approval_id: requested.body.approval_id };
    expect((await by.get(`${second}`)).body).toMatchObject(pending);
    const approved = await operator.post(`/admin/approvals/${requested.body.approval_id}/approve`);
    expect(approved.status, approved.text).toBe(200);
    expect((await by.get(`${second}`)).body.status).toBe('delivered');
    expect(
      (await noticesOf(orders[1]?.player as SignedInClient)).map(({ details }) => details),
    ).toContainEqual({
      name: 'Vault of product',
      status: 'delivered',
    });
  });

  it('O3 lists with filters and total', async () => {
    const { player, heistId, orderId } = await ordered();
    await operator.post(`/admin/heist-orders/${orderId}/approve`);
    const { headers, body } = await operator.get(
      `/admin/heist-orders?status=approved&q=${player.user.username}&sort=created_at`,
    );
    expect([headers.get('content-range'), body.length, body[0].id]).toEqual([
      'heist-orders 0-0/1',
      1,
      orderId,
    ]);
    expect(AdminHeistOrder.parse(body[0])).toMatchObject({ ticket_paid: 50, heist_id: heistId });
    expect((await operator.get(`/admin/heist-orders?q=${orderId}`)).body).toHaveLength(1);
    await query("UPDATE heists SET name = 'Onitsha Bridge' WHERE id = $1", [heistId]);
    expect((await operator.get('/admin/heist-orders?q=tsha')).body).toHaveLength(1);
  });
});
