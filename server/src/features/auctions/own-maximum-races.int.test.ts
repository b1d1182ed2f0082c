import { hash } from 'node:crypto';
import { findChainBreak } from '@copup/shared/bid-chain.ts';
import type { TestUser } from '@copup/testkit/builders.ts';
import { isTooSlow } from '@copup/testkit/is-too-slow.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AuctionWorld, openAuctionWorld } from '../../../test/auction-world.ts';
import { biddingDeps, createBidders, deadlocks, insertAuction } from '../../../test/bidding.ts';
import { faultyDatabase, type StatementFault } from '../../../test/faulty-database.ts';
import { Refusal } from '../../errors.ts';
import { findAuction } from './auctions.subject.ts';
import { bidderTag, chainGenesis } from './bid-chain.ts';
import { listBids } from './bids.queries.ts';

let world: AuctionWorld;
beforeAll(async () => {
  world = await openAuctionWorld();
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world?.close());

const COINS = 1_000;

/** Checks the rows of bids, the chain, the one hold and the coins of all bidders. */
async function expectSound(id: number, users: readonly TestUser[]): Promise<void> {
  const auction = await findAuction(world.db, id);
  if (!auction) throw new Error('no auction');
  const bids = await listBids(world.db, id, 0, 1_000);
  let price = 0;
  for (const [at, bid] of bids.entries()) {
    expect(bid).toMatchObject({ seq: at + 1, priceBefore: price });
    expect(bid.price).toBeGreaterThan(price);
    price = bid.price;
  }
  const last = bids.at(-1);
  expect(auction).toMatchObject({
    seq: bids.length,
    currentBidAmount: price,
    leaderId: last?.userId ?? null,
  });
  const chained = bids.map((row) => ({
    ...row,
    bidder: bidderTag(auction.chainSecret, row.userId),
    atMs: row.at.getTime(),
  }));
  expect(findChainBreak(chainGenesis(id), chained, (bytes) => hash('sha256', bytes, 'buffer'))).toBeNull();
  const wallets = await world.query<{ id: string; available: number; held: number }>(
    'SELECT user_id AS id, available, held FROM wallets WHERE user_id = ANY($1::uuid[])',
    [users.map((user) => user.id)],
  );
  const held = Math.max(price, auction.leaderMax ?? 0);
  for (const wallet of wallets) {
    const own = wallet.id === auction.leaderId ? held : 0;
    expect(wallet).toMatchObject({ held: own, available: COINS - own });
  }
}

/** A series of numbers that is the same in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

describe('A13 races', () => {
  it('A6 two servers at once: maximums set, lowered and withdrawn while others bid', async () => {
    const id = await insertAuction(world.db, { increment: 3 });
    const users = await createBidders(world.db, id, 12, COINS);
    const servers = [biddingDeps(world.db, { maxConcurrent: 2 }), biddingDeps(world.server().deps.db)];
    const before = await deadlocks(world.db);
    const codes = await Promise.all(
      users.map(async (user, nth) => {
        const pick = numbers(nth + 1);
        const seen: string[] = [];
        for (let round = 0; round < 8; round += 1) {
          const server = servers[(nth + round) % 2] as (typeof servers)[number];
          const what = pick(5);
          const sent =
            what < 2
              ? server.bid(id, user)
              : server.maximum(id, user, what === 4 ? null : 1 + pick(round * 20 + 60));
          seen.push(
            await sent.then(
              () => 'done',
              (error: Refusal) => error.code,
            ),
          );
        }
        return seen;
      }),
    );
    const known = ['done', 'PRICE_MOVED', 'ALREADY_LEADING', 'NO_MAXIMUM', 'NOT_ENOUGH_COINS'];
    expect(codes.flat().filter((code) => !known.includes(code) && !isTooSlow(code))).toEqual([]);
    expect(codes.flat()).toContain('done');
    expect(await deadlocks(world.db)).toBe(before);
    await expectSound(id, users);
  });

  it('a tie of two servers goes to the one that was committed first', async () => {
    const id = await insertAuction(world.db);
    const [ada, ben] = (await createBidders(world.db, id, 2, COINS)) as [TestUser, TestUser];
    const servers = [biddingDeps(world.db), biddingDeps(world.server().deps.db)] as const;
    const answers = await Promise.all([
      servers[0].maximum(id, ada, 80).catch((error: Refusal) => error),
      servers[1].maximum(id, ben, 80).catch((error: Refusal) => error),
    ]);
    const refused = answers.findIndex((answer) => answer instanceof Refusal);
    expect(answers[refused]).toMatchObject({ code: 'PRICE_MOVED', details: { currentBidAmount: 80 } });
    const winner = refused === 0 ? ben : ada;
    expect(await findAuction(world.db, id)).toMatchObject({
      leaderId: winner.id,
      leaderMax: 80,
      currentBidAmount: 80,
    });
    await expectSound(id, [ada, ben]);
  });

  it('A6 a batch of 100 maximums holds the coins of one player only', async () => {
    const id = await insertAuction(world.db);
    const users = await createBidders(world.db, id, 100, COINS);
    const { maximum, published } = biddingDeps(world.db);
    const pick = numbers(7);
    const coins = users.map(() => 10 + pick(900));
    const answers = await Promise.all(
      users.map((user, nth) => maximum(id, user, coins[nth] as number).catch((error: Refusal) => error)),
    );
    const highest = Math.max(...coins);
    const winner = users[coins.indexOf(highest)] as TestUser;
    expect(answers[coins.indexOf(highest)]).toMatchObject({ maxBidPoints: highest, held: highest });
    expect(await findAuction(world.db, id)).toMatchObject({ leaderId: winner.id, leaderMax: highest });
    expect(published).toHaveLength(1);
    const [changed] = await world.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM wallets WHERE user_id = ANY($1::uuid[]) AND version > 1',
      [users.map((user) => user.id)],
    );
    expect(changed?.count).toBe(1);
    await expectSound(id, users);
  });

  it('A6 decides again without a maximum whose coins were spent meanwhile', async () => {
    const id = await insertAuction(world.db);
    const users = (await createBidders(world.db, id, 4, COINS)) as [TestUser, TestUser, TestUser, TestUser];
    const { maximum } = biddingDeps(world.db);
    const other = await insertAuction(world.db);
    await world.query(
      'INSERT INTO auction_entries (auction_id, user_id, paid_available, paid_bonus) VALUES ($1, $2, 0, 0)',
      [other, users[3].id],
    );
    // The coins of the last one are held for another auction: each of the two maximums is affordable, not both.
    const answers = await Promise.all([
      maximum(other, users[3], 600).catch((error: Refusal) => error.code),
      ...users.map((user, nth) => maximum(id, user, 500 + nth).catch((error: Refusal) => error.code)),
    ]);
    const held = await world.query<{ held: number }>('SELECT held FROM wallets WHERE user_id = $1', [
      users[3].id,
    ]);
    expect(answers.filter((answer) => answer === 'NOT_ENOUGH_COINS')).toHaveLength(1);
    expect([503, 600]).toContain(held[0]?.held);
  });
});

const WRITES = ['maximum-end', 'maximums-write', 'bids-write-with-holds', 'COMMIT'];
const READS = ['BEGIN', 'bids-open', 'maximums-of-keys', 'lock-wallets'];
const STATEMENTS = [...READS, ...WRITES];

describe('A13 failed batches of two maximums and a bid', () => {
  /** Ben and cyd set maximums and dan bids, at once, against the maximum of ada. */
  async function scene() {
    const id = await insertAuction(world.db);
    const users = (await createBidders(world.db, id, 4, COINS)) as [TestUser, TestUser, TestUser, TestUser];
    const [ada, ben, cyd, dan] = users;
    await biddingDeps(world.db).maximum(id, ada, 30);
    const faulty = faultyDatabase(world.db);
    const { bid, maximum } = biddingDeps(faulty);
    const refused = (error: Refusal) => error;
    const sendAll = () =>
      Promise.all([
        maximum(id, ben, 60, { key: 'k' }).catch(refused),
        maximum(id, cyd, 90, { key: 'k' }).catch(refused),
        bid(id, dan, { key: 'k' }).catch(refused),
      ]);
    const expectDecided = async () => {
      const bids = await listBids(world.db, id, 0, 100);
      expect(
        bids.map(({ userId, price, reason }) => [
          users.findIndex((user) => user.id === userId),
          price,
          reason,
        ]),
      ).toEqual([
        [0, 1, 'own_maximum'],
        [0, 30, 'own_maximum'],
        [1, 31, 'own_maximum'],
        [1, 60, 'own_maximum'],
        [2, 61, 'own_maximum'],
        [3, 62, null],
        [2, 63, 'own_maximum'],
      ]);
      await expectSound(id, users);
    };
    return { id, users, faulty, sendAll, expectDecided };
  }
  it('takes the same few statements', async () => {
    const { faulty, sendAll, expectDecided } = await scene();
    await sendAll();
    expect(faulty.statements).toEqual(STATEMENTS);
    await expectDecided();
  });

  it.each(STATEMENTS)(
    'A12 a violated constraint once at %s: halved, decided once, in order',
    async (statement) => {
      const { faulty, sendAll, expectDecided } = await scene();
      const nth = STATEMENTS.indexOf(statement);
      faulty.fault = (now) => (now === nth ? { sqlState: '23514' } : undefined);
      await sendAll();
      await expectDecided();
    },
  );

  // The writes are sent with the COMMIT. To be lost after an earlier statement is to be lost before the next one.
  it.each<[StatementFault, string]>([
    ...STATEMENTS.map((statement): ['cut-before', string] => ['cut-before', statement]),
    ...WRITES.map((statement): ['cut-after', string] => ['cut-after', statement]),
  ])('A12 P6 the connection lost, %s %s: the same keys are decided once', async (cut, statement) => {
    const { faulty, sendAll, expectDecided } = await scene();
    const nth = STATEMENTS.indexOf(statement);
    faulty.fault = (now) => (now === nth ? cut : undefined);
    await sendAll();
    const answers = await sendAll();
    expect(answers.filter((answer) => answer instanceof Refusal)).toEqual([]);
    expect(await sendAll()).toEqual(answers);
    await expectDecided();
  });
});
