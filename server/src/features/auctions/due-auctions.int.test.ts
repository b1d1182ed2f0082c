import type { TestUser } from '@copup/testkit/builders.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuctionWorld, openAuctionWorld } from '../../../test/auction-world.ts';
import { closeHeld, closeOverdue, startOverdue } from '../../subjects/due-subjects.ts';
import { auctionKind, findAuction } from './auctions.subject.ts';

const start = auctionKind.starts[0] as (typeof auctionKind.starts)[number];

let world: AuctionWorld;
beforeAll(async () => {
  world = await openAuctionWorld();
});
afterAll(() => world?.close());

/** Holds a lock in another session until the work is done. */
async function whileLocked<Result>(lock: string, work: () => Promise<Result>): Promise<Result> {
  const other = new pg.Client({ connectionString: world.ownerUrl });
  await other.connect();
  try {
    await other.query('BEGIN');
    await other.query(lock);
    return await work();
  } finally {
    await other.end();
  }
}

async function dueAuctions(count: number, bidder?: TestUser): Promise<number[]> {
  const ids: number[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const { id } = await world.create({ entry_bid_points: 0 });
    if (bidder) {
      await world.enter(id, bidder);
      await world.bid(id, bidder);
    }
    ids.push(id);
  }
  await world.passEnd(...ids);
  return ids;
}

async function statuses(ids: readonly number[]): Promise<(string | undefined)[]> {
  return Promise.all(ids.map(async (id) => (await findAuction(world.db, id))?.status));
}

const player = () => world.user({ coins: 100 });

describe('A8 rows locked by another session do not delay other auctions', () => {
  it.each([
    ['row', (id: number) => `SELECT 1 FROM auctions WHERE id = ${id} FOR NO KEY UPDATE`],
    ['gate, by a user who is joining', (id: number) => `SELECT pg_advisory_xact_lock_shared(7301010, ${id})`],
  ])(
    'a locked %s: the other auctions of its batch close in the same run, and it closes in the next',
    async (_, lock) => {
      const ids = await dueAuctions(3);
      await whileLocked(lock(ids[1] as number), () => closeOverdue(world.deps, auctionKind));
      expect(await statuses(ids)).toEqual(['unsold', 'active', 'unsold']);
      await closeOverdue(world.deps, auctionKind);
      expect((await statuses(ids))[1]).toBe('unsold');
    },
  );

  it.each([
    ['wallet', (user: TestUser) => `SELECT 1 FROM wallets WHERE user_id = '${user.id}' FOR NO KEY UPDATE`],
    ['hold', (user: TestUser) => `SELECT 1 FROM holds WHERE user_id = '${user.id}' FOR NO KEY UPDATE`],
    ['inbox', (user: TestUser) => `SELECT 1 FROM inboxes WHERE user_id = '${user.id}' FOR NO KEY UPDATE`],
  ])("a locked %s: only its owner's auction waits", async (_, lock) => {
    const [locked, free] = [await player(), await player()];
    const ids = [...(await dueAuctions(1, locked)), ...(await dueAuctions(2, free))];
    await whileLocked(lock(locked), () => closeOverdue(world.deps, auctionKind));
    expect(await statuses(ids)).toEqual(['active', 'completed', 'completed']);
    await closeOverdue(world.deps, auctionKind);
    expect((await statuses(ids))[0]).toBe('completed');
  });

  it('the whole ledger locked: auctions without a bid close', async () => {
    const ids = [...(await dueAuctions(1, await player())), ...(await dueAuctions(1))];
    await whileLocked('LOCK TABLE postings, transfers, wallets, holds', () =>
      closeOverdue(world.deps, auctionKind),
    );
    expect(await statuses(ids)).toEqual(['active', 'unsold']);
    await closeOverdue(world.deps, auctionKind);
    expect((await statuses(ids))[0]).toBe('completed');
  });

  it('a locked row: the others start', async () => {
    const ids: number[] = [];
    for (let nth = 0; nth < 3; nth += 1)
      ids.push((await world.create({ starts_at: new Date(Date.now() + 60_000).toISOString() })).id);
    await world.query(`UPDATE auctions SET starts_at = now() - interval '1 second' WHERE id = ANY($1)`, [
      ids,
    ]);
    await whileLocked(`SELECT 1 FROM auctions WHERE id = ${ids[0]} FOR NO KEY UPDATE`, () =>
      startOverdue(world.deps, auctionKind, start),
    );
    expect(await statuses(ids)).toEqual(['pending', 'active', 'active']);
  });
});

describe('A8 an auction that batches always find locked does not starve', () => {
  it('a lane that holds the row past its end closes it', async () => {
    const [bidder, late] = [await player(), await player()];
    const [id = 0] = await dueAuctions(1, bidder);
    await expect(world.bid(id, late)).rejects.toMatchObject({ code: 'AUCTION_ENDED' });
    expect(await statuses([id])).toEqual(['completed']);
    expect(await world.query('SELECT user_id FROM cart_items WHERE auction_id = $1', [id])).toEqual([
      { user_id: bidder.id },
    ]);
  });

  it('an auction that was skipped for a second is closed by waiting for its lock', async () => {
    const [id = 0] = await dueAuctions(1, await player());
    const closing = await whileLocked(
      `SELECT 1 FROM auctions WHERE id = ${id} FOR NO KEY UPDATE`,
      async () => {
        const held = closeHeld(world.deps, auctionKind);
        await world.untilBlocked();
        return { held };
      },
    );
    await closing.held;
    expect(await statuses([id])).toEqual(['completed']);
  });
});
