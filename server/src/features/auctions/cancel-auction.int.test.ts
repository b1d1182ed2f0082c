import { createUsers, type TestUser } from '@copup/testkit/builders.ts';
import { available, bonus, move, post } from '@copup/testkit/ledger.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuctionWorld, openAuctionWorld } from '../../../test/auction-world.ts';
import { faultyDatabase } from '../../../test/faulty-database.ts';
import { cancelRealm, cancelSubject } from '../../subjects/cancel-subject.ts';
import { REFUND_CHUNK, refundAll, refundEntries } from '../../subjects/refund-entries.ts';
import { auctionKind, findAuction } from './auctions.subject.ts';

let world: AuctionWorld;
let operatorId: string;
beforeAll(async () => {
  world = await openAuctionWorld();
  operatorId = (await world.user({ role: 1 })).id;
});
afterAll(() => world?.close());

const cancel = (id: number, deps = world.deps) =>
  cancelSubject(deps, auctionKind, { id, operatorId, reason: 'The item was damaged.' });
const unrefunded = (auctionId: number) =>
  world.query('SELECT 1 FROM auction_entries WHERE auction_id = $1 AND refunded_by IS NULL', [auctionId]);
const totalOf = async (users: readonly TestUser[]) => {
  const [row] = await world.query<{ total: number; held: number }>(
    'SELECT sum(available + bonus)::int AS total, sum(held)::int AS held FROM wallets WHERE user_id = ANY($1)',
    [users.map(({ id }) => id)],
  );
  return row;
};

/** Creates more entries than fit in two chunks, as joining does, in one transaction. */
async function crowded() {
  const { id } = await world.create();
  const users = await createUsers(world.db, 2 * REFUND_CHUNK + 50, { coins: 5, bonus: 5 });
  const fees = users.map((user) => ({
    ...move(bonus(user), { kind: 'revenue' }, 5, { kind: 'entry_fee' }),
    subject: { kind: 'auction', id: String(id) },
    key: `auction:${id}:${user.id}`,
    postings: [bonus(user), available(user)].map((from) => ({
      from,
      to: { kind: 'revenue' as const },
      amount: 5,
    })),
  }));
  await post(world.db, ...fees);
  await world.query(
    `INSERT INTO auction_entries (auction_id, user_id, transfer_id, paid_available, paid_bonus)
     SELECT $1, u, t, 5, 5 FROM unnest($2::uuid[], $3::uuid[]) AS entered (u, t)`,
    [id, users.map((user) => user.id), fees.map((fee) => fee.id)],
  );
  return { id, users };
}

describe('cancelling', () => {
  it('A8 releases the hold, refunds to the original parts of the wallet, and is audited', async () => {
    const { id } = await world.create({ entry_bid_points: 30 });
    const leader = await world.user({ coins: 100, bonus: 20 });
    await world.enter(id, leader);
    await world.bid(id, leader);
    await cancel(id);
    expect(await findAuction(world.db, id)).toMatchObject({
      status: 'cancelled',
      cancelReason: 'The item was damaged.',
      entriesCount: 1,
      settledAt: expect.any(Date),
    });
    expect(await world.wallet(leader)).toEqual({ available: 100, held: 0, bonus: 20 });
    expect(await world.query('SELECT action FROM admin_audit WHERE subject_id = $1', [String(id)])).toEqual([
      { action: 'auction.cancel' },
    ]);
  });

  it('A8 can be repeated, and does not change auctions that are over', async () => {
    const { id } = await world.create({ entry_bid_points: 0 });
    await Promise.all([cancel(id), cancel(id), cancel(id, world.server().deps)]);
    const { version } = (await findAuction(world.db, id)) ?? {};
    await cancel(id);
    expect(await findAuction(world.db, id)).toMatchObject({ status: 'cancelled', version });
    const { id: over } = await world.create({ entry_bid_points: 0 });
    await world.passEnd(over);
    await expect(cancel(over)).rejects.toMatchObject({ code: 'AUCTION_ENDED' });
    expect(await findAuction(world.db, over)).toMatchObject({ status: 'unsold' });
    await expect(cancel(over)).rejects.toMatchObject({ code: 'AUCTION_ENDED' });
    await expect(cancel(1)).rejects.toMatchObject({ code: 'AUCTION_NOT_FOUND' });
  });

  it('A8, I6 a crash between two chunks loses nothing: other servers continue, all at once', async () => {
    const { id, users } = await crowded();
    const faulty = faultyDatabase(world.db);
    // The second chunk's postings never reach the database.
    faulty.fault = (_nth, statement) =>
      statement === 'post-postings' &&
      faulty.statements.filter((each) => each === 'post-postings').length === 2
        ? 'cut-before'
        : undefined;
    await expect(cancel(id, { ...world.deps, db: faulty })).rejects.toBeDefined();
    expect(await findAuction(world.db, id)).toMatchObject({ status: 'cancelling' });
    expect(await unrefunded(id)).toHaveLength(users.length - REFUND_CHUNK);
    const servers = [world.deps, world.server().deps, world.server().deps];
    await Promise.all(servers.map((deps) => refundEntries(deps, auctionKind, id)));
    expect(await findAuction(world.db, id)).toMatchObject({ status: 'cancelled' });
    expect(await unrefunded(id)).toEqual([]);
    expect(await totalOf(users)).toEqual({ total: users.length * 10, held: 0 });
  });

  it('I6 a user who joins during the cancellation is refunded or refused', async () => {
    const { id } = await world.create();
    const users = await createUsers(world.db, 40, { coins: 10 });
    const joining = users.map((user, nth) => (nth === 20 ? cancel(id) : world.enter(id, user)));
    await Promise.allSettled(joining);
    await refundEntries(world.deps, auctionKind, id);
    expect(await totalOf(users)).toEqual({ total: 400, held: 0 });
    expect(await unrefunded(id)).toEqual([]);
  });

  it('A8 a locked wallet, or a locked auction, keeps no other entry and no other auction from its refunds', async () => {
    const [first, second, third] = [await world.create(), await world.create(), await world.create()];
    const users = await createUsers(world.db, 5, { coins: 30 });
    const [locked, ...others] = users as [TestUser, ...TestUser[]];
    for (const { id } of [first, second, third]) for (const user of users) await world.enter(id, user);
    const lock = await world.db.pool.connect();
    try {
      await lock.query('BEGIN');
      await lock.query('SELECT 1 FROM wallets WHERE user_id = $1 FOR UPDATE', [locked.id]);
      await cancel(first.id);
      await cancel(second.id);
      await lock.query('SELECT 1 FROM auctions WHERE id = $1 FOR UPDATE', [first.id]);
      await cancel(third.id);
      await refundAll(world.deps, auctionKind);
      expect(await totalOf(others)).toEqual({ total: 4 * 30, held: 0 });
      expect(await totalOf([locked])).toEqual({ total: 0, held: 0 });
      expect(await findAuction(world.db, first.id)).toMatchObject({ status: 'cancelling' });
    } finally {
      await lock.query('ROLLBACK');
      lock.release();
    }
    await refundAll(world.deps, auctionKind);
    expect(await totalOf(users)).toEqual({ total: 5 * 30, held: 0 });
    for (const { id } of [first, second, third])
      expect(await findAuction(world.db, id)).toMatchObject({ status: 'cancelled' });
  });

  it('O5 ends all auctions of a realm and none of others', async () => {
    const player = await world.user({ coins: 100, realm: 5 });
    const mine = await Promise.all([world.create({ realm: 5 }), world.create({ realm: 5 })]);
    const { id: other } = await world.create();
    for (const { id } of mine) await world.enter(id, player);
    await world.passEnd(mine[1].id);
    await cancelRealm(world.deps, auctionKind, 5);
    expect(await findAuction(world.db, mine[0].id)).toMatchObject({ status: 'cancelled' });
    expect(await findAuction(world.db, mine[1].id)).toMatchObject({ status: 'unsold' });
    expect(await findAuction(world.db, other)).toMatchObject({ status: 'active' });
    expect(await world.wallet(player)).toEqual({ available: 100, held: 0, bonus: 0 });
  });

  it('P2 the ledger is correct after these tests', async () => {
    expect(await world.audit()).toEqual([]);
  });
});
