import { hash } from 'node:crypto';
import { findChainBreak } from '@copup/shared/bid-chain.ts';
import { createUser } from '@copup/testkit/builders.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { withoutAudit } from '@copup/testkit/without-audit.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  auctionOf,
  biddingDeps,
  createBidders,
  insertAuction,
  join,
  openHolds,
} from '../../../test/bidding.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import type { Refusal } from '../../errors.ts';
import { readWallets } from '../../ledger/wallets.ts';
import { bidderTag, chainGenesis } from './bid-chain.ts';
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

const codeOf = (error: Refusal) => error.code;

describe('placeBid', () => {
  it('A3 A7 A9 returns a receipt, holds the leader’s price, releases the outbid user’s and publishes to the room', async () => {
    const auctionId = await insertAuction(db, { increment: 5 });
    const [ada, ben] = await createBidders(db, auctionId, 2, 100);
    if (!ada || !ben) throw new Error('two bidders');
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
    const [ada, ben] = await createBidders(db, auctionId, 2, 3);
    if (!ada || !ben) throw new Error('two bidders');
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

  it('A7 the published bids verify from the first hash to the head', async () => {
    const auctionId = await insertAuction(db);
    const bidders = await createBidders(db, auctionId, 3);
    const { bid } = biddingDeps(db);
    for (let round = 0; round < 3; round += 1) await Promise.all(bidders.map((user) => bid(auctionId, user)));
    const { chainHead, chainSecret } = await auctionOf(db, auctionId);
    const bids = (await listBids(db, auctionId, 0, 100)).map((row) => ({
      ...row,
      bidder: bidderTag(chainSecret, row.userId),
      atMs: row.at.getTime(),
    }));
    expect(bids).toHaveLength(9);
    expect(
      findChainBreak(chainGenesis(auctionId), bids, (bytes) => hash('sha256', bytes, 'buffer')),
    ).toBeNull();
    expect(bids.at(-1)?.hash).toEqual(chainHead);
  });

  it('P6 returns the same receipt for the same key, later and in parallel, and 409 for another body', async () => {
    const auctionId = await insertAuction(db);
    const [ada, ben] = await createBidders(db, auctionId, 2);
    if (!ada || !ben) throw new Error('two bidders');
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

  it('A1 A2 L8 refuses unknown auctions, those of other realms, pending ones, and users who have not joined', async () => {
    const { bid } = biddingDeps(db);
    const stranger = await createUser(db, { coins: 10 });
    const active = await insertAuction(db);
    const pending = await insertAuction(db, { status: 'pending' });
    const elsewhere = await createUser(db, { coins: 10, realm: 71 });
    await join(db, active, [elsewhere]);
    expect(await bid(9_999_999, stranger).catch(codeOf)).toBe('AUCTION_NOT_FOUND');
    expect(await bid(active, elsewhere).catch(codeOf)).toBe('AUCTION_NOT_FOUND');
    expect(await bid(pending, stranger).catch((error: Refusal) => error.message)).toBe(
      'Auction is not yet active',
    );
    expect(await bid(active, stranger).catch(codeOf)).toBe('NOT_JOINED');
  });

  it('A4 refuses above the guard with the new price', async () => {
    const auctionId = await insertAuction(db);
    const [ada, ben] = await createBidders(db, auctionId, 2);
    if (!ada || !ben) throw new Error('two bidders');
    const { bid } = biddingDeps(db);
    await bid(auctionId, ada, { maxBidPoints: 1 });
    const refusal: Refusal = await bid(auctionId, ben, { maxBidPoints: 1 }).catch((error) => error);
    expect(refusal).toMatchObject({ code: 'PRICE_MOVED', details: { currentBidAmount: 1, nextPrice: 2 } });
  });

  it('A5 moves the end, up to the hard end', async () => {
    const auctionId = await insertAuction(db, { endsInMs: 5_000, overtimeMs: 2_000 });
    const [ada] = await createBidders(db, auctionId, 1);
    if (!ada) throw new Error('a bidder');
    const before = await auctionOf(db, auctionId);
    const receipt = await biddingDeps(db).bid(auctionId, ada);
    expect(receipt.endDate).toBe(before.hardEnd.toISOString());
    expect((await auctionOf(db, auctionId)).endDate).toEqual(before.hardEnd);
  });
});
