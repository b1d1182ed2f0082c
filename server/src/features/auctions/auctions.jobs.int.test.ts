import type { TestUser } from '@copup/testkit/builders.ts';
import { testRedis } from '@copup/testkit/databases.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AuctionWorld, openAuctionWorld } from '../../../test/auction-world.ts';
import { systemClock } from '../../clock.ts';
import { createJobs } from '../../jobs/create-jobs.ts';
import type { Jobs, RunJob } from '../../jobs/jobs.ts';
import { scheduleSubject } from '../../subjects/schedule.ts';
import { auctionJobs } from './auctions.jobs.ts';
import { auctionKind, findAuction } from './auctions.subject.ts';

let world: AuctionWorld;
const running: Jobs[] = [];
beforeAll(async () => {
  world = await openAuctionWorld();
});
afterEach(() => Promise.all(running.splice(0).map((jobs) => jobs.close())));
afterAll(() => world?.close());

/** Starts one more worker of the same product, whose sweeps run more often. */
function worker(redis: { url: string; prefix: string }, { sweeps = true } = {}): Jobs {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const jobs = createJobs({ redisUrl: redis.url, prefix: redis.prefix, log, clock: systemClock });
  running.push(jobs);
  const defined = auctionJobs(world.server().deps);
  for (const [kind, run] of Object.entries(defined.scheduled ?? {})) jobs.defineScheduledJob(kind, run);
  for (const sweep of sweeps ? (defined.sweeps ?? []) : []) jobs.defineSweep({ ...sweep, everyMs: 50 });
  return jobs;
}

const hasStatus = (id: number, status: string) =>
  vi.waitUntil(async () => (await findAuction(world.db, id))?.status === status, {
    timeout: 10_000,
    interval: 20,
  });
const kindsOf = async (user: TestUser) => (await world.notices(user)).map(({ kind }) => kind);
const iso = (fromNowMs: number) => new Date(Date.now() + fromNowMs).toISOString();

describe('scheduled jobs and sweeps of auctions', () => {
  it('P1 A13 without Redis the sweeps start, close, refund and notify once, on two workers at once', async () => {
    const nowhere = { url: 'redis://127.0.0.1:1', prefix: 'nowhere' };
    await Promise.all([worker(nowhere).start(), worker(nowhere).start()]);
    const user = await world.user({ coins: 100 });
    // It starts within the lead time of the notice to those who watch it.
    const { id } = await world.create({ starts_at: iso(100), end_date: iso(200_000), reserve_points: 5 });
    const watcher = await world.user();
    await world.query('INSERT INTO auction_watches (user_id, auction_id) VALUES ($1, $2)', [watcher.id, id]);
    await world.enter(id, user);
    await hasStatus(id, 'active');
    await vi.waitUntil(async () => (await kindsOf(watcher)).length > 0);
    await world.bid(id, user);
    await world.passEnd(id);
    await hasStatus(id, 'unsold');
    expect(await world.wallet(user)).toEqual({ available: 100, held: 0, bonus: 0 });
    await vi.waitUntil(async () => (await kindsOf(user)).length > 0);
    expect([await kindsOf(user), await kindsOf(watcher)]).toEqual([['refunded'], ['ending']]);
  });

  it('A5, A8 scheduled jobs alone start, close and follow a moved end; duplicates change nothing', async () => {
    const redis = testRedis();
    const workers = [worker(redis, { sweeps: false }), worker(redis, { sweeps: false })] as const;
    for (const jobs of workers) await jobs.start();
    await vi.waitUntil(
      () => {
        workers[0].scheduleJob('auction-close', '1', new Date());
        return workers.some((jobs) => jobs.stats().scheduled.ran > 0);
      },
      { timeout: 10_000 },
    );
    const winner = await world.user({ coins: 100 });
    const auction = await world.create({ starts_at: iso(200) });
    await world.enter(auction.id, winner);
    for (const jobs of workers) scheduleSubject({ jobs }, auctionKind, auction);
    await hasStatus(auction.id, 'active');
    await world.bid(auction.id, winner);
    await world.query(`UPDATE auctions SET end_date = clock_timestamp() + interval '500 ms' WHERE id = $1`, [
      auction.id,
    ]);
    // They find that the end lies ahead, as after a bid of the last seconds.
    for (const jobs of workers) jobs.scheduleJob('auction-close', String(auction.id), new Date());
    await hasStatus(auction.id, 'completed');
    expect(await world.query('SELECT user_id FROM cart_items WHERE auction_id = $1', [auction.id])).toEqual([
      { user_id: winner.id },
    ]);
    expect(await kindsOf(winner)).toEqual(['won']);
  });

  it('A8 a thousand scheduled jobs of one instant take a handful of transactions', async () => {
    const close = auctionJobs(world.server().deps).scheduled?.['auction-close'] as RunJob;
    const ids: number[] = [];
    for (let nth = 0; nth < 60; nth += 1) ids.push((await world.create({ entry_bid_points: 0 })).id);
    await world.passEnd(...ids);
    const before = await transactions();
    await Promise.all([...ids, ...ids].map((id) => close(String(id))));
    expect(
      await world.query(`SELECT 1 FROM auctions WHERE id = ANY($1) AND status <> 'unsold'`, [ids]),
    ).toEqual([]);
    expect((await transactions()) - before).toBeLessThan(5);
  });

  it('a job returns the next time when the end lies ahead, and none once all is settled', async () => {
    const rings = new Map(Object.entries(auctionJobs(world.deps).scheduled ?? {}));
    const auction = await world.create({ starts_at: iso(60_000), entry_bid_points: 0 });
    const id = String(auction.id);
    expect(await rings.get('auction-start')?.(id)).toEqual(auction.startsAt);
    expect(await rings.get('auction-close')?.(id)).toEqual(auction.endDate);
    await world.passEnd(auction.id);
    expect(await rings.get('auction-close')?.(id)).toBeUndefined();
    expect(await rings.get('auction-start')?.(id)).toBeUndefined();
    expect(await rings.get('auction-close')?.('999999')).toBeUndefined();
  });
});

/** Counts transactions: list versions rise once in each transaction that changes a status. */
async function transactions(): Promise<number> {
  const [row] = await world.query<{ version: number }>(
    `SELECT version FROM list_rooms WHERE room = 'auctions'`,
  );
  return row?.version ?? 0;
}
