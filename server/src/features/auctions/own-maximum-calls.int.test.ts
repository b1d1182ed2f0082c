import { AdminAuction, Auction, BidsReply, MaximumReply } from '@copup/shared/auctions.ts';
import type { SignedInClient } from '@copup/testkit/app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlayWorld, type PlayWorld, refusalOf } from '../../../test/play-world.ts';
import { auditLedger } from '../../audit.ts';
import { notifyOutbid } from './notify-outbid.ts';

let world: PlayWorld;
beforeAll(async () => {
  world = await openPlayWorld();
});
afterAll(() => world?.close());

const set = (client: SignedInClient, id: number, maxBidPoints: unknown, key?: string) =>
  client.put(`/auction/max/${id}`, { maxBidPoints }, key === undefined ? {} : { 'idempotency-key': key });
const withdraw = (client: SignedInClient, id: number) => client.delete(`/auction/max/${id}`);

/** A player who leads a new auction with a maximum. */
async function leading(coins: number) {
  const ada = await world.player(Math.max(1_000, coins));
  const id = await world.entered(ada);
  const reply = await set(ada, id, coins);
  expect(reply.status, reply.text).toBe(200);
  return { ada, id, reply: MaximumReply.parse(reply.body) };
}
const coinsOf = async (client: SignedInClient) => {
  const { available_points, held_points } = (await client.get('/user/profile')).body;
  return [available_points, held_points];
};

describe('A13 the calls of an own maximum', () => {
  it('set it on one server and withdraw it on another', async () => {
    const { ada, id, reply } = await leading(40);
    expect(reply).toMatchObject({ maxBidPoints: 40, held: 40, currentBidAmount: 1, auction_id: id });
    const gone = await world.onOther(ada).delete(`/auction/max/${id}`);
    expect(MaximumReply.parse(gone.body)).toMatchObject({ maxBidPoints: null, held: 1 });
    expect(refusalOf(await withdraw(ada, id))).toMatchObject({ status: 409, code: 'NO_MAXIMUM' });
  });

  it('show the maximum to its owner only: no reply, list or room of others contains it', async () => {
    // Long enough not to occur in a hash by chance.
    const secret = 76_543_210;
    const { ada, id } = await leading(secret);
    const ben = await world.player();
    await world.enter(ben, id);
    const watcher = await world.watch(ben, `auction:${id}`);
    const own = await world.watch(ada, `user:${ada.user.id}`);
    const replies = [
      (await ben.get(`/auction/${id}`)).text,
      (await ben.get('/auction')).text,
      (await ben.get(`/auction/${id}/bids`)).text,
      (await ben.get(`/auction/remaining-time/${id}`)).text,
      (await world.bid(ben, id)).text,
      (await set(ben, id, 100)).text,
      (await world.operator.get(`/admin/auctions/${id}`)).text,
      (await world.operator.get('/admin/auctions?perPage=100')).text,
      JSON.stringify(watcher.frames),
    ];
    for (const text of replies) expect(text).not.toContain(String(secret));
    own.close();
    watcher.close();
    const published = BidsReply.parse((await ben.get(`/auction/${id}/bids`)).body);
    expect(published.bids.map(({ reason }) => reason)).toEqual([
      'own_maximum',
      null,
      'own_maximum',
      'own_maximum',
      'own_maximum',
    ]);
    expect(Auction.parse((await ada.get(`/auction/${id}`)).body)).not.toHaveProperty('leader_max');
    await world.closeAuction(id);
    const over = AdminAuction.parse((await world.operator.get(`/admin/auctions/${id}`)).body);
    expect(over).toMatchObject({ status: 'completed', leader_maximum: secret, current_bid_amount: 101 });
    expect(await coinsOf(ada)).toEqual([secret - 101, 0]);
  });

  it('W6 the notice of a player whose maximum was passed names it', async () => {
    const { ada, id } = await leading(40);
    const ben = await world.player();
    await world.enter(ben, id);
    await set(ben, id, 90);
    await world.query(`UPDATE auctions SET outbid_due_at = now() - interval '1 second' WHERE id = $1`, [id]);
    await notifyOutbid(world.server.deps);
    expect(await world.notices(ada)).toMatchObject([{ kind: 'outbid', details: { price: 41, maximum: 40 } }]);
    expect(await world.notices(ben)).toEqual([]);
  });

  it('G1 count the whole maximum for a limit while it is held', async () => {
    const ada = await world.player();
    await world.limit(ada, { day: 100 });
    const id = await world.entered(ada);
    expect(refusalOf(await set(ada, id, 101))).toMatchObject({
      code: 'LIMIT_REACHED',
      details: { left: 100 },
    });
    expect((await set(ada, id, 100)).status).toBe(200);
    expect((await ada.get('/user/limits')).body.day).toMatchObject({ used: 100, left: 0 });
    expect(refusalOf(await set(ada, id, 101))).toMatchObject({ code: 'LIMIT_REACHED' });
    const other = await world.entered(ada);
    expect(refusalOf(await world.bid(ada, other))).toMatchObject({ code: 'LIMIT_REACHED' });
    await set(ada, id, 60);
    expect((await ada.get('/user/limits')).body.day).toMatchObject({ used: 60, left: 40 });
    await world.closeAuction(id);
    expect((await ada.get('/user/limits')).body.day).toMatchObject({ used: 1, left: 99 });
  });

  it('G2 during a break a maximum stays and bids; it can be lowered and withdrawn, not set or raised', async () => {
    const { ada, id } = await leading(40);
    const other = await world.entered(ada);
    await ada.post('/user/time-out', { days: 1 });
    const ben = await world.player();
    await world.enter(ben, id);
    await world.bid(ben, id);
    expect((await ben.get(`/auction/${id}`)).body).toMatchObject({
      highest_bidder: ada.user.username,
      current_bid_amount: 3,
    });
    for (const reply of [await set(ada, id, 41), await set(ada, other, 5)]) {
      expect(refusalOf(reply)).toMatchObject({ status: 403, code: 'TAKING_A_BREAK' });
    }
    expect((await set(ada, id, 30)).body).toMatchObject({ held: 30 });
    expect((await withdraw(ada, id)).body).toMatchObject({ held: 3 });
  });

  it('S7 an account with a maximum cannot be deleted', async () => {
    const { ada } = await leading(40);
    const preview = await ada.get('/user/deletion-preview');
    expect(JSON.stringify(preview.body.blocks ?? preview.body)).toContain('auction');
  });

  it('O5 the end of a load test returns the coins of maximums', async () => {
    const test = (await world.operator.post('/admin/load-tests', { users: 2, bid_points: 500 })).body;
    const id = await world.auction({ realm: test.id, entry_bid_points: 0 });
    const send = (path: string, method: string, body?: unknown) =>
      fetch(`${world.server.url}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${test.users[0].token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    await send(`/auction/pay-entry/${id}`, 'POST');
    expect((await send(`/auction/max/${id}`, 'PUT', { maxBidPoints: 300 })).status).toBe(200);
    expect((await world.operator.delete(`/admin/load-tests/${test.id}`)).status).toBeLessThan(300);
    const [left] = await world.query<{ live: number; held: number }>(
      `SELECT (SELECT count(*)::int FROM auction_maximums WHERE auction_id = $1 AND until_seq IS NULL) AS live,
        (SELECT sum(held)::int FROM wallets WHERE realm = $2) AS held`,
      [id, test.id],
    );
    expect(left).toEqual({ live: 0, held: 0 });
  });
});

describe('A13 the audit', () => {
  const errors = async () =>
    (await auditLedger(world.server.deps.db, { mode: 'full' })).errors.filter(
      ({ check }) => check === 'maximums',
    );
  const asOwner = (sql: string) => {
    const triggers = (what: string) =>
      ['bids', 'auction_maximums'].map((table) => `ALTER TABLE ${table} ${what} TRIGGER USER`).join('; ');
    return world.database.asOwner(`${triggers('DISABLE')}; ${sql}; ${triggers('ENABLE')}`);
  };

  it('finds a maximum that is not held, not the leader’s or not live, and an automatic bid without one', async () => {
    const { id } = await leading(40);
    expect(await errors()).toEqual([]);
    const damage = async (harm: string, repair: string, expected: object) => {
      await asOwner(harm);
      expect(await errors()).toMatchObject([expected]);
      await asOwner(repair);
      expect(await errors()).toEqual([]);
    };
    const live = `auction_id = ${id} AND until_seq IS NULL`;
    await damage(
      `UPDATE auction_maximums SET maximum = 39 WHERE ${live}`,
      `UPDATE auction_maximums SET maximum = 40 WHERE ${live}`,
      { table: 'auction_maximums', row: String(id), message: 'is 39; the auction has 40' },
    );
    await damage(
      `UPDATE auctions SET leader_max = 41 WHERE id = ${id}; UPDATE auction_maximums SET maximum = 41 WHERE ${live}`,
      `UPDATE auctions SET leader_max = 40 WHERE id = ${id}; UPDATE auction_maximums SET maximum = 40 WHERE ${live}`,
      { table: 'auction_maximums', message: 'is 41; 40 is held' },
    );
    await damage(
      `UPDATE auction_maximums SET until_seq = 1, ended = 'closed' WHERE ${live}`,
      `UPDATE auction_maximums SET until_seq = NULL, ended = NULL WHERE auction_id = ${id}`,
      { table: 'auctions', row: String(id) },
    );
    await damage(
      `UPDATE bids SET price = 41 WHERE auction_id = ${id}`,
      `UPDATE bids SET price = 1 WHERE auction_id = ${id}`,
      { table: 'bids', row: `${id}/1`, message: 'is automatic without a maximum that covers it' },
    );
  });
});
