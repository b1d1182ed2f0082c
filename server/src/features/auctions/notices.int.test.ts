import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuctionWorld, openAuctionWorld } from '../../../test/auction-world.ts';
import { join } from '../../../test/bidding.ts';
import { createUsers } from '../../../test/builders.ts';
import { cancelAuction } from './cancel-auction.ts';
import { closeOverdue } from './due-auctions.ts';
import { tellOutbid } from './tell-outbid.ts';
import { tellSettled } from './tell-settled.ts';

let world: AuctionWorld;
beforeAll(async () => {
  world = await openAuctionWorld();
});
afterAll(() => world?.close());

const everywhere = async (tell: (deps: AuctionWorld['deps']) => Promise<void>) => {
  await Promise.all([tell(world.deps), tell(world.server().deps), tell(world.server().deps)]);
};

describe('notices', () => {
  it('A8 everybody who joined and did not win is told once, by any number of servers', async () => {
    const [winner, loser] = [await world.user({ coins: 100 }), await world.user({ coins: 100 })];
    const { id } = await world.create();
    for (const user of [winner, loser]) await world.enter(id, user);
    await world.bid(id, winner);
    await world.passEnd(id);
    await closeOverdue(world.deps);
    await everywhere(tellSettled);
    await tellSettled(world.deps);
    expect((await world.notices(winner)).map(({ kind }) => kind)).toEqual(['won']);
    expect(await world.notices(loser)).toMatchObject([
      { kind: 'lost', subject_id: String(id), details: { name: 'Radio' } },
    ]);
  });

  it('A8 a cancelled one tells its reason and what came back, to more than one transaction holds', async () => {
    const { id } = await world.create({ entry_bid_points: 0 });
    const users = await createUsers(world.db, 1_100);
    await join(world.db, id, users);
    await cancelAuction(world.deps, { auctionId: id, operatorId: null, reason: 'Damaged' });
    await everywhere(tellSettled);
    const told = await world.query<{ n: number; unread: number }>(
      `SELECT count(*)::int AS n, (SELECT sum(unread)::int FROM inboxes WHERE user_id = ANY($2)) AS unread
        FROM notifications WHERE kind = 'refunded' AND subject_id = $1 AND details->>'reason' = 'Damaged'`,
      [String(id), users.map((user) => user.id)],
    );
    expect(told).toEqual([{ n: 1_100, unread: 1_100 }]);
    expect(
      await world.query('SELECT 1 FROM auctions WHERE id = $1 AND told_at IS NOT NULL', [id]),
    ).toHaveLength(1);
  });

  it('W6 the outbid are told once until they read it, at most each 5 s, and never the leader', async () => {
    const [first, second] = [await world.user({ coins: 100 }), await world.user({ coins: 100 })];
    const { id } = await world.create({ entry_bid_points: 0 });
    for (const user of [first, second]) await world.enter(id, user);
    const told = async () => [(await world.notices(first)).length, (await world.notices(second)).length];
    const fiveSecondsLater = () =>
      world.query(`UPDATE auctions SET noticed_at = noticed_at - interval '5 seconds' WHERE id = $1`, [id]);
    await world.bid(id, first);
    await everywhere(tellOutbid);
    expect(await told()).toEqual([0, 0]);
    await fiveSecondsLater();
    await world.bid(id, second);
    await everywhere(tellOutbid);
    expect(await told()).toEqual([1, 0]);
    await world.bid(id, first);
    await tellOutbid(world.deps);
    expect(await told()).toEqual([1, 0]);
    await fiveSecondsLater();
    await tellOutbid(world.deps);
    expect(await told()).toEqual([1, 1]);
    await world.bid(id, second);
    await fiveSecondsLater();
    await tellOutbid(world.deps);
    expect(await told()).toEqual([1, 1]);
    await world.query('UPDATE notifications SET read_at = now() WHERE user_id = $1', [first.id]);
    await world.bid(id, first);
    await world.bid(id, second);
    await fiveSecondsLater();
    await everywhere(tellOutbid);
    expect(await told()).toEqual([2, 1]);
    expect(await world.query('SELECT noticed_seq FROM auctions WHERE id = $1', [id])).toEqual([
      { noticed_seq: 6 },
    ]);
  });
});
