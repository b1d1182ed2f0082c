import type { LeaveReply } from '@copup/shared/subjects.ts';
import { createUsers, type TestUser } from '@copup/testkit/builders.ts';
import { available, move, post } from '@copup/testkit/ledger.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuctionWorld, openAuctionWorld } from '../../../test/auction-world.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { readWallets } from '../../ledger/wallets.ts';
import { listYoungCoins } from '../../ledger/young-coins.ts';
import { cancelSubject } from '../../subjects/cancel-subject.ts';
import { leaveSubject } from '../../subjects/leave-subject.ts';
import { notifyChanged } from '../../subjects/notify-changed.ts';
import { changeSubjectImage } from '../../subjects/write-subject.ts';
import { auctionKind, findAuction } from './auctions.subject.ts';
import { editAuction } from './write-auction.ts';

let world: AuctionWorld;
let other: ReturnType<AuctionWorld['server']>;
let operatorId: string;
beforeAll(async () => {
  world = await openAuctionWorld();
  other = world.server();
  operatorId = (await world.user({ role: 1 })).id;
});
afterAll(() => world?.close());

const correct = (id: number, deps = world.deps, name = `Radio ${deps.newId()}`) =>
  editAuction(deps, { id, operatorId }, { name });
const leave = (
  id: number,
  user: TestUser,
  { deps = world.deps, key }: { deps?: Deps; key?: string } = {},
): Promise<LeaveReply> => leaveSubject(deps, auctionKind, { id, viewer: { userId: user.id, realm: 0 }, key });
const entered = async (count: number, coins = 10) => {
  const { id } = await world.create();
  const users = await createUsers(world.db, count, { coins });
  for (const user of users) await world.enter(id, user);
  return { id, users: users as [TestUser, ...TestUser[]] };
};
const entries = async (id: number) =>
  (await world.query('SELECT FROM auction_entries WHERE auction_id = $1', [id])).length;

describe('A14 a correction', () => {
  it('is told once to each player who had entered, with both texts, whatever number of servers run the job', async () => {
    const { id, users } = await entered(3);
    await correct(id, world.deps, 'Old radio');
    const late = await world.user({ coins: 10 });
    await world.enter(id, late);
    await changeSubjectImage(world.deps, auctionKind, { id, operatorId }, 'a'.repeat(32));
    await Promise.all([world.deps, other.deps, world.deps].map((deps) => notifyChanged(deps, auctionKind)));
    for (const user of users) {
      const notices = (await world.notices(user)).filter(({ kind }) => kind === 'corrected');
      expect(notices.map(({ details }) => details)).toEqual([
        {
          name: 'Old radio',
          contest: null,
          fields: [{ field: 'name', before: 'Radio', after: 'Old radio' }],
        },
        { name: 'Old radio', contest: null, fields: [{ field: 'image' }] },
      ]);
    }
    expect(await world.notices(late)).toHaveLength(1);
  });

  it('waits for the earlier one of its auction, which another server tells', async () => {
    const { id, users } = await entered(1);
    await correct(id);
    await changeSubjectImage(world.deps, auctionKind, { id, operatorId }, 'a'.repeat(32));
    const told = async () =>
      (await world.notices(users[0])).filter(({ kind }) => kind === 'corrected').length;
    await inTransaction(world.db, async (tx) => {
      await tx.client.query(
        `SELECT FROM subject_changes WHERE subject_kind = 'auction' AND subject_id = $1 ORDER BY id LIMIT 1 FOR UPDATE`,
        [id],
      );
      await notifyChanged(other.deps, auctionKind);
      expect(await told()).toBe(0);
    });
    await notifyChanged(other.deps, auctionKind);
    expect(await told()).toBe(2);
  });

  it('is told in chunks of 500, and continues after the last', async () => {
    const { id } = await world.create({ entry_bid_points: 0 });
    const users = await createUsers(world.db, 1_001, {});
    await world.query(
      `INSERT INTO auction_entries (auction_id, user_id, paid_available, paid_bonus) SELECT $1, id, 0, 0 FROM unnest($2::uuid[]) AS id`,
      [id, users.map((user) => user.id)],
    );
    await correct(id);
    await notifyChanged(world.deps, auctionKind);
    const told = await world.query<{ count: number }>(
      `SELECT count(*)::int FROM notifications WHERE kind = 'corrected' AND subject_id = $1 GROUP BY user_id`,
      [String(id)],
    );
    expect(told).toHaveLength(1_001);
    expect(told.every(({ count }) => count === 1)).toBe(true);
  });

  it('is refused after the first bid; the previous picture stays for the entrants', async () => {
    const { id, users } = await entered(1, 100);
    const image = (name: string) => changeSubjectImage(world.deps, auctionKind, { id, operatorId }, name);
    expect((await image('b'.repeat(32))).replaced).toBeNull();
    expect((await image('c'.repeat(32))).replaced).toBeNull();
    await world.bid(id, users[0]);
    await expect(correct(id)).rejects.toMatchObject({ code: 'AUCTION_NOT_EDITABLE' });
    await expect(image('d'.repeat(32))).rejects.toMatchObject({ code: 'AUCTION_NOT_EDITABLE' });
  });
});

describe('A14 leaving', () => {
  it('needs a correction after the entry, and returns each coin to the part that paid it (L6)', async () => {
    const { id } = await world.create({ entry_bid_points: 30 });
    const user = await world.user({ coins: 100, bonus: 20 });
    await expect(leave(id, user)).rejects.toMatchObject({ code: 'CANNOT_LEAVE' });
    await world.enter(id, user);
    await expect(leave(id, user)).rejects.toMatchObject({ code: 'CANNOT_LEAVE' });
    await correct(id);
    const reply = await leave(id, user, { key: 'one' });
    expect(reply).toMatchObject({ returned_available: 10, returned_bonus: 20 });
    expect(await leave(id, user, { key: 'one' })).toEqual(reply);
    await expect(leave(id, user, { key: 'two' })).rejects.toMatchObject({ code: 'CANNOT_LEAVE' });
    expect(await world.wallet(user)).toEqual({ available: 100, held: 0, bonus: 20 });
    await expect(world.bid(id, user)).rejects.toMatchObject({ code: 'NOT_JOINED' });
  });

  it('a player who left can enter again at the new words, leave after the next correction, and is refunded by a cancellation', async () => {
    const { id, users } = await entered(1);
    const [user] = users;
    for (let round = 0; round < 2; round += 1) {
      await correct(id);
      await leave(id, user);
      await world.enter(id, user);
      await expect(leave(id, user)).rejects.toMatchObject({ code: 'CANNOT_LEAVE' });
    }
    expect(await world.wallet(user)).toMatchObject({ available: 0 });
    await cancelSubject(world.deps, auctionKind, { id, operatorId, reason: 'Damaged' });
    expect(await world.wallet(user)).toMatchObject({ available: 10 });
    expect(await world.audit()).toEqual([]);
  });

  it('X17 young coins come back as young', async () => {
    const user = await world.user();
    await post(world.db, move({ kind: 'issuance' }, available(user), 100, { kind: 'purchase' }));
    const young = async () => {
      const wallet = (await readWallets(world.db, [user.id])).get(user.id);
      return wallet && (await listYoungCoins(world.db, wallet)).map(({ amount }) => amount);
    };
    const { id } = await world.create({ entry_bid_points: 40 });
    await world.enter(id, user);
    expect(await young()).toEqual([60]);
    await correct(id);
    await leave(id, user);
    expect(await young()).toEqual([100]);
    expect(await world.audit()).toEqual([]);
  });
});

describe('A14 races on two servers', () => {
  const ROUNDS = 6;

  it('leaving against the first bid: a bidder is in, a player who left is not, and coins are held once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, users } = await entered(3, 30);
      await correct(id);
      const [left, , bidder] = users as [TestUser, TestUser, TestUser];
      const outcomes = await Promise.allSettled([
        leave(id, left, { deps: other.deps }),
        world.bid(id, bidder),
        other.bidding.bid(id, left),
      ]);
      const auction = await findAuction(world.db, id);
      const hasLeft = outcomes[0].status === 'fulfilled';
      expect(await entries(id)).toBe(hasLeft ? 2 : 3);
      if (hasLeft) expect(await world.wallet(left)).toEqual({ available: 30, held: 0, bonus: 0 });
      expect(auction?.leaderId === left.id && hasLeft).toBe(false);
    }
    expect(await world.audit()).toEqual([]);
  });

  it('leaving twice, entering again, correcting and cancelling: each coin comes back once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, users } = await entered(4, 10);
      await correct(id);
      const [ada, ben, cy] = users as [TestUser, TestUser, TestUser];
      await Promise.allSettled([
        leave(id, ada),
        leave(id, ada, { deps: other.deps }),
        leave(id, ben, { key: 'same' }),
        leave(id, ben, { deps: other.deps, key: 'same' }),
        leave(id, cy, { deps: other.deps }),
        world.enter(id, cy),
        correct(id, other.deps),
        cancelSubject(world.deps, auctionKind, { id, operatorId, reason: 'Damaged' }),
      ]);
      await cancelSubject(other.deps, auctionKind, { id, operatorId, reason: 'Damaged' });
      for (const user of users)
        expect(await world.wallet(user)).toEqual({ available: 10, held: 0, bonus: 0 });
    }
    expect(await world.audit()).toEqual([]);
  });

  it('correcting against the first bid: one of both is first, and no words change after a bid', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, users } = await entered(1, 30);
      const [corrected, bid] = await Promise.allSettled([correct(id, other.deps), world.bid(id, users[0])]);
      expect(bid.status).toBe('fulfilled');
      const [change] = await world.query<{ at: Date }>(
        'SELECT at FROM subject_changes WHERE subject_id = $1',
        [id],
      );
      expect(change !== undefined).toBe(corrected.status === 'fulfilled');
      const [first] = await world.query<{ at: Date }>('SELECT at FROM bids WHERE auction_id = $1', [id]);
      if (change && first) expect(change.at.getTime()).toBeLessThanOrEqual(first.at.getTime());
    }
  });
});
