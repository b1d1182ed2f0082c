import { withoutAudit } from '@copup/testkit/without-audit.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuctionWorld, openAuctionWorld } from '../../../test/auction-world.ts';
import { faultyDatabase } from '../../../test/faulty-database.ts';
import { insertBids, insertEntrants } from '../../../test/many-auctions.ts';
import type { Database } from '../../db/database.ts';
import { cancelSubject } from '../../subjects/cancel-subject.ts';
import { closeOverdue } from '../../subjects/due-subjects.ts';
import { notifySettled } from '../../subjects/notify-settled.ts';
import { auctionKind } from './auctions.subject.ts';
import { notifyOutbid } from './notify-outbid.ts';

withoutAudit();

let world: AuctionWorld;
beforeAll(async () => {
  world = await openAuctionWorld();
});
afterAll(() => world?.close());

const everywhere = async (notify: (deps: AuctionWorld['deps']) => Promise<void>) => {
  await Promise.all([notify(world.deps), notify(world.server().deps), notify(world.server().deps)]);
};
const notifyAll = (deps: AuctionWorld['deps']) => notifySettled(deps, auctionKind);

/** An auction of free entry with two players, who have bid in turn. */
async function contested() {
  const [first, second] = [await world.user({ coins: 100 }), await world.user({ coins: 100 })];
  const { id } = await world.create({ entry_bid_points: 0 });
  for (const user of [first, second]) {
    await world.enter(id, user);
    await world.bid(id, user);
  }
  return { id, first, second };
}

describe('notices', () => {
  it('A8 every user who joined and did not win is notified once, by any number of servers', async () => {
    const [winner, loser] = [await world.user({ coins: 100 }), await world.user({ coins: 100 })];
    const { id } = await world.create();
    for (const user of [winner, loser]) await world.enter(id, user);
    await world.bid(id, winner);
    await world.passEnd(id);
    await closeOverdue(world.deps, auctionKind);
    await everywhere(notifyAll);
    await notifySettled(world.deps, auctionKind);
    expect((await world.notices(winner)).map(({ kind }) => kind)).toEqual(['won']);
    expect(await world.notices(loser)).toMatchObject([
      { kind: 'lost', subject_id: String(id), details: { name: 'Radio' } },
    ]);
  });

  it('A8 notices of settled auctions wait while many auctions are due, but not for those that cannot be closed', async () => {
    const loser = await world.user({ coins: 100 });
    const { id } = await world.create({ minimum_entries: 2 });
    await world.enter(id, loser);
    await cancelSubject(world.deps, auctionKind, { id, operatorId: null, reason: 'Damaged' });
    const due: number[] = [];
    for (let count = 0; count < 20; count += 1) due.push((await world.create()).id);
    const endAgo = (seconds: number) =>
      world.query(
        `UPDATE auctions SET starts_at = now() - interval '1 hour', end_date = now() - $2 * interval '1 second' WHERE id = ANY($1)`,
        [due, seconds],
      );
    await endAgo(0);
    await notifySettled(world.deps, auctionKind);
    expect(await world.notices(loser)).toEqual([]);
    await endAgo(6);
    await notifySettled(world.deps, auctionKind);
    expect(await world.notices(loser)).toMatchObject([{ kind: 'refunded' }]);
    await closeOverdue(world.deps, auctionKind);
  });

  it('W6 outbid users are notified once until they read it, at most every 5 s, and the leader never', async () => {
    const [first, second] = [await world.user({ coins: 100 }), await world.user({ coins: 100 })];
    const { id } = await world.create({ entry_bid_points: 0 });
    for (const user of [first, second]) await world.enter(id, user);
    const notified = async () => [(await world.notices(first)).length, (await world.notices(second)).length];
    const fiveSecondsLater = () =>
      world.query(
        `UPDATE auctions SET noticed_at = noticed_at - interval '5 seconds', outbid_due_at = outbid_due_at - interval '5 seconds' WHERE id = $1`,
        [id],
      );
    await world.bid(id, first);
    await everywhere(notifyOutbid);
    expect(await notified()).toEqual([0, 0]);
    await fiveSecondsLater();
    await world.bid(id, second);
    await everywhere(notifyOutbid);
    expect(await notified()).toEqual([1, 0]);
    await world.bid(id, first);
    await notifyOutbid(world.deps);
    expect(await notified()).toEqual([1, 0]);
    await fiveSecondsLater();
    await notifyOutbid(world.deps);
    expect(await notified()).toEqual([1, 1]);
    await world.bid(id, second);
    await fiveSecondsLater();
    await notifyOutbid(world.deps);
    expect(await notified()).toEqual([1, 1]);
    await world.query('UPDATE notifications SET read_at = now() WHERE user_id = $1', [first.id]);
    await world.bid(id, first);
    await world.bid(id, second);
    await fiveSecondsLater();
    await everywhere(notifyOutbid);
    expect(await notified()).toEqual([2, 1]);
    expect(await world.query('SELECT noticed_seq FROM auctions WHERE id = $1', [id])).toEqual([
      { noticed_seq: 6 },
    ]);
  });

  it('W6 bids continue while outbid notices wait for an inbox', async () => {
    const { id, first } = await contested();
    const other = new pg.Client({ connectionString: world.ownerUrl });
    await other.connect();
    await other.query('BEGIN');
    await other.query('SELECT 1 FROM inboxes WHERE user_id = $1 FOR NO KEY UPDATE', [first.id]);
    const notified = notifyOutbid(world.deps);
    await world.untilBlocked();
    expect(
      await world.query(`SELECT 1 FROM auctions WHERE id = ${id} FOR NO KEY UPDATE NOWAIT`),
    ).toHaveLength(1);
    await other.query('COMMIT');
    await other.end();
    await notified;
    expect((await world.notices(first)).map(({ kind }) => kind)).toEqual(['outbid']);
  });

  it('W6 a user who leads again when the notices are written gets none', async () => {
    const { id, first, second } = await contested();
    const db = afterQuery(world.db, 'auction-bidders-unnotified', () => world.bid(id, first));
    await notifyOutbid({ ...world.deps, db });
    expect(await world.notices(first)).toEqual([]);
    expect(await world.notices(second)).toMatchObject([{ kind: 'outbid' }]);
    // The bid placed meanwhile is where the next run starts.
    expect(
      await world.query('SELECT 1 FROM auctions WHERE id = $1 AND outbid_due_at > noticed_at', [id]),
    ).toHaveLength(1);
  });

  it('W6 a crash between two chunks: after a while another server continues, and each user is notified once', async () => {
    const { id } = await world.create({ entry_bid_points: 0 });
    await insertEntrants(world, id, 2_200);
    await insertBids(world, id, 4_400);
    const faulty = faultyDatabase(world.db);
    // Pages of 2,000 bids are four chunks each: the crash is in the second page.
    faulty.fault = (_nth, statement) =>
      statement === 'notices-write' &&
      faulty.statements.filter((each) => each === 'notices-write').length === 5
        ? 'cut-before'
        : undefined;
    await expect(notifyOutbid({ ...world.deps, db: faulty })).rejects.toBeDefined();
    const count = async () =>
      world.query<{ n: number; users: number; unread: number }>(
        `SELECT count(*)::int AS n, count(DISTINCT user_id)::int AS users,
           (SELECT sum(unread)::int FROM inboxes JOIN auction_entries USING (user_id) WHERE auction_id = $1::int) AS unread
         FROM notifications WHERE kind = 'outbid' AND subject_id = $1::text`,
        [String(id)],
      );
    expect(await count()).toEqual([{ n: 2_000, users: 2_000, unread: 2_000 }]);
    await everywhere(notifyOutbid);
    expect(await count()).toEqual([{ n: 2_000, users: 2_000, unread: 2_000 }]);
    await world.query(`UPDATE auctions SET outbid_due_at = now() - interval '1 second' WHERE id = $1`, [id]);
    await everywhere(notifyOutbid);
    expect(await count()).toEqual([{ n: 2_199, users: 2_199, unread: 2_199 }]);
  });

  it('W6 an auction that fails does not delay the others', async () => {
    const [broken, fine] = [
      await world.create({ entry_bid_points: 0 }),
      await world.create({ entry_bid_points: 0 }),
    ];
    for (const { id } of [broken, fine]) {
      await insertEntrants(world, id, 2);
      await insertBids(world, id, 2);
    }
    const faulty = faultyDatabase(world.db);
    faulty.fault = (_nth, statement) =>
      statement === 'notices-write' &&
      faulty.statements.filter((each) => each === 'notices-write').length === 1
        ? { sqlState: 'XX000' }
        : undefined;
    await expect(notifyOutbid({ ...world.deps, db: faulty })).rejects.toThrow('injected');
    const notified = await world.query(
      `SELECT 1 FROM notifications WHERE kind = 'outbid' AND subject_id = ANY($1)`,
      [[String(broken.id), String(fine.id)]],
    );
    expect(notified).toHaveLength(1);
  });

  it('A8 a crash between two pages of the notices of a cancelled auction: each entrant is told the reason once', async () => {
    const { id } = await world.create({ entry_bid_points: 0 });
    await insertEntrants(world, id, 1_300);
    await cancelSubject(world.deps, auctionKind, { id, operatorId: null, reason: 'Damaged' });
    const faulty = faultyDatabase(world.db);
    faulty.fault = (_nth, statement) =>
      statement === 'COMMIT' && faulty.statements.filter((each) => each === 'COMMIT').length === 2
        ? 'cut-before'
        : undefined;
    await expect(notifySettled({ ...world.deps, db: faulty }, auctionKind)).rejects.toBeDefined();
    const count = () =>
      world.query(
        `SELECT count(*)::int AS n, count(DISTINCT user_id)::int AS users,
           (SELECT sum(unread)::int FROM inboxes JOIN auction_entries USING (user_id) WHERE auction_id = $1::int) AS unread
         FROM notifications WHERE kind = 'refunded' AND subject_id = $1::text AND details->>'reason' = 'Damaged'`,
        [String(id)],
      );
    expect(await count()).toEqual([{ n: 500, users: 500, unread: 500 }]);
    await everywhere(notifyAll);
    await notifySettled(world.deps, auctionKind);
    expect(await count()).toEqual([{ n: 1_300, users: 1_300, unread: 1_300 }]);
    expect(
      await world.query('SELECT 1 FROM auctions WHERE settled_at IS NOT NULL AND told_at IS NULL'),
    ).toEqual([]);
  });
});

/** Wraps the database so that something happens right after the first read of this name. */
function afterQuery(db: Database, name: string, happens: () => Promise<unknown>): Database {
  let isFirst = true;
  const query = async (config: { name?: string }) => {
    const result = await db.pool.query(config as never);
    if (config.name === name && isFirst) {
      isFirst = false;
      await happens();
    }
    return result;
  };
  return Object.assign(Object.create(db), { pool: Object.create(db.pool, { query: { value: query } }) });
}
