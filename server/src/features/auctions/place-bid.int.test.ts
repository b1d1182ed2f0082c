import type { TestUser } from '@copup/testkit/builders.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { isTooSlow } from '@copup/testkit/is-too-slow.ts';
import { withoutAudit } from '@copup/testkit/without-audit.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  auctionOf,
  biddingDeps,
  createBidders,
  deadlocks,
  insertAuction,
  join,
  openHolds,
} from '../../../test/bidding.ts';
import { untilBlocked } from '../../../test/lock-waits.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Refusal } from '../../errors.ts';
import { lockWallets, readWallets } from '../../ledger/wallets.ts';
import { lockAuction } from './auctions.subject.ts';
import { listBids } from './bids.queries.ts';

withoutAudit();

let testDatabase: TestDatabase;
let db: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  db = openDatabase({ url: testDatabase.url, poolSize: 8 });
});
afterAll(async () => {
  await db?.close();
  await testDatabase?.drop();
});

type Bidders = [TestUser, TestUser, TestUser];
const codeOf = (error: Refusal) => error.code;

describe('placeBid', () => {
  it('A3 A7 A9 returns a receipt, holds the leader’s price, releases the outbid user’s and publishes to the room', async () => {
    const auctionId = await insertAuction(db, { increment: 5 });
    const [ada, ben] = (await createBidders(db, auctionId, 2, 100)) as Bidders;
    const { bid, published } = biddingDeps(db);

    const first = await bid(auctionId, ada);
    expect(first).toMatchObject({
      message: 'Bid placed successfully!',
      auction_id: auctionId,
      seq: 1,
      price_before: 0,
      price: 5,
      currentBidAmount: 5,
      highestBidder: ada.username,
      currentBidder: ada.username,
    });
    expect((await readWallets(db, [ada.id])).get(ada.id)).toMatchObject({ available: 95, held: 5 });
    const second = await bid(auctionId, ben);
    const wallets = await readWallets(db, [ada.id, ben.id]);
    expect(wallets.get(ada.id)).toMatchObject({ available: 100, held: 0 });
    expect(wallets.get(ben.id)).toMatchObject({ available: 90, held: 10 });
    expect(await openHolds(db, auctionId)).toEqual([{ userId: ben.id, amount: 10 }]);

    const auction = await auctionOf(db, auctionId);
    expect(auction).toMatchObject({
      currentBidAmount: 10,
      leaderId: ben.id,
      leaderUsername: ben.username,
      seq: 2,
      version: 3,
    });
    expect(auction.chainHead.toString('hex')).toBe(second.chain_head);
    expect(published).toEqual([
      [`auction:${auctionId}`, 2, expect.objectContaining({ price: 5, leader: ada.username, seq: 1 })],
      [`auction:${auctionId}`, 3, expect.objectContaining({ price: 10, leader: ben.username, seq: 2 })],
    ]);
  });

  it('A3 allows a leader who was outbid in the same batch to lead again, with one hold in the end', async () => {
    const auctionId = await insertAuction(db);
    const [ada, ben] = (await createBidders(db, auctionId, 2, 3)) as Bidders;
    const { bid } = biddingDeps(db);
    await bid(auctionId, ada);
    const receipts = await Promise.all([bid(auctionId, ben), bid(auctionId, ada)]);
    expect(receipts.map(({ price }) => price)).toEqual([2, 3]);
    expect(await openHolds(db, auctionId)).toEqual([{ userId: ada.id, amount: 3 }]);
    const wallets = await readWallets(db, [ada.id, ben.id]);
    expect(wallets.get(ada.id)).toMatchObject({ available: 0, held: 3 });
    expect(wallets.get(ben.id)).toMatchObject({ available: 3, held: 0 });
    const late = await bid(auctionId, ben).catch(codeOf);
    expect(late).toBe('NOT_ENOUGH_COINS');
  });

  it('A6 decides 200 bids with changes to two wallets and one version', async () => {
    const auctionId = await insertAuction(db);
    const bidders = await createBidders(db, auctionId, 200);
    const { bid, published } = biddingDeps(db);
    const receipts = await Promise.all(bidders.map((user) => bid(auctionId, user)));
    expect(receipts.map(({ seq }) => seq)).toEqual(bidders.map((_, at) => at + 1));
    expect(published).toHaveLength(1);
    const wallets = [
      ...(
        await readWallets(
          db,
          bidders.map(({ id }) => id),
        )
      ).values(),
    ];
    expect(wallets.filter(({ version }) => version > 1)).toHaveLength(1);
    expect(await openHolds(db, auctionId)).toEqual([{ userId: bidders.at(-1)?.id, amount: 200 }]);
  });

  it('P6 returns the same receipt for the same key, later and in parallel, and 409 for another body', async () => {
    const auctionId = await insertAuction(db);
    const [ada, ben] = (await createBidders(db, auctionId, 2)) as Bidders;
    const { bid } = biddingDeps(db);
    const receipts = await Promise.all(Array.from({ length: 5 }, () => bid(auctionId, ada, { key: 'one' })));
    await bid(auctionId, ben, { key: 'one' });
    const otherServer = biddingDeps(db);
    receipts.push(await otherServer.bid(auctionId, ada, { key: 'one' }));
    for (const receipt of receipts) expect(receipt).toEqual(receipts[0]);
    expect(await bid(auctionId, ada, { key: 'one', maxBidPoints: 9 }).catch(codeOf)).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
    expect((await auctionOf(db, auctionId)).seq).toBe(2);
  });
});

describe('concurrent bids', () => {
  it('A5 A8 P7 a bid that gets the lock only after the end is refused with both times, and closes the auction', async () => {
    const auctionId = await insertAuction(db);
    const [ada, ben] = (await createBidders(db, auctionId, 2, 50)) as Bidders;
    const { bid, deps } = biddingDeps(db);
    await bid(auctionId, ada);
    const held = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const holder = inTransaction(db, async (tx) => {
      await lockAuction(tx, auctionId);
      held.resolve();
      await release.promise;
      // The auction ends while the bid waits for the lock.
      await tx.client.query(
        `UPDATE auctions SET end_date = date_trunc('milliseconds', clock_timestamp()) WHERE id = $1`,
        [auctionId],
      );
    });
    await held.promise;
    const waiting = bid(auctionId, ben).catch((error: Refusal) => error);
    await untilBlocked(db);
    release.resolve();
    await holder;
    const refusal = (await waiting) as Refusal;
    expect(refusal.code).toBe('DECIDED_TOO_LATE');
    expect(refusal.details).toEqual({
      receivedAt: expect.any(String),
      decidedAt: expect.any(String),
      endDate: (await auctionOf(db, auctionId)).endDate.toISOString(),
    });
    expect((await auctionOf(db, auctionId)).status).toBe('completed');
    expect(deps.lanes.stats()[0]?.refused).toEqual({ DECIDED_TOO_LATE: 1 });
    expect(await bid(auctionId, ben).catch(codeOf)).toBe('AUCTION_ENDED');
    expect((await readWallets(db, [ada.id])).get(ada.id)).toMatchObject({ available: 49, held: 0 });
  });

  it('A2 P7 a bid that waits for the lock is decided by what was committed meanwhile', async () => {
    const auctionId = await insertAuction(db);
    const [ada, ben] = (await createBidders(db, auctionId, 2, 50)) as Bidders;
    const { bid } = biddingDeps(db);
    const leave = 'DELETE FROM auction_entries WHERE auction_id = $1 AND user_id = $2';
    await db.pool.query(leave, [auctionId, ben.id]);
    const held = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const holder = inTransaction(db, async (tx) => {
      await lockAuction(tx, auctionId);
      held.resolve();
      await release.promise;
      await tx.client.query(leave, [auctionId, ada.id]);
      await tx.client.query('INSERT INTO auction_entries VALUES ($1, $2, NULL, 0, 0)', [auctionId, ben.id]);
    });
    await held.promise;
    const waiting = Promise.all([bid(auctionId, ada).catch(codeOf), bid(auctionId, ben)]);
    await untilBlocked(db);
    release.resolve();
    await holder;
    expect(await waiting).toMatchObject(['NOT_JOINED', { seq: 1, price: 1 }]);
  });

  it('A6 decides again without a final leader whose coins were spent meanwhile', async () => {
    const auctionId = await insertAuction(db);
    const [ada, ben, cyd] = (await createBidders(db, auctionId, 3, 10)) as Bidders;
    const { bid, deps } = biddingDeps(db);
    const spent = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const spender = inTransaction(db, async (tx) => {
      await lockWallets(tx, [cyd.id]);
      await tx.client.query(
        `INSERT INTO postings (transfer_id, no, realm, unit, amount, source, source_id, destination)
         VALUES (gen_random_uuid(), 0, 0, 'coin', 10, 'available', $1, 'issuance')`,
        [cyd.id],
      );
      spent.resolve();
      await release.promise;
    });
    await spent.promise;
    const answers = Promise.all([
      bid(auctionId, ada),
      bid(auctionId, ben),
      bid(auctionId, cyd).catch(codeOf),
    ]);
    await untilBlocked(db);
    release.resolve();
    await spender;
    const [first, second, third] = await answers;
    expect([first?.price, second?.price, third]).toEqual([1, 2, 'NOT_ENOUGH_COINS']);
    expect(deps.lanes.stats()).toMatchObject([{ batches: 1, halvings: 0 }]);
    expect(await openHolds(db, auctionId)).toEqual([{ userId: ben.id, amount: 2 }]);
  });

  it('P3 A6 two servers bidding on one auction: prices strictly rise, every receipt is in the rows', async () => {
    const auctionId = await insertAuction(db);
    const bidders = await createBidders(db, auctionId, 20);
    const servers = [biddingDeps(db, { maxConcurrent: 2 }), biddingDeps(db, { maxConcurrent: 2 })];
    const receipts = (
      await Promise.all(
        bidders.map(async (user, at) => {
          const mine = [];
          for (let round = 0; round < 10; round += 1) {
            mine.push(await servers[at % 2]?.bid(auctionId, user).catch(codeOf));
          }
          return mine;
        }),
      )
    )
      .flat()
      .filter((one) => typeof one === 'object');
    const bids = await listBids(db, auctionId, 0, 1000);
    expect(bids.map(({ seq, price }) => [seq, price])).toEqual(bids.map((_, at) => [at + 1, at + 1]));
    expect(new Set(bids.map(({ id }) => id))).toEqual(new Set(receipts.map(({ id }) => id)));
    for (const [at, next] of bids.slice(1).entries()) expect(next.userId).not.toBe(bids[at]?.userId);
  });

  it('I8 the same keys on two auctions through two servers in opposite order cause no deadlock', async () => {
    const [one, two] = [await insertAuction(db), await insertAuction(db)];
    const bidders = await createBidders(db, one, 10);
    await join(db, two, bidders);
    const servers = [biddingDeps(db, { maxConcurrent: 2 }), biddingDeps(db, { maxConcurrent: 2 })];
    const before = await deadlocks(db);
    const sent = bidders.flatMap((user, at) =>
      servers.flatMap(({ bid }, nth) =>
        ((at + nth) % 2 === 0 ? [one, two] : [two, one]).map(async (auctionId) => {
          const receipt = await bid(auctionId, user, { key: `key ${at}` });
          return [`${auctionId} ${user.id}`, receipt.id] as const;
        }),
      ),
    );
    const ids = new Map<string, Set<string>>();
    for (const [name, id] of await Promise.all(sent)) ids.set(name, (ids.get(name) ?? new Set()).add(id));
    expect([...ids.values()].every(({ size }) => size === 1)).toBe(true);
    for (const auctionId of [one, two]) expect((await auctionOf(db, auctionId)).seq).toBe(10);
    expect(await deadlocks(db)).toBe(before);
  });

  it('A11 with two connections 200 bids on ten auctions are all answered', async () => {
    const small = openDatabase({ url: testDatabase.url, poolSize: 2 });
    try {
      const { bid } = biddingDeps(small);
      const auctions = await Promise.all(Array.from({ length: 10 }, () => insertAuction(db)));
      const bidders = await createBidders(db, auctions[0] as number, 20);
      for (const auctionId of auctions.slice(1)) await join(db, auctionId, bidders);
      const answers = await Promise.all(
        auctions.flatMap((auctionId) => bidders.map((user) => bid(auctionId, user).catch(codeOf))),
      );
      expect(answers.filter((answer) => typeof answer === 'string' && !isTooSlow(answer))).toEqual([]);
      expect(answers.some((answer) => typeof answer === 'object')).toBe(true);
    } finally {
      await small.close();
    }
  });

  it('P1 while the database is unavailable every bid is answered with 503, and lanes recover afterwards', async () => {
    const auctionId = await insertAuction(db);
    const [ada, ben] = (await createBidders(db, auctionId, 2)) as Bidders;
    const { pool } = db;
    const { bid } = biddingDeps(db);
    const { connect } = pool;
    const away = openDatabase({ url: 'postgres://copup@127.0.0.1:1/nowhere' });
    pool.connect = away.pool.connect.bind(away.pool) as typeof connect;
    const answers = await Promise.all(
      [ada, ben].map((user) => bid(auctionId, user).catch((error: Refusal) => error)),
    );
    expect(answers.map((refusal) => (refusal as Refusal).code)).toEqual(['UNAVAILABLE', 'UNAVAILABLE']);
    pool.connect = connect;
    await away.close();
    expect(await bid(auctionId, ada)).toMatchObject({ price: 1 });
  });
});
