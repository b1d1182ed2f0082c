import { hash } from 'node:crypto';
import { findChainBreak } from '@copup/shared/bid-chain.ts';
import type { TestUser } from '@copup/testkit/builders.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { createMovableClock } from '@copup/testkit/movable-clock.ts';
import { openTcpProxy } from '@copup/testkit/tcp-proxy.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { biddingDeps, createBidders, insertAuction, join } from '../../../test/bidding.ts';
import { faultyDatabase, type StatementFault } from '../../../test/faulty-database.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { Refusal } from '../../errors.ts';
import { findAuction } from './auctions.subject.ts';
import type { LaneOutcome } from './bid-batch.ts';
import { bidderTag, chainGenesis } from './bid-chain.ts';
import { bidLaneKind } from './bid-lane.ts';
import { listBids } from './bids.queries.ts';
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

/** Creates an auction with a leader and further users about to bid at once over connections to `bidOn`. */
async function scene(bidders: number, bidOn = db) {
  const auctionId = await insertAuction(db);
  const [leader, ...others] = await createBidders(db, auctionId, 1 + bidders, 100);
  if (!leader) throw new Error('a leader');
  await biddingDeps(db).bid(auctionId, leader);
  const faulty = faultyDatabase(bidOn);
  const { bid, published } = biddingDeps(faulty);
  const bidAll = () =>
    Promise.all(
      others.map((user) => bid(auctionId, user, { key: user.username }).catch((error: Refusal) => error)),
    );
  return { auctionId, others, faulty, bidAll, published };
}

/** Checks that rows, wallets, holds and chain are consistent (I1, I4, I5). */
async function expectSound(auctionId: number, acceptedBy: readonly TestUser[]): Promise<void> {
  const auction = await findAuction(db, auctionId);
  const bids = await listBids(db, auctionId, 0, 1000);
  const seqs = bids.map((_, at) => at + 1);
  expect(bids.map(({ seq }) => seq)).toEqual(seqs);
  expect(bids.map(({ price }) => price)).toEqual(seqs);
  expect(bids.slice(1).map(({ userId }) => userId)).toEqual(acceptedBy.map(({ id }) => id));
  const last = bids.at(-1);
  expect(auction).toMatchObject({ seq: bids.length, currentBidAmount: bids.length, leaderId: last?.userId });
  expect(auction?.chainHead).toEqual(last?.hash);
  const secret = auction?.chainSecret as Buffer;
  const chained = bids.map((row) => ({
    ...row,
    bidder: bidderTag(secret, row.userId),
    atMs: row.at.getTime(),
  }));
  expect(
    findChainBreak(chainGenesis(auctionId), chained, (bytes) => hash('sha256', bytes, 'buffer')),
  ).toBeNull();
  const { rows } = await db.pool.query(
    `SELECT w.user_id AS id, w.held::int, w.available::int, coalesce(sum(h.amount), 0)::int AS holds
     FROM auction_entries e JOIN wallets w USING (user_id)
     LEFT JOIN holds h ON h.user_id = w.user_id AND h.outcome IS NULL WHERE e.auction_id = $1 GROUP BY w.user_id`,
    [auctionId],
  );
  for (const { id, held, available, holds } of rows) {
    expect({ held, available, holds }).toEqual(
      id === last?.userId
        ? { held: last?.price, available: 100 - (last?.price ?? 0), holds: last?.price }
        : { held: 0, available: 100, holds: 0 },
    );
  }
}

const isReceipt = (answer: unknown) => !(answer instanceof Refusal);

const WRITES = ['bids-write-with-holds', 'COMMIT'];
const batches = [
  {
    bids: 2,
    trips: 2,
    statements: ['BEGIN', 'bids-open', ...WRITES],
  },
  {
    bids: 3,
    trips: 3,
    statements: ['BEGIN', 'bids-open', 'lock-wallets', ...WRITES],
  },
];

describe.each(batches)('the transaction of $bids bids', ({ bids, trips, statements }) => {
  it('A6 takes the same few statements and round trips for any number of bids', async () => {
    const { auctionId, others, faulty, bidAll } = await scene(bids);
    expect((await bidAll()).every(isReceipt)).toBe(true);
    expect(faulty.statements).toEqual(statements);
    expect(faulty.trips).toBe(trips);
    await expectSound(auctionId, others);
  });

  const at = statements.map((statement, nth) => ({ statement, nth }));

  it.each(at)(
    'A12 a violated constraint once at $statement: halved, all decided once, in order',
    async ({ nth }) => {
      const { auctionId, others, faulty, bidAll } = await scene(bids);
      faulty.fault = (now) => (now === nth ? { sqlState: '23514' } : undefined);
      expect((await bidAll()).every(isReceipt)).toBe(true);
      await expectSound(auctionId, others);
    },
  );

  it.each(at)('A12 a deadlock once at $statement: run again, all decided once', async ({ nth }) => {
    const { auctionId, others, faulty, bidAll, published } = await scene(bids);
    faulty.fault = (now) => (now === nth ? { sqlState: '40P01' } : undefined);
    expect((await bidAll()).every(isReceipt)).toBe(true);
    expect(faulty.statements.filter((statement) => statement === 'BEGIN')).toHaveLength(2);
    expect(published).toHaveLength(1);
    await expectSound(auctionId, others);
  });

  it.each(at)(
    'A12 P6 the connection lost before $statement: 503 to all, nothing written, and the same keys bid once',
    async ({ nth }) => {
      const { auctionId, others, faulty, bidAll, published } = await scene(bids);
      faulty.fault = (now) => (now === nth ? 'cut-before' : undefined);
      const refusals = (await bidAll()) as Refusal[];
      expect(refusals.map(({ code, retryAfterS }) => [code, retryAfterS])).toEqual(
        others.map(() => ['UNAVAILABLE', 1]),
      );
      expect(published).toHaveLength(0);
      await expectSound(auctionId, []);
      const receipts = await bidAll();
      expect(receipts.every(isReceipt)).toBe(true);
      expect(await bidAll()).toEqual(receipts);
      await expectSound(auctionId, others);
    },
  );

  // The COMMIT is sent with the last writes: when the connection is lost after one of these, it may have arrived, and
  // the rows decide. To be lost after an earlier statement is to be lost before the next one.
  it.each(WRITES)('A12 P6 the connection lost after %s ran', async (statement) => {
    const { auctionId, others, faulty, bidAll, published } = await scene(bids);
    const nth = statements.indexOf(statement);
    faulty.fault = (now) => (now === nth ? 'cut-after' : undefined);
    const answers = await bidAll();
    const isDone = (await findAuction(db, auctionId))?.seq !== 1;
    if (statement === 'COMMIT') expect(isDone).toBe(true);
    expect(answers.map(isReceipt)).toEqual(others.map(() => isDone));
    expect(published).toHaveLength(isDone ? 1 : 0);
    const receipts = await bidAll();
    expect(receipts.every(isReceipt)).toBe(true);
    if (isDone) expect(receipts).toEqual(answers);
    await expectSound(auctionId, others);
  });

  it.each([
    ['between the writes and the COMMIT', 'before', false],
    ['before their replies', 'after', true],
  ] as const)('A12 P6 the connection lost %s', async (_where, cut, isDone) => {
    const { hostname, port } = new URL(testDatabase.url);
    const proxy = await openTcpProxy({ host: hostname, port: Number(port || 5432) });
    const behind = openDatabase({ url: proxy.urlOf(testDatabase.url), poolSize: 4 });
    try {
      const { auctionId, others, bidAll, published } = await scene(bids, behind);
      const wasCut = proxy.cutOnCommit(cut);
      const answers = await bidAll();
      await wasCut;
      expect(answers.map(isReceipt)).toEqual(others.map(() => isDone));
      expect(published).toHaveLength(isDone ? 1 : 0);
      await expectSound(auctionId, isDone ? others : []);
      const receipts = await bidAll();
      expect(receipts.every(isReceipt)).toBe(true);
      if (isDone) expect(receipts).toEqual(answers);
      await expectSound(auctionId, others);
    } finally {
      await behind.close();
      await proxy.close();
    }
  });

  it('A12 a lost COMMIT that cannot be settled: 503 OUTCOME_UNKNOWN only without a row, and a retry with the key finds the outcome', async () => {
    const { auctionId, others, faulty, bidAll } = await scene(bids);
    faulty.fault = (_nth, statement): StatementFault | undefined =>
      statement === 'COMMIT' ? 'cut-after' : undefined;
    // The database cannot be reached to settle the COMMIT; the rows can be read afterwards. Settling gives up after
    // three seconds: each question takes one.
    const { query } = faulty.pool;
    const now = performance.now.bind(performance);
    let waitedMs = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + waitedMs);
    const away = () => {
      waitedMs += 1_000;
      return Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
    };
    try {
      faulty.pool.query = away as typeof query;
      const answers = (await bidAll()) as Refusal[];
      expect(answers.map(({ code }) => code)).toEqual(others.map(() => 'OUTCOME_UNKNOWN'));
      faulty.pool.query = query;
      faulty.fault = () => undefined;
      expect((await bidAll()).every(isReceipt)).toBe(true);
      await expectSound(auctionId, others);
    } finally {
      clock.mockRestore();
    }
  });
});

describe('A12 a lost COMMIT', () => {
  it('of a transaction that closed the auction instead: the rows tell the close, and the bid is late', async () => {
    const auctionId = await insertAuction(db, { endsInMs: -2_000, overtimeMs: 0 });
    const [ada] = (await createBidders(db, auctionId, 1)) as [TestUser];
    const faulty = faultyDatabase(db);
    faulty.fault = (_nth, statement) => (statement === 'COMMIT' ? 'cut-after' : undefined);
    const late = await biddingDeps(faulty)
      .bid(auctionId, ada)
      .catch((error: Refusal) => error.code);
    expect([late, (await findAuction(db, auctionId))?.status]).toEqual(['AUCTION_ENDED', 'unsold']);
  });

  it('A12 keeps the refusals of a batch whose COMMIT reply is lost', async () => {
    const id = await insertAuction(db);
    const [ada] = (await createBidders(db, id, 1)) as [TestUser];
    await biddingDeps(db).bid(id, ada);
    const faulty = faultyDatabase(db);
    let cuts = 0;
    faulty.fault = (_nth, statement) => (statement === 'COMMIT' && ++cuts === 1 ? 'cut-after' : undefined);
    const again = await biddingDeps(faulty)
      .bid(id, ada)
      .catch((error: Refusal) => error.code);
    expect([again, cuts]).toEqual(['ALREADY_LEADING', 1]);
  });

  it('P6 finds the own bid by its id or key, the own purchase and maximum, and nothing that another command did', async () => {
    const { deps, bid, buy, maximum } = biddingDeps(db);
    const kind = bidLaneKind(deps);
    const [bidden, sold] = [await insertAuction(db), await insertAuction(db, { buyNowPoints: 50 })];
    const [ada, ben] = (await createBidders(db, bidden, 2)) as [TestUser, TestUser];
    await join(db, sold, [ada, ben]);
    const placed = await bid(bidden, ada, { key: 'k' });
    const limit = await maximum(bidden, ada, 40);
    const bought = await buy(sold, ada, { key: 'k' });
    const recover = async (auctionId: number, command: object, answer: unknown) => {
      const whole = { id: uuidv7(), viewer: { userId: ada.id }, key: undefined, ...command };
      const batch = [{ command: whole }] as unknown as Parameters<typeof kind.recover>[2];
      return (await kind.recover(db, String(auctionId), batch, [answer as LaneOutcome]))[0];
    };
    const byBen = { viewer: { userId: ben.id } };
    const order = { kind: 'purchase', buyNowPoints: 50 };
    const rows = await listBids(db, bidden, 0, 10);
    const receipt = { kind: 'bid', bid: rows[0], answer: undefined };
    expect(await recover(bidden, { id: placed.id }, receipt)).toMatchObject({ bid: { id: placed.id } });
    expect(await recover(bidden, { key: 'k' }, receipt)).toMatchObject({ bid: { id: placed.id } });
    for (const other of [{}, { key: 'other' }, { key: 'k', ...byBen }, { id: placed.id, ...byBen }]) {
      expect(await recover(bidden, other, receipt)).toBeUndefined();
    }
    const beaten = await bid(bidden, ben);
    const [, row] = await listBids(db, bidden, 0, 10);
    expect(
      await recover(bidden, { id: beaten.id, ...byBen }, { kind: 'bid', bid: row, answer: undefined }),
    ).toMatchObject({
      bid: { id: beaten.id },
      answer: { userId: ada.id, reason: 'own_maximum' },
    });
    const own = { kind: 'maximum', id: limit.id, maximum: 40 };
    expect(await recover(bidden, { maximum: 40 }, own)).toMatchObject(own);
    expect(await recover(bidden, { maximum: 40 }, { ...own, id: uuidv7() })).toBeUndefined();
    const purchase = { kind: 'purchase', ...(await findPurchase(db, sold)) };
    expect(await recover(sold, { ...order, key: 'k' }, purchase)).toMatchObject({ id: bought.id });
    for (const other of [{}, { key: 'other' }, { key: 'k', ...byBen }]) {
      expect(await recover(sold, { ...order, ...other }, purchase)).toBeUndefined();
    }
  });
});

describe('the bid’s transaction', () => {
  it('A12 refuses only the poisoned one of 200', async () => {
    const auctionId = await insertAuction(db);
    const bidders = await createBidders(db, auctionId, 200, 1_000);
    const poisoned = bidders[123] as TestUser;
    const { bid } = biddingDeps(db);
    // PostgreSQL refuses NUL in a text: the transaction with this bid fails in any statement.
    const answers = await Promise.all(
      bidders.map((user) =>
        bid(auctionId, user === poisoned ? { ...user, username: 'bad\u0000name' } : user).catch(
          (error: Refusal) => error.code,
        ),
      ),
    );
    expect(answers.filter((answer) => typeof answer === 'string')).toEqual(['INTERNAL']);
    expect(answers[123]).toBe('INTERNAL');
    const bids = await listBids(db, auctionId, 0, 1000);
    expect(bids.map(({ userId }) => userId)).toEqual(
      bidders.filter((user) => user !== poisoned).map(({ id }) => id),
    );
    expect(bids.map(({ seq }) => seq)).toEqual(bids.map((_, nth) => nth + 1));
  });
});

it('A7 the times of the chain never run backwards when the clock of the database steps back', async () => {
  const own = await createTestDatabase();
  const clock = await createMovableClock(own);
  const moved = openDatabase({ url: own.url });
  try {
    const auctionId = await insertAuction(moved);
    const [ada, ben] = await createBidders(moved, auctionId, 2, 100);
    const { bid } = biddingDeps(moved);
    await bid(auctionId, ada as TestUser);
    await clock.moveBy(-30_000);
    await bid(auctionId, ben as TestUser);
    await clock.moveBy(60_000);
    await bid(auctionId, ada as TestUser);
    const [first, second, third] = (await listBids(moved, auctionId, 0, 3)).map(({ at }) => at.getTime());
    expect(second).toBe(first);
    expect(third).toBeGreaterThan(second as number);
  } finally {
    await moved.close();
    await own.drop();
  }
});
