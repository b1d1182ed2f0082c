import { AdminAuction, Auction, BidsReply, PurchaseReceipt } from '@copup/shared/auctions.ts';
import type { SignedInClient } from '@copup/testkit/app.ts';
import { readFacts } from '@copup/testkit/checker/facts.ts';
import { judgeBids, judgeFeesAndHolds, judgeSettlements } from '@copup/testkit/checker/judge-auctions.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlayWorld, type PlayWorld } from '../../../test/play-world.ts';
import { untilDecided } from '../../../test/until-decided.ts';
import { closeSubjects } from '../../subjects/due-subjects.ts';
import { notifySettled } from '../../subjects/notify-settled.ts';
import { auctionKind } from './auctions.subject.ts';

let world: PlayWorld;
beforeAll(async () => {
  world = await openPlayWorld();
});
afterAll(() => world?.close());

const price = 60;
const offered = { entry_bid_points: 5, reserve_points: 20, minimum_entries: 40, buy_now_points: price };
const buy = (client: Pick<SignedInClient, 'post'>, id: number, buyNowPoints = price, key?: string) =>
  client.post(`/auction/buy-now/${id}`, { buyNowPoints }, key ? { 'idempotency-key': key } : {});

/** An auction with a buy-now price, and players who joined it. */
async function scene<Count extends number>(players: Count, over: object = {}) {
  const id = await world.auction({ ...offered, ...over });
  const joined: SignedInClient[] = [];
  for (let nth = 0; nth < players; nth += 1) {
    const player = await world.player(100);
    expect((await world.enter(player, id)).status).toBe(200);
    joined.push(player);
  }
  return { id, players: joined as [SignedInClient, SignedInClient, SignedInClient] };
}
const get = async (id: number) => (await world.operator.get(`/admin/auctions/${id}`)).body as AdminAuction;
const cartOf = (id: number) => world.query('SELECT user_id FROM cart_items WHERE auction_id = $1', [id]);

/** Checks all auctions of the database as after a load test, and the ledger. */
async function expectSound(): Promise<void> {
  const client = await world.server.deps.db.pool.connect();
  try {
    const facts = await readFacts(client);
    expect([...judgeSettlements(facts), ...judgeBids(facts), ...judgeFeesAndHolds(facts)]).toEqual([]);
  } finally {
    client.release();
  }
  expect(await world.audit()).toEqual([]);
}

describe('A13 buy now', () => {
  it('sells the item at once: paid, in the cart, noticed, published to both servers, and closed for good', async () => {
    const { id, players } = await scene(2);
    const [ada, ben] = players;
    const watcher = await world.watch(ben, `auction:${id}`);
    const shown = Auction.parse((await ada.get(`/auction/${id}`)).body);
    expect(shown).toMatchObject({ buy_now_points: price, seq: 0, status: 'active' });

    const { status, body } = await untilDecided(() => buy(world.onOther(ada), id));
    expect([status, body.code]).toEqual([200, undefined]);
    const receipt = PurchaseReceipt.parse(body);
    expect(receipt).toMatchObject({ auction_id: id, price, highestBidder: ada.user.username });

    const frame = await watcher.frame(
      ({ room, state }) => room === `auction:${id}` && (state as { status: string }).status === 'completed',
    );
    expect(frame.state).toMatchObject({
      price,
      leader: ada.user.username,
      seq: 0,
      endDate: Date.parse(receipt.serverTime),
    });
    watcher.close();
    expect(await get(id)).toMatchObject({ status: 'completed', current_bid_amount: price, entries_count: 2 });
    expect(await world.wallet(ada)).toEqual({ available: 100 - 5 - price, bonus: 0 });
    expect(await world.wallet(ben)).toEqual({ available: 95, bonus: 0 });
    expect(await cartOf(id)).toEqual([{ user_id: ada.user.id }]);

    await notifySettled(world.server.deps, auctionKind);
    const [won] = (await ada.get('/user/notifications')).body.items;
    expect(won).toMatchObject({ kind: 'won', subject_id: String(id), details: { price, is_bought: true } });
    expect((await ben.get('/user/notifications')).body.items).toMatchObject([{ kind: 'lost' }]);

    // The scheduled close and the sweep find the auction over.
    expect(await closeSubjects(world.other.deps, auctionKind, [id])).toEqual([]);
    expect((await world.bid(ben, id)).body.code).toBe('AUCTION_ENDED');
    expect((await buy(ben, id)).body.code).toBe('AUCTION_ENDED');
    expect(await cartOf(id)).toHaveLength(1);
    await expectSound();
  });

  it('G1 leaves the chain of bids empty, counts as spent, is in the history, and a refunded order returns it', async () => {
    const { id, players } = await scene(1);
    const [ada] = players;
    const chain = async () => BidsReply.parse((await ada.get(`/auction/${id}/bids`)).body);
    const before = await chain();
    expect(before).toMatchObject({ purchase: null, chain_head: before.genesis });
    await world.limit(ada, { day: 200 });
    const { body: receipt } = await untilDecided(() => buy(ada, id));
    expect(await chain()).toMatchObject({
      bids: [],
      seq: 0,
      chain_head: before.genesis,
      purchase: { username: ada.user.username, price, at: receipt.serverTime },
    });
    expect((await ada.get('/user/limits')).body.day).toMatchObject({ coins: 200, left: 200 - 5 - price });
    for (const filter of ['won', 'spent']) {
      const { items } = (await ada.get(`/user/timeline?filter=${filter}`)).body;
      expect(items[0]).toMatchObject({
        kind: 'buy_now',
        subject_name: 'Tecno Phantom',
        change: { available: -price },
      });
    }
    const { order_ids: orders } = (await ada.post('/cart/checkout', { address: '12 Allen Avenue, Ikeja' }))
      .body;
    expect((await world.operator.get(`/admin/orders/${orders[0]}`)).body.price_paid).toBe(price);
    const refund = { reason: 'Damaged' };
    expect((await world.operator.post(`/admin/orders/${orders[0]}/refund`, refund)).status).toBe(200);
    expect(await world.wallet(ada)).toEqual({ available: 95, bonus: 0 });
    await expectSound();
  });

  it('L6 G1 is refused without an entry, with bonus coins, above a limit, at another price and after the first bid; no coins move', async () => {
    const { id, players } = await scene(2);
    const [ada, ben] = players;
    const bonus = await world.server.signIn({ coins: 10, bonus: 1_000 });
    const refused = async (client: SignedInClient) => (await untilDecided(() => buy(client, id))).body.code;
    expect(await refused(bonus)).toBe('NOT_JOINED');
    await world.enter(bonus, id);
    expect(await refused(bonus)).toBe('NOT_ENOUGH_COINS');
    await world.limit(ben, { day: price });
    expect(await refused(ben)).toBe('LIMIT_REACHED');
    const moved = await buy(ada, id, price - 1);
    expect(moved).toMatchObject({
      status: 409,
      body: { code: 'PRICE_MOVED', details: { nextPrice: price } },
    });
    await untilDecided(() => world.bid(ben, id));
    const over = await buy(ada, id);
    expect(over).toMatchObject({
      status: 409,
      body: { code: 'BUY_NOW_UNAVAILABLE', message: expect.stringMatching(/Your coins stay with you/) },
    });
    expect(await world.wallet(ada)).toEqual({ available: 95, bonus: 0 });
    expect((await get(id)).status).toBe('active');
    expect(await refused(ben)).toBe('BUY_NOW_UNAVAILABLE');
  });

  it('P6 one key buys once and returns the same receipt on both servers; another price with it is refused', async () => {
    const { id, players } = await scene(1);
    const [ada] = players;
    const replies = await Promise.all(
      [ada, world.onOther(ada), ada, world.onOther(ada)].map((client) =>
        untilDecided(() => buy(client, id, price, 'once')),
      ),
    );
    for (const { status, body } of replies) expect([status, body]).toEqual([200, replies[0]?.body]);
    expect((await buy(ada, id, price + 1, 'once')).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await buy(ada, id, price, 'twice')).body.code).toBe('AUCTION_ENDED');
    expect(await world.wallet(ada)).toEqual({ available: 95 - price, bonus: 0 });
  });

  it('of bids and purchases that race on two servers exactly one kind decides, and the coins of all others stay', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id, players } = await scene(3, { minimum_entries: 0 });
      const [ada, ben, cyd] = players;
      const buyers = round % 2 === 0 ? [ada, ben] : [ben, ada];
      const orders = buyers.map((client, nth) => () => buy(nth ? client : world.onOther(client), id));
      // With a body, as orders have: a server decides the order of arrival once it has read them.
      const bid = (client: Pick<SignedInClient, 'post'>) =>
        client.post(`/auction/bid/${id}`, { maxBidPoints: 1 });
      const bids = [() => bid(cyd), () => bid(world.onOther(cyd))];
      const commands = round % 3 === 0 ? [...bids, ...orders] : [...orders, ...bids];
      const replies = await Promise.all(commands.map((send) => untilDecided(send)));
      const codes = replies.map(({ status, body }) => (status === 200 ? 'ok' : body.code));
      const after = await get(id);
      if (after.status === 'completed') {
        expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
        const winner = buyers.find(({ user }) => user.username === after.highest_bidder) as SignedInClient;
        for (const player of players) {
          expect(await world.wallet(player)).toEqual({
            available: player === winner ? 95 - price : 95,
            bonus: 0,
          });
        }
        expect(await cartOf(id)).toEqual([{ user_id: winner.user.id }]);
      } else {
        expect(after).toMatchObject({ status: 'active', seq: 1, highest_bidder: cyd.user.username });
        expect(codes.filter((code) => code === 'BUY_NOW_UNAVAILABLE')).toHaveLength(2);
        for (const player of [ada, ben]) expect((await world.wallet(player))?.available).toBe(95);
        expect(await cartOf(id)).toEqual([]);
      }
    }
    await expectSound();
  });
});

describe('A13 the price of an auction', () => {
  const create = (over: object) =>
    world.operator.post('/admin/auctions', {
      name: 'Radio',
      category: 'product',
      price: 100,
      entry_bid_points: 5,
      bid_increment: 10,
      end_date: world.iso(3_600_000),
      ...over,
    });
  const issueOf = ({ body }: { body: { issues?: unknown } }) => body.issues;

  it('is above the reserve and the first bid, whatever is edited, can be removed, and is fixed once live', async () => {
    expect(issueOf(await create({ buy_now_points: 10 }))).toEqual([
      { path: 'buy_now_points', message: 'Enter more than the first bid of 10.' },
    ]);
    expect(issueOf(await create({ buy_now_points: 30, reserve_points: 30 }))).toEqual([
      { path: 'buy_now_points', message: 'Enter more than the reserve of 30.' },
    ]);
    const { body } = await create({
      buy_now_points: 31,
      reserve_points: 30,
      starts_at: world.iso(60_000),
    });
    const auction = AdminAuction.parse(body);
    const edit = (change: object) => world.operator.put(`/admin/auctions/${auction.id}`, change);
    expect((await edit({ reserve_points: 31 })).body.code).toBe('VALIDATION_FAILED');
    expect((await edit({ bid_increment: 31 })).body.code).toBe('VALIDATION_FAILED');
    expect((await edit({ buy_now_points: 0 })).body.code).toBe('VALIDATION_FAILED');
    expect((await edit({ buy_now_points: 40 })).body.buy_now_points).toBe(40);
    expect((await edit({ buy_now_points: null })).body.buy_now_points).toBeNull();
    const live = (await create({ buy_now_points: 50 })).body;
    const changed = await world.operator.put(`/admin/auctions/${live.id}`, { buy_now_points: 60 });
    expect([changed.status, changed.body.code]).toEqual([409, 'AUCTION_NOT_EDITABLE']);
  });
});
