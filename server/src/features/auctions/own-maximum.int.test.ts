import type { TestUser } from '@copup/testkit/builders.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuctionWorld, openAuctionWorld } from '../../../test/auction-world.ts';
import { faultyDatabase } from '../../../test/faulty-database.ts';
import type { Refusal } from '../../errors.ts';
import { cancelSubject } from '../../subjects/cancel-subject.ts';
import { closeOverdue } from '../../subjects/due-subjects.ts';
import { refundEntries } from '../../subjects/refund-entries.ts';
import { userRoomKind } from '../profile/user.room.ts';
import { auctionKind, findAuction } from './auctions.subject.ts';
import { listBids } from './bids.queries.ts';

let world: AuctionWorld;
beforeAll(async () => {
  world = await openAuctionWorld();
});
afterAll(() => world?.close());

const codeOf = (error: Refusal) => error.code;

/** Creates an auction of free entry with players who have 1,000 coins each. */
async function scene(players = 3, over: Parameters<AuctionWorld['create']>[0] = {}) {
  const { id } = await world.create({ entry_bid_points: 0, bid_increment: 5, ...over });
  const users = await Promise.all(Array.from({ length: players }, () => world.user({ coins: 1_000 })));
  for (const user of users) await world.enter(id, user);
  const [ada, ben, cyd] = users as [TestUser, TestUser, TestUser];
  return { id, ada, ben, cyd };
}

const coinsOf = async (user: TestUser) => {
  const wallet = await world.wallet(user);
  return [wallet?.available, wallet?.held];
};
const bidsOf = async (id: number) =>
  (await listBids(world.db, id, 0, 1_000)).map(
    ({ username, price, reason }) => `${username} ${price}${reason ? ' auto' : ''}`,
  );
/** What the room of the user contains. */
const roomOf = async (user: TestUser) =>
  (await userRoomKind({ db: world.db }).snapshot([user.id])).get(user.id);

describe('A13 an own maximum', () => {
  it('bids at once, holds the whole maximum, and answers each bid with one of its own', async () => {
    const { id, ada, ben } = await scene();
    const set = await world.maximum(id, ada, 100);
    expect(set).toMatchObject({
      message: 'Bidding up to 100 for you.',
      maxBidPoints: 100,
      held: 100,
      bid_seq: 1,
      seq: 1,
      currentBidAmount: 5,
      highestBidder: ada.username,
    });
    expect(await coinsOf(ada)).toEqual([900, 100]);
    const receipt = await world.bid(id, ben, { maxBidPoints: 10 });
    expect(receipt).toMatchObject({
      seq: 2,
      price: 10,
      current_seq: 3,
      currentBidAmount: 15,
      highestBidder: ada.username,
    });
    expect(await coinsOf(ada)).toEqual([900, 100]);
    expect(await coinsOf(ben)).toEqual([1_000, 0]);
    expect(await bidsOf(id)).toEqual([
      `${ada.username} 5 auto`,
      `${ben.username} 10`,
      `${ada.username} 15 auto`,
    ]);
    expect((await findAuction(world.db, id))?.chainHead.toString('hex')).not.toBe(receipt.chain_head);
    expect(await world.audit()).toEqual([]);
  });

  it('A6 an automatic bid takes no statement of its own, and no more than a bid without it', async () => {
    const { id, ada, ben } = await scene();
    await world.maximum(id, ada, 100);
    const faulty = faultyDatabase(world.db);
    await world.server(faulty).bidding.bid(id, ben);
    expect(faulty.statements).toEqual(['BEGIN', 'bids-open', 'bids-write', 'COMMIT']);
    expect(faulty.trips).toBe(2);
    expect(await bidsOf(id)).toHaveLength(3);
  });

  it('returns the whole hold in the transaction that passes it, and ends', async () => {
    const { id, ada, ben } = await scene();
    await world.maximum(id, ada, 40);
    const set = await world.maximum(id, ben, 100);
    expect(set).toMatchObject({ held: 100, bid_seq: 3, currentBidAmount: 45, highestBidder: ben.username });
    expect(await coinsOf(ada)).toEqual([1_000, 0]);
    expect(await coinsOf(ben)).toEqual([900, 100]);
    expect(await bidsOf(id)).toEqual([
      `${ada.username} 5 auto`,
      `${ada.username} 40 auto`,
      `${ben.username} 45 auto`,
    ]);
    expect((await roomOf(ada))?.state).not.toHaveProperty('maximums');
    expect((await roomOf(ben))?.state.maximums).toEqual([{ auction: id, coins: 100 }]);
    expect(await world.maximum(id, ada, null).catch(codeOf)).toBe('NO_MAXIMUM');
    expect(await world.audit()).toEqual([]);
  });

  it('a lower maximum than the leader’s is used up at once and holds nothing; a tie is refused', async () => {
    const { id, ada, ben, cyd } = await scene();
    await world.maximum(id, ada, 100);
    expect(await world.maximum(id, ben, 60)).toMatchObject({
      maxBidPoints: null,
      held: 0,
      bid_seq: 2,
      seq: 3,
      currentBidAmount: 65,
      highestBidder: ada.username,
    });
    const tie = (await world.maximum(id, cyd, 100).catch((error) => error)) as Refusal;
    expect(tie).toMatchObject({ code: 'PRICE_MOVED', details: { currentBidAmount: 100, nextPrice: 105 } });
    for (const user of [ben, cyd]) expect(await coinsOf(user)).toEqual([1_000, 0]);
    expect(await coinsOf(ada)).toEqual([900, 100]);
    expect(await findAuction(world.db, id)).toMatchObject({ currentBidAmount: 100, leaderId: ada.id });
    expect(await world.audit()).toEqual([]);
  });

  it('is raised, lowered down to the price and withdrawn; every change reaches the player’s room', async () => {
    const { id, ada } = await scene();
    await world.bid(id, ada);
    let version = (await roomOf(ada))?.version ?? 0;
    const expectRoom = async (maximum: number | null, held: number) => {
      const room = await roomOf(ada);
      expect(room?.version).toBeGreaterThan(version);
      version = room?.version ?? 0;
      expect(room?.state.held).toBe(held);
      expect(room?.state.maximums).toEqual(maximum === null ? undefined : [{ auction: id, coins: maximum }]);
    };
    expect(await world.maximum(id, ada, 5).catch(codeOf)).toBe('PRICE_MOVED');
    for (const coins of [100, 200, 50, 5]) {
      expect(await world.maximum(id, ada, coins)).toMatchObject({ held: coins, bid_seq: null, seq: 1 });
      await expectRoom(coins, coins);
    }
    expect(await world.maximum(id, ada, 4).catch(codeOf)).toBe('PRICE_MOVED');
    expect(await world.maximum(id, ada, null)).toMatchObject({ maxBidPoints: null, held: 5 });
    await expectRoom(null, 5);
    expect(await world.maximum(id, ada, 1_001).catch(codeOf)).toBe('NOT_ENOUGH_COINS');
    expect(await coinsOf(ada)).toEqual([995, 5]);
    expect(await world.audit()).toEqual([]);
  });

  it('P4 a change without a bid is not visible to others: neither a version nor an update', async () => {
    const { id, ada } = await scene();
    await world.bid(id, ada);
    const before = await findAuction(world.db, id);
    const updates = world.bidding.published.length;
    await world.maximum(id, ada, 100);
    await world.maximum(id, ada, null);
    const { leaderMax: _, ...after } = (await findAuction(world.db, id)) ?? { leaderMax: null };
    expect(before).toMatchObject(after);
    expect(world.bidding.published).toHaveLength(updates);
  });

  it('P6 the same key returns the first reply, also after the maximum was passed; another body is refused', async () => {
    const { id, ada, ben } = await scene();
    const first = await world.maximum(id, ada, 40, { key: 'k' });
    await world.maximum(id, ben, 100);
    const other = world.server();
    expect(await other.bidding.maximum(id, ada, 40, { key: 'k' })).toEqual(first);
    expect(await world.maximum(id, ada, 41, { key: 'k' }).catch(codeOf)).toBe('IDEMPOTENCY_KEY_REUSED');
    const withdrawn = await world.maximum(id, ben, null, { key: 'w' });
    await world.maximum(id, ben, 90);
    expect(await other.bidding.maximum(id, ben, null, { key: 'w' })).toEqual(withdrawn);
    expect((await roomOf(ben))?.state.maximums).toEqual([{ auction: id, coins: 90 }]);
    const bid = await world.bid(id, ada, { key: 'b' });
    expect(bid.current_seq).toBe(bid.seq + 1);
    expect(await other.bidding.bid(id, ada, { key: 'b' })).toEqual(bid);
    expect(await world.audit()).toEqual([]);
  });

  it('A5 an automatic bid in the last seconds moves the end', async () => {
    const { id, ada, ben } = await scene(3, { end_date: new Date(Date.now() + 3_600_000).toISOString() });
    await world.maximum(id, ada, 100);
    await world.query(`UPDATE auctions SET end_date = now() + interval '9 seconds' WHERE id = $1`, [id]);
    const before = await findAuction(world.db, id);
    await world.maximum(id, ada, 90);
    expect((await findAuction(world.db, id))?.endDate).toEqual(before?.endDate);
    const receipt = await world.bid(id, ben);
    expect(Date.parse(receipt.endDate)).toBeGreaterThan(before?.endDate.getTime() ?? Number.NaN);
    expect((await findAuction(world.db, id))?.endDate.toISOString()).toBe(receipt.endDate);
  });

  it('A8 a winner pays the price, and the rest of the maximum returns in the same transaction', async () => {
    const { id, ada, ben } = await scene();
    await world.maximum(id, ada, 100);
    await world.bid(id, ben);
    await world.passEnd(id);
    expect(await world.maximum(id, ada, 200, { receivedAtMs: Date.now() }).catch(codeOf)).toBe(
      'AUCTION_ENDED',
    );
    expect(await findAuction(world.db, id)).toMatchObject({ status: 'completed', leaderId: ada.id });
    expect(await coinsOf(ada)).toEqual([985, 0]);
    expect((await roomOf(ada))?.state).not.toHaveProperty('maximums');
    expect(await world.audit()).toEqual([]);
  });

  it('A8 an unsold and a cancelled auction return the whole hold', async () => {
    const unsold = await scene(1, { reserve_points: 500 });
    await world.maximum(unsold.id, unsold.ada, 100);
    await world.passEnd(unsold.id);
    await closeOverdue(world.deps, auctionKind);
    await refundEntries(world.deps, auctionKind, unsold.id);
    const cancelled = await scene(1);
    await world.maximum(cancelled.id, cancelled.ada, 100);
    const command = { id: cancelled.id, operatorId: null, reason: 'A test.' };
    await cancelSubject(world.deps, auctionKind, command);
    for (const { ada } of [unsold, cancelled]) {
      expect(await coinsOf(ada)).toEqual([1_000, 0]);
      expect((await roomOf(ada))?.state).not.toHaveProperty('maximums');
    }
    expect(await world.audit()).toEqual([]);
  });
});
