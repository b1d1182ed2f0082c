import type { TestUser } from '@copup/testkit/builders.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { biddingDeps, createBidders, insertAuction } from '../../../test/bidding.ts';
import { faultyDatabase } from '../../../test/faulty-database.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { Refusal } from '../../errors.ts';
import { readWallets } from '../../ledger/wallets.ts';
import { findAuction } from './auctions.subject.ts';
import { findPurchase } from './purchases.queries.ts';

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

/** An auction at 50 coins, a buyer and a bidder, over connections that can fail. */
async function scene() {
  const auctionId = await insertAuction(db, { buyNowPoints: 50 });
  const [ada, ben] = (await createBidders(db, auctionId, 2, 100)) as [TestUser, TestUser];
  const faulty = faultyDatabase(db);
  const { bid, buy } = biddingDeps(faulty);
  const send = (key: string) => buy(auctionId, ada, { key }).catch((error: Refusal) => error);
  return { auctionId, ada, ben, faulty, bid, send };
}

/** Checks that the item was bought by the user, once, or not at all. */
async function expectBought(auctionId: number, ada: TestUser, isBought: boolean): Promise<void> {
  expect(await findAuction(db, auctionId)).toMatchObject(
    isBought
      ? { status: 'completed', currentBidAmount: 50, leaderId: ada.id, seq: 0, boughtAt: expect.any(Date) }
      : { status: 'active', currentBidAmount: 0, leaderId: null, seq: 0, boughtAt: null },
  );
  expect((await readWallets(db, [ada.id])).get(ada.id)?.available).toBe(isBought ? 50 : 100);
  const { rows } = await db.pool.query('SELECT user_id FROM cart_items WHERE auction_id = $1', [auctionId]);
  expect(rows).toEqual(isBought ? [{ user_id: ada.id }] : []);
}

describe('A13 the transaction of a purchase', () => {
  it('A12 P6 lost before any statement buys nothing, and the same key buys once', async () => {
    const { faulty: probe, send: probing } = await scene();
    await probing('k');
    const statements = [...probe.statements];
    expect(statements.at(-1)).toBe('COMMIT');
    for (const nth of statements.keys()) {
      const { auctionId, ada, faulty, send } = await scene();
      faulty.fault = (now) => (now === nth ? 'cut-before' : undefined);
      expect(await send('k')).toMatchObject({ code: 'UNAVAILABLE' });
      await expectBought(auctionId, ada, false);
      const receipt = await send('k');
      expect(receipt).not.toBeInstanceOf(Refusal);
      expect(await send('k')).toEqual(receipt);
      await expectBought(auctionId, ada, true);
    }
  });

  it('A12 the reply to the COMMIT lost: the receipt is read from the rows', async () => {
    const { auctionId, ada, faulty, send } = await scene();
    faulty.fault = (_now, statement) => (statement === 'COMMIT' ? 'cut-after' : undefined);
    const receipt = await send('k');
    expect(receipt).toMatchObject({ id: (await findPurchase(db, auctionId))?.id, price: 50 });
    await expectBought(auctionId, ada, true);
  });

  it('A12 a deadlock is run again, and a violated constraint refuses the purchase alone', async () => {
    const { auctionId, ada, faulty, send } = await scene();
    let deadlocks = 0;
    faulty.fault = (_now, statement) =>
      statement === 'auction-purchase-write' && deadlocks++ < 2 ? { sqlState: '40P01' } : undefined;
    expect(await send('k')).not.toBeInstanceOf(Refusal);
    await expectBought(auctionId, ada, true);

    const second = await scene();
    second.faulty.fault = (_now, statement) =>
      statement === 'auction-purchase-write' ? { sqlState: '23514' } : undefined;
    const [refusal, receipt] = await Promise.all([
      second.send('k'),
      second.bid(second.auctionId, second.ben),
    ]);
    expect(refusal).toMatchObject({ code: 'INTERNAL' });
    expect(receipt).toMatchObject({ seq: 1 });
  });

  it('A6 P7 waits for the lock like a bid: a purchase behind a bid of another server is refused', async () => {
    const { auctionId, ada, ben } = await scene();
    const other = biddingDeps(db);
    const results = await Promise.all([
      other.bid(auctionId, ben),
      biddingDeps(db)
        .buy(auctionId, ada)
        .catch((error: Refusal) => error.code),
    ]).catch((error: Refusal) => error.code);
    // The other order is possible too: then the bid is refused.
    expect(['DECIDED_TOO_LATE', 'AUCTION_ENDED', 'BUY_NOW_UNAVAILABLE']).toContain(
      typeof results === 'string' ? results : results[1],
    );
    const after = await findAuction(db, auctionId);
    expect([after?.seq, after?.boughtAt === null]).toEqual(after?.boughtAt ? [0, false] : [1, true]);
  });
});
