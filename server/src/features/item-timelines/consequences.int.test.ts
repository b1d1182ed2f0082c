import { Consequences } from '@copup/shared/consequences.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TradeWorld } from '../../../test/trade-world.ts';
import { auditLedger } from '../../audit.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { ensureFund } from '../../ledger/accounts.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import { issueRewards, rewardsOf } from '../../ledger/rewards.ts';

let server: TestApp;
let operator: SignedInClient;
beforeAll(async () => {
  server = await startApp({ overrides: { limitRules: noLimits } });
  operator = await server.signIn({ role: 1 });
});
afterAll(async () => {
  expect((await auditLedger(server.deps.db)).errors).toEqual([]);
  await server?.close();
});

async function read(action: string, id: number | string): Promise<Consequences> {
  const { status, body } = await operator.get(`/admin/consequences/${action}/${id}`);
  expect([status, body.code]).toEqual([200, undefined]);
  return Consequences.parse(body);
}
const texts = ({ lines }: Consequences) => lines.map(({ text }) => text);

/** An auction that `count` players joined for 50 coins; the last of them leads with one coin. */
async function joinedAuction(count: number) {
  const { body } = await operator.post('/admin/auctions', {
    name: 'A kettle',
    category: 'product',
    price: 100,
    entry_bid_points: 50,
    end_date: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const join = async () => {
    const player = await server.signIn({ coins: 100 });
    await player.post(`/auction/pay-entry/${body.id}`);
    return player;
  };
  const players = [];
  for (let nth = 0; nth < count; nth += 1) players.push(await join());
  await players.at(-1)?.post(`/auction/bid/${body.id}`);
  return { id: body.id as number, join };
}
const cancel = (id: number, guard?: string) =>
  operator.post(
    `/admin/auctions/${id}/cancel`,
    { reason: 'Damaged in the store' },
    guard === undefined ? undefined : { 'if-match': `"${guard}"` },
  );

describe('A8 the consequences of a cancellation', () => {
  it('are the refunds, the holds and the players told, in numbers of that moment', async () => {
    const { id } = await joinedAuction(3);
    expect(texts(await read('auction.cancel', id))).toEqual([
      'Refunds 3 entries, 150 coins',
      'Releases one hold of 1 coin',
      'Tells 3 players, with your reason',
      'This can’t be undone',
    ]);
    const { id: empty } = await joinedAuction(0);
    expect(texts(await read('auction.cancel', empty))).toEqual([
      'There are no entries to refund',
      'This can’t be undone',
    ]);
  });

  it('that changed are refused with the new ones, and nothing is cancelled', async () => {
    const { id, join } = await joinedAuction(1);
    const { guard } = await read('auction.cancel', id);
    await join();
    const refused = await cancel(id, guard);
    expect([refused.status, refused.body.code]).toEqual([409, 'FACTS_CHANGED']);
    expect(texts(Consequences.parse(refused.body.details))[0]).toBe('Refunds 2 entries, 100 coins');
    expect((await operator.get(`/admin/auctions/${id}`)).body.status).toBe('active');
    const { status, body } = await cancel(id, refused.body.details.guard);
    expect([status, body.status]).toEqual([200, 'cancelled']);
    expect(texts(await read('auction.cancel', id))).toEqual([
      'This auction is cancelled and can’t be cancelled.',
    ]);
  });

  it('do not depend on bids, and a cancellation without a guard takes place', async () => {
    const { id, join } = await joinedAuction(1);
    const bidder = await join();
    const { guard } = await read('auction.cancel', id);
    await bidder.post(`/auction/bid/${id}`);
    expect((await cancel(id, guard)).body.status).toBe('cancelled');
    const { id: other } = await joinedAuction(1);
    expect((await cancel(other)).body.status).toBe('cancelled');
  });

  it('hold for players who join at the same time: each is refunded or not in the auction', async () => {
    const { id, join } = await joinedAuction(1);
    const { guard } = await read('auction.cancel', id);
    const [reply] = await Promise.all([cancel(id, guard), join(), join()]);
    const { rows } = await server.deps.db.pool.query(
      'SELECT count(*)::int AS joined, count(refunded_by)::int AS refunded FROM auction_entries WHERE auction_id = $1',
      [id],
    );
    // Refused with FACTS_CHANGED when a player was faster.
    if (reply.status === 409) expect([reply.body.code, rows[0].refunded]).toEqual(['FACTS_CHANGED', 0]);
    else expect([reply.status, rows[0]]).toEqual([200, { joined: 1, refunded: 1 }]);
  });

  it('of a contest and a heist have the subsidy that returns to rewards', async () => {
    const { db, newId } = server.deps;
    await inTransaction(db, async (tx) => {
      const fund = await ensureFund(tx, newId(), rewardsOf(0));
      const id = newId();
      await postTransfers(tx, [issueRewards({ id, realm: 0, key: id, fundId: fund.id, amount: 500 })]);
    });
    const { status, body } = await operator.post('/admin/contests', {
      ...{ kind: 'tap', title: 'Taps', description: '', entry_fee: 1, prize: 20, minimum_users: 2 },
      end_date: new Date(Date.now() + 3_600_000).toISOString(),
    });
    expect([status, body.subsidy]).toEqual([201, 18]);
    expect(texts(await read('contest.cancel', body.id))).toContain(
      'Returns the subsidy of 18 coins to rewards',
    );
  });
});

describe('O4 the consequences of an adjustment', () => {
  it('start from the balance; one from another balance is refused', async () => {
    const player = await server.signIn({ coins: 100 });
    const { guard, lines } = await read('user.adjust', player.user.id);
    expect(lines[0]?.text).toBe(`${player.user.username} has 100 coins available and 0 coins held now`);
    const adjust = (given: string, key: string) =>
      operator.post(
        `/admin/users/${player.user.id}/adjust`,
        { bid_points: 5, reason: 'Goodwill' },
        { 'if-match': given, 'idempotency-key': key },
      );
    expect((await adjust(guard, 'first')).body.available).toBe(105);
    const again = await adjust(guard, 'second');
    expect([again.status, again.body.code]).toEqual([409, 'FACTS_CHANGED']);
    // P6: a repetition returns the first reply, although the balance is another now.
    expect((await adjust(guard, 'first')).body.available).toBe(105);
    expect((await adjust(again.body.details.guard, 'second')).body.available).toBe(110);
  });
});

describe('O1 the consequences of decisions', () => {
  it('of a trade name the coins and the new balance, and afterwards the decision', async () => {
    const world = new TradeWorld(server, operator);
    const player = await server.signIn({ coins: 10 });
    const traderId = await world.trader({}, 1_000);
    const { body } = await world.buy(player, traderId, { coinAmount: 20 });
    const id = body.trade.id as number;
    const { username } = player.user;
    expect(texts(await read('trade.approve', id))).toEqual([
      `${username} gets 20 coins at once; ${username} then has 30 coins available`,
      `${username} is notified`,
    ]);
    expect(texts(await read('trade.reject', id))).toEqual(['No coins move', `${username} reads your reason`]);
    // O3a: an operator reads beforehand that the decision will wait for another one.
    const second = 'A second operator has to approve it first';
    await operator.put('/admin/settings/secondOperatorAboveCoins', { value: 19 });
    expect(texts(await read('trade.approve', id))[0]).toBe(second);
    expect(texts(await read('trade.reject', id))).not.toContain(second);
    await server.deps.db.pool.query("DELETE FROM settings WHERE key = 'secondOperatorAboveCoins'");
    expect(texts(await read('trade.approve', id))).not.toContain(second);
    await operator.post(`/admin/trades/${id}/reject`, { reason: 'No payment' });
    expect(texts(await read('trade.approve', id))).toEqual(['This trade is already rejected']);
  });
});

describe('O1 access to consequences', () => {
  it('unknown items and actions are refused', async () => {
    const { id } = await joinedAuction(0);
    for (const path of ['auction.cancel/1', 'payment.approve/999999', `user.adjust/${id}`, 'order.refund/7'])
      expect((await operator.get(`/admin/consequences/${path}`)).status).toBe(404);
    for (const path of ['auction.delete/1', 'auction.cancel/x'])
      expect((await operator.get(`/admin/consequences/${path}`)).status).toBe(400);
  });
});
