import type { AuctionCategory } from '@copup/shared/auctions.ts';
import { AdminOrder, CartItem, CheckoutReply, Order } from '@copup/shared/cart.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { available, move, post } from '@copup/testkit/ledger.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setRisk } from '../../../../test/set-risk.ts';
import { auditLedger } from '../../../audit.ts';
import { readWallets } from '../../../ledger/wallets.ts';
import { listYoungCoins } from '../../../ledger/young-coins.ts';
import { closeSubjects } from '../../../subjects/due-subjects.ts';
import { auctionKind } from '../../auctions/auctions.subject.ts';
import { announceDue } from '../ship-order.ts';
import { orderKind } from './order-kind.ts';

let server: TestApp;
let operator: SignedInClient;
/** Another server on the same database. */
let other: TestApp;

beforeAll(async () => {
  server = await startApp({ overrides: { limitRules: noLimits } });
  other = await startApp({ database: server.database, overrides: { limitRules: noLimits } });
  operator = await server.signIn({ role: 1 });
});
afterAll(async () => {
  await other?.close();
  await server?.close();
});

/** Creates a player who has just won one auction of each category, for one coin each. */
const winnerOf = async (...categories: AuctionCategory[]) =>
  winBy(await server.signIn({ coins: 100 }), ...categories);

async function winBy(player: SignedInClient, ...categories: AuctionCategory[]) {
  const ids: number[] = [];
  for (const category of categories) {
    const { body } = await operator.post('/admin/auctions', {
      name: `A ${category}`,
      category,
      price: 100,
      entry_bid_points: 0,
      end_date: new Date(Date.now() + 3_600_000).toISOString(),
    });
    await player.post(`/auction/pay-entry/${body.id}`);
    await player.post(`/auction/bid/${body.id}`);
    ids.push(body.id);
  }
  await server.deps.db.pool.query(
    `UPDATE auctions SET starts_at = now() - interval '1 hour', end_date = now() - interval '1 second' WHERE id = ANY($1)`,
    [ids],
  );
  await closeSubjects(server.deps, auctionKind, ids);
  return { player, ids };
}
const details = {
  address: '12 Allen Avenue, Ikeja',
  accountName: 'Ada Obi',
  accountNumber: '0123456789',
  contactInfo: '08031234567',
};
const balances = async (player: SignedInClient) =>
  (
    await server.deps.db.pool.query('SELECT available, held FROM wallets WHERE user_id = $1', [
      player.user.id,
    ])
  ).rows[0];
/** Creates one order of a product. */
const ordered = async () => orderBy((await winnerOf('product')).player);

async function orderBy(player: SignedInClient) {
  const { body } = await player.post('/cart/checkout', details);
  return { player, orderId: CheckoutReply.parse(body).order_ids[0] as number };
}

const parcel = { carrier: 'GIG Logistics', tracking: 'GIG 4471 902' };
/** Lets the time end in which a shipment can be undone, and sends its notice. */
async function endUndo(orderId: number): Promise<void> {
  const { pool } = server.deps.db;
  await pool.query(`UPDATE orders SET notice_at = now() - interval '1 second' WHERE id = $1`, [orderId]);
  await announceDue(server.deps, orderKind);
}
/** Sets what the won item is worth, in naira. */
const setPrice = (orderId: number, price: number) =>
  server.deps.db.pool.query(
    'UPDATE auctions SET price_kobo = $2 FROM orders o WHERE o.auction_id = auctions.id AND o.id = $1',
    [orderId, price * 100],
  );
const noticesOf = async (player: SignedInClient): Promise<unknown[]> => {
  const { rows } = await server.deps.db.pool.query(
    `SELECT details - 'name' AS details FROM notifications WHERE user_id = $1 AND kind = 'order' ORDER BY id`,
    [player.user.id],
  );
  return rows.map(({ details }) => details);
};
const actionsOn = async (orderId: number): Promise<string[]> => {
  const { rows } = await server.deps.db.pool.query(
    `SELECT action FROM admin_audit WHERE subject_kind = 'order' AND subject_id = $1 ORDER BY id`,
    [String(orderId)],
  );
  return rows.map(({ action }) => action);
};

describe('A10 cart and checkout', () => {
  it('won items are in the cart and ordered once, and each order stores only the details it needs', async () => {
    const { player, ids } = await winnerOf('product', 'cash', 'coupon');
    const cart = (await player.get('/cart')).body.map((item: unknown) => CartItem.parse(item));
    expect(cart.map((item: CartItem) => [item.auction_id, item.category, item.name])).toEqual([
      [ids[2], 'coupon', 'A coupon'],
      [ids[1], 'cash', 'A cash'],
      [ids[0], 'product', 'A product'],
    ]);
    expect(cart[0]).toMatchObject({ price: 100, price_paid: 1 });
    const { status, body } = await player.post('/cart/checkout', details);
    expect([status, body.message, body.order_ids.length]).toEqual([200, 'Order placed successfully', 3]);
    expect((await player.get('/cart')).body).toEqual([]);
    const orders = (await player.get('/user/user-orders')).body.map((order: unknown) => Order.parse(order));
    expect(orders.map((order: Order) => [order.auction_name, order.status])).toEqual([
      ['A coupon', 'processing'],
      ['A cash', 'processing'],
      ['A product', 'processing'],
    ]);
    const [product, cash, coupon] = await Promise.all(
      body.order_ids.map(async (id: number) =>
        AdminOrder.parse((await operator.get(`/admin/orders/${id}`)).body),
      ),
    );
    const none = { address: null, account_name: null, account_number: null, contact_info: null };
    expect(product).toMatchObject({ ...none, address: details.address, price_paid: 1 });
    expect(cash).toMatchObject({ ...none, account_name: 'Ada Obi', account_number: '0123456789' });
    expect(coupon).toMatchObject({ ...none, contact_info: '08031234567', username: player.user.username });
  });

  it('requires the details of the cart’s categories, and the own items', async () => {
    const { player } = await winnerOf('cash', 'product');
    const missing = await player.post('/cart/checkout', { accountNumber: '12', address: '  ' });
    expect(missing).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    expect(missing.body.issues.map((issue: { path: string }) => issue.path)).toEqual([
      'accountName',
      'accountNumber',
      'address',
    ]);
    expect((await player.get('/cart')).body).toHaveLength(2);
    // A user orders only the own items.
    const stranger = await server.signIn();
    expect(await stranger.post('/cart/checkout', details)).toMatchObject({
      status: 409,
      body: { code: 'CART_EMPTY', message: 'Your cart is empty' },
    });
    const tester = await server.signIn({ realm: 8 });
    expect((await tester.post('/cart/checkout', details)).status).toBe(403);
  });

  it('P6, I8 five concurrent checkouts with one key have one effect; without keys the others find an empty cart', async () => {
    const { player } = await winnerOf('product');
    const headers = { 'idempotency-key': 'once' };
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => player.post('/cart/checkout', details, headers)),
    );
    for (const { status, body } of replies) expect([status, body]).toEqual([200, replies[0]?.body]);
    const other = { ...details, address: 'Elsewhere' };
    expect((await player.post('/cart/checkout', other, headers)).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    const { player: second } = await winnerOf('product');
    const tries = await Promise.all(Array.from({ length: 5 }, () => second.post('/cart/checkout', details)));
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect((await second.get('/user/user-orders')).body).toHaveLength(1);
  });
});

describe('A10 orders by operators', () => {
  it('O3 are shipped with a carrier, then delivered; the owner is notified; each step can be repeated; lists have filters', async () => {
    const { player, orderId } = await ordered();
    expect((await operator.post(`/admin/orders/${orderId}/deliver`)).body).toMatchObject({
      code: 'ORDER_STATUS',
      details: { status: 'processing' },
    });
    for (const [action, status] of [
      ['ship', 'shipped'],
      ['deliver', 'delivered'],
    ]) {
      const { body } = await operator.post(`/admin/orders/${orderId}/${action}`, parcel);
      expect(AdminOrder.parse(body)).toMatchObject({ id: orderId, status, ...parcel });
      expect((await operator.post(`/admin/orders/${orderId}/${action}`, parcel)).status).toBe(200);
      if (action === 'ship') await endUndo(orderId);
      expect((await player.get('/user/user-orders')).body[0]).toMatchObject({ status, ...parcel });
    }
    expect(await noticesOf(player)).toEqual([{ status: 'shipped', ...parcel }, { status: 'delivered' }]);
    for (const filter of [`status=delivered&q=${player.user.username}&sort=created_at`, `q=${orderId}`]) {
      const { headers, body } = await operator.get(`/admin/orders?${filter}`);
      expect([headers.get('content-range'), body[0]?.id]).toEqual(['orders 0-0/1', orderId]);
    }
    expect((await operator.get('/admin/orders?q=nobody')).headers.get('content-range')).toBe('orders */0');
    expect(await actionsOn(orderId)).toEqual(['order.ship', 'order.deliver']);
  });

  it('X17 a refund returns the coins once, young ones as young, also when it is repeated', async () => {
    const player = await server.signIn();
    await post(server.deps.db, move({ kind: 'issuance' }, available(player.user), 100, { kind: 'purchase' }));
    const young = async () => {
      const wallet = (await readWallets(server.deps.db, [player.user.id])).get(player.user.id);
      return wallet && (await listYoungCoins(server.deps.db, wallet)).map(({ amount }) => amount);
    };
    const { orderId } = await orderBy((await winBy(player, 'product')).player);
    expect([await balances(player), await young()]).toEqual([{ available: 99, held: 0 }, [99]]);
    expect((await operator.post(`/admin/orders/${orderId}/refund`, {})).status).toBe(400);
    const refunds = await Promise.all(
      Array.from({ length: 5 }, () => operator.post(`/admin/orders/${orderId}/refund`, { reason: 'Lost' })),
    );
    for (const { status, body } of refunds) expect([status, body.status]).toEqual([200, 'refunded']);
    expect([await balances(player), await young()]).toEqual([{ available: 100, held: 0 }, [100]]);
    expect((await operator.post(`/admin/orders/${orderId}/ship`, parcel)).body.code).toBe('ORDER_STATUS');
  });

  it('A10a what young coins paid for, or a debtor won, is not sent; the player and operators see why', async () => {
    const player = await server.signIn();
    await post(server.deps.db, move({ kind: 'issuance' }, available(player.user), 100, { kind: 'purchase' }));
    const { orderId } = await orderBy((await winBy(player, 'cash')).player);
    const reference = { bank_reference: `A10A ${orderId}` };
    const ship = async () => (await operator.post(`/admin/orders/${orderId}/ship`, reference)).body;
    const seen = async () => {
      const views = [
        (await player.get('/user/user-orders')).body[0],
        (await operator.get(`/admin/orders/${orderId}`)).body,
        (await operator.get(`/admin/orders?q=${orderId}`)).body[0],
      ].map(({ sendable_from, on_hold }) => [sendable_from, on_hold]);
      expect([views[1], views[2]]).toEqual([views[0], views[0]]);
      return views[0];
    };
    const early = await ship();
    expect([early.code, Date.parse(early.details.until) > Date.now()]).toEqual(['YOUNG_COINS', true]);
    expect(await seen()).toEqual([early.details.until, null]);
    await server.asOwner(`UPDATE lot_purchases SET until = now() WHERE id IN (SELECT p.transfer_id FROM postings p
      WHERE p.destination_id = '${player.user.id}' AND p.source = 'issuance')`);
    for (const risk of ['OWES_COINS', 'OPEN_DISPUTE'] as const) {
      await setRisk(server, player.user.id, risk);
      expect([(await ship()).code, await seen()]).toEqual([risk, [null, risk]]);
      await setRisk(server, player.user.id, null);
    }
    expect((await ship()).status).toBe('shipped');
    expect(await seen()).toEqual([null, null]);
  });

  it('A10a O3a a prize above the threshold is sent once a second operator approved it', async () => {
    const { player } = await winnerOf('cash');
    const { orderId } = await orderBy(player);
    await setPrice(orderId, 900_001);
    const by = await server.signIn({ role: 1 });
    const reference = `Big prize ${orderId}`;
    const ship = () => by.post(`/admin/orders/${orderId}/ship`, { bank_reference: reference });
    const requested = await ship();
    expect([requested.status, (await ship()).body]).toEqual([202, requested.body]);
    const pending = { status: 'processing', approval_id: requested.body.approval_id };
    expect((await by.get(`/admin/orders/${orderId}`)).body).toMatchObject(pending);
    const approve = (who: SignedInClient) =>
      who.post(`/admin/approvals/${requested.body.approval_id}/approve`);
    expect((await approve(by)).body.code).toBe('OWN_REQUEST');
    await setRisk(server, player.user.id, 'OWES_COINS');
    expect((await approve(operator)).body.code).toBe('OWES_COINS');
    await setRisk(server, player.user.id, null);
    expect((await approve(operator)).body.status).toBe('approved');
    const { body: shipped } = await by.get(`/admin/orders/${orderId}`);
    expect(shipped).toMatchObject({ status: 'shipped', bank_reference: reference, approval_id: null });
    await endUndo(orderId);
    const sent = { status: 'shipped', bank_reference: reference };
    expect((await player.get('/user/user-orders')).body[0]).toMatchObject(sent);
    const { body: timeline } = await by.get(`/admin/timelines/order/${orderId}`);
    expect(JSON.stringify(timeline.items)).toContain(reference);
  });

  it('A10a O3a what one operator sends adds up, once for an order that is shipped again after an undo', async () => {
    const by = await server.signIn({ role: 1 });
    const orderIds: number[] = [];
    for (const price of [450_000, 450_000, 90]) {
      const { orderId } = await ordered();
      await setPrice(orderId, price);
      orderIds.push(orderId);
    }
    const ship = (orderId: number | undefined) => by.post(`/admin/orders/${orderId}/ship`, parcel);
    for (const orderId of orderIds.slice(0, 2)) {
      const { body } = await ship(orderId);
      const undo = { shipped_at: body.shipped_at };
      expect((await by.post(`/admin/orders/${orderId}/undo-ship`, undo)).body.status).toBe('processing');
      expect((await ship(orderId)).body.status).toBe('shipped');
    }
    const above = await ship(orderIds[2]);
    expect(above.status).toBe(202);
    expect((await operator.get(`/admin/approvals/${above.body.approval_id}`)).body.why).toBe('operator_sum');
    const own = await server.signIn({ coins: 100 });
    const { orderId } = await orderBy((await winBy(own, 'product')).player);
    await server.deps.db.pool.query(
      "UPDATE users SET role = 1, operator_role = 'owner', promoted_by = $2 WHERE id = $1",
      [own.user.id, by.user.id],
    );
    expect((await ship(orderId)).body.code).toBe('OWN_WALLET');
  });

  it('A10a O3a two operators on two servers do not send more to one player at once than one may', async () => {
    const player = await server.signIn({ coins: 100 });
    await winBy(player, 'product', 'product');
    const { body } = await player.post('/cart/checkout', details);
    for (const orderId of body.order_ids) await setPrice(orderId, 540_000);
    const operators = [await server.signIn({ role: 1 }), await server.signIn({ role: 1 })] as const;
    const replies = await Promise.all([
      operators[0].post(`/admin/orders/${body.order_ids[0]}/ship`, parcel),
      other.client.withToken(operators[1].token).post(`/admin/orders/${body.order_ids[1]}/ship`, parcel),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 202]);
    const pending = replies.find(({ status }) => status === 202)?.body.approval_id;
    expect((await operator.get(`/admin/approvals/${pending}`)).body.why).toBe('wallet_sum');
  });

  it('A10a W2 a cash order records a reference of the bank, which proves no other payment', async () => {
    const { player } = await winnerOf('cash', 'cash');
    const { body } = await player.post('/cart/checkout', details);
    const [first, second] = body.order_ids;
    const ship = (orderId: number, bank_reference?: string) =>
      operator.post(`/admin/orders/${orderId}/ship`, { bank_reference });
    const missing = await ship(first);
    expect([missing.status, missing.body.issues[0].path]).toEqual([400, 'bank_reference']);
    const reference = `GTB/${first}/A`;
    const { body: shipped } = await ship(first, reference);
    expect(shipped).toMatchObject({ status: 'shipped', bank_reference: reference });
    expect((await player.get('/user/user-orders')).body[1].bank_reference).toBeNull();
    // The same letters and digits.
    expect((await ship(second, `gtb-${first}-a`)).body.code).toBe('BANK_REFERENCE_USED');
    // It stays with its order, which can be shipped again with it.
    await operator.post(`/admin/orders/${first}/undo-ship`, { shipped_at: shipped.shipped_at });
    expect((await ship(second, reference)).body.code).toBe('BANK_REFERENCE_USED');
    expect((await ship(first, reference)).body.status).toBe('shipped');
    // Also of a payment and a trade.
    for (const kind of ['payment', 'trade']) {
      await server.deps.db.pool.query(
        'INSERT INTO bank_references (reference, subject_kind, subject_id) VALUES ($1, $2, $3)',
        [`${kind} ${first}`, kind, String(first)],
      );
      expect((await ship(second, `${kind} ${first}`)).body.code).toBe('BANK_REFERENCE_USED');
    }
    // Of two servers at once, one order has it.
    const { player: third } = await winnerOf('cash');
    const { orderId } = await orderBy(third);
    const race = { bank_reference: `Race ${first}` };
    const raced = await Promise.all([
      operator.post(`/admin/orders/${second}/ship`, race),
      other.client.withToken(operator.token).post(`/admin/orders/${orderId}/ship`, race),
    ]);
    expect(raced.map(({ status, body: { code } }) => code ?? status).sort()).toEqual([
      200,
      'BANK_REFERENCE_USED',
    ]);
  });

  it('a product is not shipped without carrier and tracking; a coupon is', async () => {
    const { player, orderId } = await ordered();
    const missing = await operator.post(`/admin/orders/${orderId}/ship`, { carrier: 'DHL' });
    expect([missing.status, missing.body.issues.map(({ path }: { path: string }) => path)]).toEqual([
      400,
      ['tracking'],
    ]);
    expect(await noticesOf(player)).toEqual([]);
    const { player: other } = await winnerOf('coupon');
    const { body } = await other.post('/cart/checkout', details);
    const shipped = await operator.post(`/admin/orders/${body.order_ids[0]}/ship`);
    expect(shipped.body).toMatchObject({ status: 'shipped', carrier: null, tracking: null });
  });

  it('P6 a shipment can be undone for a minute, also when it is repeated, and the player learns of it afterwards', async () => {
    const { player, orderId } = await ordered();
    const headers = { 'idempotency-key': 'ship-once' };
    const { body: shipped } = await operator.post(`/admin/orders/${orderId}/ship`, parcel, headers);
    expect(Date.parse(shipped.undo_until) - Date.parse(shipped.shipped_at)).toBe(60_000);
    const hidden = { status: 'processing', carrier: null, tracking: null, shipped_at: null };
    expect((await player.get('/user/user-orders')).body[0]).toMatchObject(hidden);
    const undo = { shipped_at: shipped.shipped_at };
    const colleague = await server.signIn({ role: 1 });
    expect((await colleague.post(`/admin/orders/${orderId}/undo-ship`, undo)).body).toMatchObject({
      ...hidden,
      undo_until: null,
    });
    expect((await operator.post(`/admin/orders/${orderId}/undo-ship`, undo)).status).toBe(200);
    // P6: a repetition of the shipment does not ship again.
    const repeated = await operator.post(`/admin/orders/${orderId}/ship`, parcel, headers);
    expect(repeated.body.status).toBe('processing');
    await announceDue(server.deps, orderKind);
    expect(await noticesOf(player)).toEqual([]);

    const { body: again } = await colleague.post(`/admin/orders/${orderId}/ship`, {
      ...parcel,
      carrier: 'DHL',
    });
    // The first operator's page still shows the shipment that was undone.
    const stale = await operator.post(`/admin/orders/${orderId}/undo-ship`, undo);
    expect([stale.status, stale.body.code]).toEqual([409, 'ORDER_STATUS']);
    const other = await operator.post(`/admin/orders/${orderId}/ship`, parcel);
    expect([other.status, other.body.code]).toEqual([409, 'ORDER_STATUS']);
    await endUndo(orderId);
    const late = await operator.post(`/admin/orders/${orderId}/undo-ship`, { shipped_at: again.shipped_at });
    expect([late.status, late.body.code]).toEqual([409, 'UNDO_OVER']);
    expect((await player.get('/user/user-orders')).body[0]).toMatchObject({
      status: 'shipped',
      carrier: 'DHL',
    });
    expect(await noticesOf(player)).toEqual([{ status: 'shipped', ...parcel, carrier: 'DHL' }]);
    expect(await actionsOn(orderId)).toEqual(['order.ship', 'order.undo-ship', 'order.ship']);
  });

  it('of concurrent shipments, undos and notices each order has one outcome, and at most one notice', async () => {
    const { player, orderId } = await ordered();
    const colleague = await server.signIn({ role: 1 });
    const shipments = await Promise.all(
      [parcel, { ...parcel, carrier: 'DHL' }, { ...parcel, carrier: 'Kwik' }].map((body, nth) =>
        (nth === 0 ? operator : colleague).post(`/admin/orders/${orderId}/ship`, body),
      ),
    );
    expect(shipments.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { body: shipped } = await operator.get(`/admin/orders/${orderId}`);
    await server.deps.db.pool.query(
      `UPDATE orders SET notice_at = now() + interval '200 milliseconds' WHERE id = $1`,
      [orderId],
    );
    const undo = { shipped_at: shipped.shipped_at };
    const until = Date.now() + 10_000;
    const undone: number[] = [];
    // Both continue until one of them has decided.
    for (let isDecided = false; !isDecided && Date.now() < until; ) {
      const [reply] = await Promise.all([
        colleague.post(`/admin/orders/${orderId}/undo-ship`, undo),
        announceDue(server.deps, orderKind),
        announceDue(server.deps, orderKind),
      ]);
      undone.push(reply.status);
      isDecided = (await operator.get(`/admin/orders/${orderId}`)).body.undo_until === null;
    }
    const { body: after } = await operator.get(`/admin/orders/${orderId}`);
    const notices = await noticesOf(player);
    expect([after.status, notices.length]).toEqual(undone.includes(200) ? ['processing', 0] : ['shipped', 1]);
  });

  it('a delivery or a refund within the minute replaces the notice of the shipment', async () => {
    for (const [action, status] of [
      ['deliver', 'delivered'],
      ['refund', 'refunded'],
    ] as const) {
      const { player, orderId } = await ordered();
      const { body: shipped } = await operator.post(`/admin/orders/${orderId}/ship`, parcel);
      await operator.post(`/admin/orders/${orderId}/${action}`, { reason: 'Lost' });
      await announceDue(server.deps, orderKind);
      expect(await noticesOf(player)).toMatchObject([{ status }]);
      const undo = await operator.post(`/admin/orders/${orderId}/undo-ship`, {
        shipped_at: shipped.shipped_at,
      });
      expect([undo.status, undo.body.code]).toEqual([409, 'ORDER_STATUS']);
    }
  });

  it('P2 the ledger is correct after these tests', async () => {
    expect((await auditLedger(server.deps.db)).errors).toEqual([]);
  });
});
