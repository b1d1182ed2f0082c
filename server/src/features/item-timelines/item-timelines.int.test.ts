import { type ItemEntry, ItemTimeline } from '@copup/shared/item-timeline.ts';
import { itemRoom } from '@copup/shared/room-names.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { createTestDatabase, type TestDatabase, testRedis } from '@copup/testkit/databases.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { RoomClient } from '@copup/testkit/room-servers.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TradeWorld } from '../../../test/trade-world.ts';
import { closeSubjects } from '../../subjects/due-subjects.ts';
import { auctionKind } from '../auctions/auctions.subject.ts';

let database: TestDatabase;
let server: TestApp;
let other: TestApp;
let operator: SignedInClient;
const sockets: RoomClient[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const redis = testRedis();
  const options = { database, redis, overrides: { limitRules: noLimits } };
  [server, other] = await Promise.all([startApp(options), startApp(options)]);
  operator = await server.signIn({ role: 1 });
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await server?.close();
  await other?.close();
  await database?.drop();
});

const query = async (text: string, values: unknown[] = []) =>
  (await server.deps.db.pool.query(text, values)).rows;

async function read(kind: string, id: number | string, search = ''): Promise<ItemTimeline> {
  const { status, body } = await operator.get(`/admin/timelines/${kind}/${id}${search}`);
  expect([status, body.code]).toEqual([200, undefined]);
  return ItemTimeline.parse(body);
}
/** Reads all pages of at most `limit` entries. */
async function readAll(kind: string, id: number | string, limit: number): Promise<ItemEntry[]> {
  const entries: ItemEntry[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const page = await read(kind, id, `?limit=${limit}${next && `&before=${encodeURIComponent(next)}`}`);
    expect(page.items.length).toBeLessThanOrEqual(limit);
    entries.push(...page.items);
    next = page.next;
  }
  return entries;
}
const words = ({ source, kind, text }: ItemEntry) => `${source}: ${text ?? kind}`;

/** An auction that two players bid on and one has won. */
async function wonAuction(category = 'product') {
  const { body } = await operator.post('/admin/auctions', {
    name: 'A kettle',
    category,
    price: 100,
    entry_bid_points: 5,
    end_date: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const players = [await server.signIn({ coins: 100 }), await server.signIn({ coins: 100 })];
  for (const player of players) await player.post(`/auction/pay-entry/${body.id}`);
  for (const player of [...players, ...players]) await player.post(`/auction/bid/${body.id}`);
  await query(
    `UPDATE auctions SET starts_at = now() - interval '1 hour', end_date = now() - interval '1 second' WHERE id = $1`,
    [body.id],
  );
  await closeSubjects(server.deps, auctionKind, [body.id]);
  return { id: body.id as number, loser: players[0] as SignedInClient, winner: players[1] as SignedInClient };
}

describe('O1 the timeline of an auction', () => {
  it('X1 has its bids, joins, transfers, notices, operators’ actions and status changes, newest first, on pages of any size', async () => {
    const { id, winner } = await wonAuction();
    const { items, links, sources } = await read('auction', id, '?limit=100');
    expect(sources).toEqual(['bids', 'status', 'joins', 'leaves', 'coins', 'notices', 'operators']);
    const found = items.map(words);
    for (const entry of [
      'bids: Bid',
      'status: Created',
      'status: Ended: completed',
      'joins: Joined',
      'coins: entry_fee',
      'coins: bid_hold',
      'coins: bid_release',
      'coins: bid_capture',
      'notices: won',
      'operators: auction.create',
    ])
      expect(found).toContain(entry);
    const times = items.map(({ at }) => Date.parse(at));
    expect(times).toEqual([...times].sort((left, right) => right - left));
    expect(items.filter(({ source }) => source === 'bids').map(({ amount }) => amount)).toEqual([4, 3, 2, 1]);
    const capture = items.find(({ kind }) => kind === 'bid_capture');
    expect(capture).toMatchObject({ amount: 4, user: { username: winner.user.username } });
    const created = items.find(({ kind }) => kind === 'auction.create');
    expect(created?.user?.username).toBe(operator.user.username);
    expect(links).toEqual([
      { kind: 'user', id: winner.user.id, label: 'Winner', name: winner.user.username },
    ]);
    // X1: pages of any size have every entry once.
    const ids = items.map((entry) => entry.id).sort();
    expect(new Set(ids).size).toBe(ids.length);
    for (const limit of [1, 3, 7])
      expect((await readAll('auction', id, limit)).map((entry) => entry.id).sort()).toEqual(ids);
    const joins = (await read('auction', id, '?source=joins')).items;
    expect(joins.map(words)).toEqual(['joins: Joined', 'joins: Joined']);
    expect((await read('auction', id, '?source=nothing')).items).toEqual([]);
  });

  it('A5 names the seconds that a late bid gained, and reports a cancellation with its reason', async () => {
    const { body } = await operator.post('/admin/auctions', {
      name: 'A fan',
      category: 'product',
      price: 100,
      entry_bid_points: 1,
      end_date: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const players = [await server.signIn({ coins: 10 }), await server.signIn({ coins: 10 })];
    for (const player of players) await player.post(`/auction/pay-entry/${body.id}`);
    await players[0]?.post(`/auction/bid/${body.id}`);
    await query(
      `UPDATE bids SET end_date_after = end_date_after - interval '4 seconds' WHERE auction_id = $1`,
      [body.id],
    ).catch(() => undefined);
    await operator.post(`/admin/auctions/${body.id}/cancel`, { reason: 'Damaged in the store' });
    const { items } = await read('auction', body.id, '?limit=100');
    expect(items.find(({ kind }) => kind === 'auction.cancel')?.detail).toBe('Damaged in the store');
    expect(items.find(({ text }) => text === 'Ended: cancelled')).toMatchObject({
      tone: 'warn',
      detail: 'Damaged in the store',
    });
    expect(items.filter(({ kind }) => kind === 'refund').map(({ amount }) => amount)).toEqual([1, 1]);
    expect(items.filter(({ kind }) => kind === 'join').map(({ detail }) => detail)).toEqual([
      'Refunded later',
      'Refunded later',
    ]);
  });
});

describe('O1 timelines of other items', () => {
  it('an order links to its auction and its winner, and the auction to the order', async () => {
    const { id, winner } = await wonAuction();
    const { body } = await winner.post('/cart/checkout', { address: '12 Allen Avenue, Ikeja' });
    const orderId = body.order_ids[0] as number;
    await operator.post(`/admin/orders/${orderId}/ship`, { carrier: 'DHL', tracking: 'DHL 1' });
    await operator.post(`/admin/orders/${orderId}/refund`, { reason: 'Lost on the way' });
    const { items, links } = await read('order', orderId);
    expect(links).toEqual([
      { kind: 'user', id: winner.user.id, label: 'Winner', name: winner.user.username },
      { kind: 'auction', id: String(id), label: 'Auction', name: 'A kettle' },
    ]);
    expect(items.map(words).sort()).toEqual([
      'coins: refund',
      'notices: order',
      'operators: order.refund',
      'operators: order.ship',
      'status: Placed',
      'status: Shipped',
    ]);
    expect(items.find(({ kind }) => kind === 'order.ship')?.detail).toBe('DHL · DHL 1');
    expect((await read('auction', id)).links).toContainEqual({
      kind: 'order',
      id: String(orderId),
      label: 'Order',
      name: 'A kettle',
    });
  });

  it('a user’s has every posting of the wallet with a link to its subject', async () => {
    const { id, winner, loser } = await wonAuction();
    const entries = await readAll('user', winner.user.id, 4);
    const coins = entries.filter(({ source }) => source === 'coins');
    expect(coins.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['bid_capture', -4],
      ['bid_hold', 4],
      ['bid_release', 2],
      ['bid_hold', 2],
      ['entry_fee', -5],
      ['adjust', 100],
    ]);
    expect(coins[0]?.link).toEqual({ kind: 'auction', id: String(id), name: 'A kettle' });
    expect(entries.at(-1)).toMatchObject({ text: 'Registered' });
    const own = await readAll('user', loser.user.id, 50);
    expect(own.every(({ link }) => link?.id !== String(winner.user.id))).toBe(true);
  });

  it('payments, payouts and trades have the request, the decision, coins and the notice', async () => {
    const world = new TradeWorld(server, operator);
    const player = await server.signIn();
    const traderId = await world.trader({}, 1_000);
    const { body } = await world.buy(player, traderId, { coinAmount: 20 });
    const tradeId = body.trade.id as number;
    await operator.post(`/admin/trades/${tradeId}/reject`, { reason: 'No payment arrived' });
    const { items, links } = await read('trade', tradeId);
    expect(items.map(words)).toEqual(
      expect.arrayContaining([
        'status: Requested',
        'coins: trade_reserve',
        'coins: escrow_return',
        'notices: trade',
        'operators: trade.reject',
      ]),
    );
    expect(links[0]).toMatchObject({ kind: 'user', id: player.user.id, label: 'Player' });
  });
});

describe('O1 access to timelines', () => {
  it('L8 has items of a load test’s realm; unknown ids, ids of another form and changed cursors are refused', async () => {
    const { id } = await wonAuction('cash');
    const player = await server.signIn();
    const { body } = await operator.post('/admin/load-tests', { users: 1, bid_points: 10 });
    expect((await read('user', body.users[0].id)).items.map(words)).toContain('account: Registered');
    const unknown = ['contest', 'heist', 'payment', 'payout', 'heist-order'].map((kind) => `${kind}/999999`);
    for (const path of [`user/${id}`, `auction/${player.user.id}`, 'auction/1', ...unknown])
      expect((await operator.get(`/admin/timelines/${path}`)).status).toBe(404);
    for (const path of ['auction/x', 'setting/1', `auction/${id}?limit=101`, `auction/${id}?limit=0`])
      expect((await operator.get(`/admin/timelines/${path}`)).status).toBe(400);
    const cursor = (places: unknown) => Buffer.from(JSON.stringify(places)).toString('base64url');
    for (const before of [
      'x',
      cursor({ bids: "1' OR 1" }),
      cursor({ bids: '-1' }),
      cursor({ coins: 'x' }),
      cursor(null),
    ])
      expect((await operator.get(`/admin/timelines/auction/${id}?before=${before}`)).status).toBe(400);
  });
});

describe('O1 the room of an item', () => {
  async function connect(app: TestApp, client: SignedInClient): Promise<RoomClient> {
    const socket = new RoomClient(app.url, client.token);
    sockets.push(socket);
    await socket.connected();
    return socket;
  }

  it('reports operators’ actions and changes of the item on every server', async () => {
    const { winner } = await wonAuction();
    const { body } = await winner.post('/cart/checkout', { address: '12 Allen Avenue, Ikeja' });
    const orderId = body.order_ids[0] as number;
    const room = itemRoom('order', orderId);
    const socket = await connect(other, operator);
    const [joined] = await socket.join(room);
    expect(joined).toMatchObject({ ok: true, room });
    const { version } = joined as { version: number };
    await operator.post(`/admin/orders/${orderId}/ship`, { carrier: 'DHL', tracking: 'DHL 1' });
    const frame = await socket.frame((found) => found.room === room && found.version > version);
    expect(frame.state).toEqual({ version: frame.version });
  });

  it('of a user reports changes of the wallet; rooms are for operators, and unknown without an item', async () => {
    const player = await server.signIn({ coins: 10 });
    const room = itemRoom('user', player.user.id);
    const socket = await connect(server, operator);
    const [joined] = await socket.join(room);
    const { version } = joined as { version: number };
    await operator.post(`/admin/users/${player.user.id}/adjust`, { bid_points: 5, reason: 'Goodwill' });
    await socket.frame((found) => found.room === room && found.version > version);
    expect(await (await connect(server, player)).join(room)).toMatchObject([
      { ok: false, code: 'FORBIDDEN' },
    ]);
    for (const unknown of ['item:order-1', 'item:user-7', 'item:nothing-1', 'item:x', 'item'])
      expect(await socket.join(unknown)).toMatchObject([{ ok: false }]);
  });
});
