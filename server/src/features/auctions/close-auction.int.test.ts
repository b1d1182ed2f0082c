import { until } from '@copup/testkit/until.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuctionWorld, openAuctionWorld } from '../../../test/auction-world.ts';
import { faultyDatabase } from '../../../test/faulty-database.ts';
import { closeOverdue, closeSubjects, startOverdue } from '../../subjects/due-subjects.ts';
import { refundEntries } from '../../subjects/refund-entries.ts';
import { auctionKind, findAuction } from './auctions.subject.ts';

const start = auctionKind.starts[0] as (typeof auctionKind.starts)[number];

let world: AuctionWorld;
beforeAll(async () => {
  world = await openAuctionWorld();
});
afterAll(() => world?.close());

/** Creates two users who joined and bid; the second leads at 2 coins. */
async function contested(over: Parameters<AuctionWorld['create']>[0] = {}) {
  const { id } = await world.create(over);
  const [loser, winner] = [await world.user({ coins: 100 }), await world.user({ coins: 100 })];
  for (const user of [loser, winner]) await world.enter(id, user);
  await world.bid(id, loser);
  await world.bid(id, winner);
  return { id, loser, winner };
}

const cartOf = (auctionId: number) =>
  world.query<{ user_id: string }>('SELECT user_id FROM cart_items WHERE auction_id = $1', [auctionId]);
const transfersOf = (auctionId: number, kind: string) =>
  world.query('SELECT 1 FROM transfers WHERE kind = $2 AND subject_id = $1', [String(auctionId), kind]);

describe('the close', () => {
  it('A8 captures the hold, fills the cart, notifies the winner and sets the final state, in one transaction', async () => {
    const { id, loser, winner } = await contested();
    const before = await findAuction(world.db, id);
    const lists = () =>
      world.query<{ version: number }>(`SELECT version FROM list_rooms WHERE room = 'auctions'`);
    const [listBefore] = await lists();
    const invalidated: string[] = [];
    await world.passEnd(id);
    const db = { ...world.db, onCommit: (rooms: ReadonlySet<string>) => invalidated.push(...rooms) };
    await closeOverdue({ ...world.deps, db }, auctionKind);
    expect(await findAuction(world.db, id)).toMatchObject({
      status: 'completed',
      version: (before?.version ?? 0) + 1,
      entriesCount: 2,
      currentBidAmount: 2,
      leaderId: winner.id,
    });
    expect(await world.wallet(winner)).toEqual({ available: 88, held: 0, bonus: 0 });
    expect(await world.wallet(loser)).toEqual({ available: 90, held: 0, bonus: 0 });
    expect(await cartOf(id)).toEqual([{ user_id: winner.id }]);
    expect(await world.notices(winner)).toMatchObject([{ kind: 'won', subject_id: String(id) }]);
    expect((await lists())[0]?.version).toBe((listBefore?.version ?? 0) + 1);
    expect(invalidated).toEqual(expect.arrayContaining([`auction:${id}`, 'auctions', `user:${winner.id}`]));
  });

  it('A8 below the reserve there is no winner: hold released, entries refunded to the original parts of the wallet', async () => {
    const { id } = await world.create({ reserve_points: 5, entry_bid_points: 30 });
    const leader = await world.user({ coins: 100, bonus: 20 });
    await world.enter(id, leader);
    await world.bid(id, leader);
    await world.passEnd(id);
    await closeOverdue(world.deps, auctionKind);
    expect(await findAuction(world.db, id)).toMatchObject({ status: 'cancelling', settledAt: null });
    await refundEntries(world.deps, auctionKind, id);
    expect(await findAuction(world.db, id)).toMatchObject({ status: 'unsold', settledAt: expect.any(Date) });
    expect(await world.wallet(leader)).toEqual({ available: 100, held: 0, bonus: 20 });
    expect(await cartOf(id)).toEqual([]);
    await refundEntries(world.deps, auctionKind, id);
    expect(await transfersOf(id, 'refund')).toHaveLength(1);
  });

  it('A8 with too few entries, or without a bid, there is no winner', async () => {
    const few = await contested({ minimum_entries: 3 });
    const { id: unbid } = await world.create({ entry_bid_points: 0 });
    await world.passEnd(few.id, unbid);
    await closeOverdue(world.deps, auctionKind);
    await refundEntries(world.deps, auctionKind, few.id);
    expect(await findAuction(world.db, few.id)).toMatchObject({ status: 'unsold', entriesCount: 2 });
    expect(await findAuction(world.db, unbid)).toMatchObject({ status: 'unsold' });
    for (const user of [few.loser, few.winner]) {
      expect(await world.wallet(user)).toEqual({ available: 100, held: 0, bonus: 0 });
    }
  });

  it('A1 starts due auctions, and closes even those that never started', async () => {
    const soon = { starts_at: new Date(Date.now() + 60_000).toISOString() };
    const { id } = await world.create(soon);
    const { id: missed } = await world.create({ ...soon, entry_bid_points: 0 });
    await world.query(`UPDATE auctions SET starts_at = now() - interval '1 second' WHERE id = $1`, [id]);
    await world.passEnd(missed);
    await Promise.all([
      startOverdue(world.deps, auctionKind, start),
      startOverdue(world.server().deps, auctionKind, start),
    ]);
    expect(await findAuction(world.db, id)).toMatchObject({ status: 'active', version: 2 });
    expect(await findAuction(world.db, missed)).toMatchObject({ status: 'pending' });
    await closeOverdue(world.deps, auctionKind);
    expect(await findAuction(world.db, missed)).toMatchObject({ status: 'unsold' });
  });

  it('P3 concurrent servers, sweeps, duplicate jobs and late bids close once', async () => {
    const { id, loser, winner } = await contested();
    await world.passEnd(id);
    const [first, second] = [world.server(), world.server()];
    const lateBid = () => first.bidding.bid(id, loser).catch((error: unknown) => error);
    const outcomes = await Promise.all([
      closeOverdue(first.deps, auctionKind),
      closeSubjects(first.deps, auctionKind, [id]),
      closeSubjects(first.deps, auctionKind, [id]),
      closeOverdue(second.deps, auctionKind),
      closeSubjects(second.deps, auctionKind, [id]),
      lateBid(),
      closeOverdue(world.deps, auctionKind),
    ]);
    expect(outcomes[5]).toMatchObject({ code: 'AUCTION_ENDED' });
    expect(await cartOf(id)).toEqual([{ user_id: winner.id }]);
    expect(await transfersOf(id, 'bid_capture')).toHaveLength(1);
    expect(await world.notices(winner)).toHaveLength(1);
    expect(await world.wallet(winner)).toEqual({ available: 88, held: 0, bonus: 0 });
  });

  it.each([
    [1, 2],
    // The last transaction finds nothing left.
    [2, 3],
  ])(
    'A8 auctions due together are closed together, 100 in a transaction, by %i servers',
    async (servers, most) => {
      const ids: number[] = [];
      for (let nth = 0; nth < 150; nth += 1) ids.push((await world.create({ entry_bid_points: 0 })).id);
      await world.passEnd(...ids);
      const counted = faultyDatabase(world.db);
      const close = () => closeOverdue({ ...world.deps, db: counted }, auctionKind);
      await Promise.all(Array.from({ length: servers }, close));
      expect([2, most]).toContain(counted.statements.filter((each) => each === 'COMMIT').length);
      const open = await world.query(`SELECT 1 FROM auctions WHERE id = ANY($1) AND status <> 'unsold'`, [
        ids,
      ]);
      expect(open).toEqual([]);
    },
  );

  it('I9 an auction that cannot be settled does not keep the others open', async () => {
    const [good, bad] = [await contested(), await contested()];
    await world.query('INSERT INTO cart_items (user_id, auction_id) VALUES ($1, $2)', [bad.loser.id, bad.id]);
    await world.passEnd(good.id, bad.id);
    const { deps } = world.server();
    await closeOverdue(deps, auctionKind);
    expect(await findAuction(world.db, good.id)).toMatchObject({ status: 'completed' });
    expect(await findAuction(world.db, bad.id)).toMatchObject({ status: 'active' });
    expect(deps.log.error).toHaveBeenCalledOnce();
    await world.query('DELETE FROM cart_items WHERE auction_id = $1', [bad.id]);
    await closeOverdue(deps, auctionKind);
    expect(await findAuction(world.db, bad.id)).toMatchObject({ status: 'completed' });
  });

  it('I3, I6 a crash of a server at any statement leaves the close complete or undone, and the next server finishes it', async () => {
    /** Closes an auction while a server crashes at the statement with this number; returns the statements sent. */
    const crashAt = async (nth: number, cut: 'cut-before' | 'cut-after') => {
      const { id, winner } = await contested();
      await world.passEnd(id);
      const faulty = faultyDatabase(world.db);
      faulty.fault = (at) => (at === nth ? cut : undefined);
      await closeSubjects({ ...world.deps, db: faulty }, auctionKind, [id]).catch(() => {});
      const isDone = (await findAuction(world.db, id))?.status === 'completed';
      expect(await cartOf(id), `${cut} ${faulty.statements[nth]}`).toHaveLength(isDone ? 1 : 0);
      expect(await transfersOf(id, 'bid_capture')).toHaveLength(isDone ? 1 : 0);
      // PostgreSQL may still hold the locks of the lost connection: a sweep leaves them to the next one.
      await until(async () => {
        await closeOverdue(world.deps, auctionKind);
        expect(await cartOf(id)).toEqual([{ user_id: winner.id }]);
      });
      expect(await world.wallet(winner)).toEqual({ available: 88, held: 0, bonus: 0 });
      return faulty.statements;
    };
    const whole = await crashAt(-1, 'cut-before');
    for (const nth of whole.keys()) await crashAt(nth, 'cut-before');
    // A crash after an earlier statement is one before the next.
    await crashAt(whole.lastIndexOf('COMMIT') - 1, 'cut-after');
    await crashAt(whole.lastIndexOf('COMMIT'), 'cut-after');
  });

  it('P2 the ledger is correct after these tests', async () => {
    expect(await world.audit()).toEqual([]);
  });
});
