import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuctionWorld, openAuctionWorld } from '../../../test/auction-world.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { closeSubjects } from '../../subjects/due-subjects.ts';
import { lockAuction } from './auctions.queries.ts';
import { auctionKind } from './auctions.subject.ts';

let world: AuctionWorld;
beforeAll(async () => {
  world = await openAuctionWorld();
});
afterAll(() => world?.close());

const entriesOf = (auctionId: number) =>
  world.query('SELECT user_id, paid_available, paid_bonus FROM auction_entries WHERE auction_id = $1', [
    auctionId,
  ]);

describe('the entry fee', () => {
  it('A2, L6 is paid once, from bonus coins first', async () => {
    const { id } = await world.create({ entry_bid_points: 30 });
    const user = await world.user({ coins: 100, bonus: 20 });
    const reply = await world.enter(id, user);
    expect(reply).toMatchObject({ message: 'Pay entry fee successful!', paid_available: 10, paid_bonus: 20 });
    expect(await world.wallet(user)).toEqual({ available: 90, held: 0, bonus: 0 });
    await expect(world.enter(id, user)).rejects.toMatchObject({
      code: 'ALREADY_JOINED',
      message: 'Already joined auction',
    });
    expect(await world.wallet(user)).toEqual({ available: 90, held: 0, bonus: 0 });
  });

  it('A2 may be paid while the auction is pending', async () => {
    const { id, status } = await world.create({ starts_at: new Date(Date.now() + 60_000).toISOString() });
    expect(status).toBe('pending');
    await world.enter(id, await world.user({ coins: 10 }));
    expect(await entriesOf(id)).toHaveLength(1);
  });

  it('A2 a fee of 0 moves nothing, and the reply names no payment', async () => {
    const { id } = await world.create({ entry_bid_points: 0 });
    const user = await world.user();
    const reply = await world.enter(id, user);
    const message = 'You have joined. The entry is free.';
    expect(reply).toEqual({ message, transfer_id: null, paid_available: 0, paid_bonus: 0 });
  });

  it('X15 a starter auction refuses a player who has won an auction', async () => {
    const user = await world.user({ coins: 100 });
    const starter = () => world.create({ entry_bid_points: 0, is_starter: true });
    const [won, next] = await Promise.all([starter(), starter()]);
    await world.enter(won.id, user);
    await world.bid(won.id, user);
    await world.passEnd(won.id);
    await closeSubjects(world.deps, auctionKind, [won.id]);
    await expect(world.enter(next.id, user)).rejects.toMatchObject({ code: 'FIRST_WIN_ONLY' });
    expect(await entriesOf(next.id)).toEqual([]);
    await world.enter((await world.create({ entry_bid_points: 0 })).id, user);
  });

  it.each([0, 10])(
    'A2 a fee of %i gives the room of the user a new version, for the other devices',
    async (fee) => {
      const { id } = await world.create({ entry_bid_points: fee });
      const user = await world.user({ coins: 10 });
      const version = async () => {
        const [row] = await world.query<{ version: string }>(
          'SELECT w.version + i.version AS version FROM wallets w JOIN inboxes i USING (user_id) WHERE user_id = $1',
          [user.id],
        );
        return Number(row?.version);
      };
      const before = await version();
      await world.enter(id, user);
      expect(await version()).toBeGreaterThan(before);
    },
  );

  it('P6 the same key has one effect and the first reply under concurrent requests', async () => {
    const { id } = await world.create();
    const user = await world.user({ coins: 100 });
    const replies = await Promise.all(Array.from({ length: 5 }, () => world.enter(id, user, 'key')));
    for (const reply of replies) expect(reply).toEqual(replies[0]);
    expect(await world.wallet(user)).toMatchObject({ available: 90 });
  });

  it('A2 five concurrent requests without a key join once', async () => {
    const { id } = await world.create();
    const user = await world.user({ coins: 100 });
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => world.enter(id, user)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await world.wallet(user)).toMatchObject({ available: 90 });
    expect(await entriesOf(id)).toHaveLength(1);
  });

  it('is refused with too few coins, after the end, in another realm, and for the demo auctions', async () => {
    const { id } = await world.create({ entry_bid_points: 50 });
    const poor = await world.user({ coins: 49 });
    await expect(world.enter(id, poor)).rejects.toMatchObject({ code: 'NOT_ENOUGH_COINS' });
    const stranger = await world.user({ coins: 100, realm: 9 });
    await expect(world.enter(id, stranger)).rejects.toMatchObject({ code: 'AUCTION_NOT_FOUND' });
    const late = await world.user({ coins: 100 });
    for (const demo of [1, 2, 3]) {
      await expect(world.enter(demo, late)).rejects.toMatchObject({ code: 'AUCTION_NOT_FOUND' });
    }
    await world.passEnd(id);
    await expect(world.enter(id, late, 'late')).rejects.toMatchObject({ code: 'AUCTION_ENDED' });
    expect(await entriesOf(id)).toEqual([]);
    // A refusal is not stored (P6).
    expect(await world.query('SELECT 1 FROM stored_replies WHERE subject = $1', [String(id)])).toEqual([]);
  });

  it('A6 does not wait for the lock that the bids hold', async () => {
    const { id } = await world.create();
    const user = await world.user({ coins: 10 });
    await inTransaction(world.db, async (tx) => {
      await lockAuction(tx, id);
      await world.enter(id, user);
    });
    expect(await entriesOf(id)).toHaveLength(1);
  });

  it('P2 the ledger is correct after these tests', async () => {
    expect(await world.audit()).toEqual([]);
  });
});
