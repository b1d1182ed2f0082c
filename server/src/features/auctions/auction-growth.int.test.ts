import { isFull } from '@copup/testkit/is-full.ts';
import { withoutAudit } from '@copup/testkit/without-audit.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuctionWorld, openAuctionWorld } from '../../../test/auction-world.ts';
import { insertAuctions, insertBids, insertEntrants } from '../../../test/many-auctions.ts';
import {
  cheapestOf,
  describeCost,
  type ExecutedQuery,
  type QueryRecorder,
  recordQueries,
  sumBuffers,
} from '../../../test/query-cost.ts';
import { notifySettled } from '../../subjects/notify-settled.ts';
import { listAuctionsFor } from './auction-views.queries.ts';
import { auctionJobs } from './auctions.jobs.ts';
import { auctionsRoomKind } from './auctions.room.ts';
import { auctionKind } from './auctions.subject.ts';
import { notifyOutbid } from './notify-outbid.ts';

withoutAudit();

const OPEN = 8_000;

const of = (done: readonly ExecutedQuery[], part: string) => done.filter(({ text }) => text.includes(part));
const mostBuffers = (done: readonly ExecutedQuery[]) => Math.max(...done.map(({ buffers }) => buffers));

// With the generic plans of prepared statements, and in a full run with custom plans.
describe.each(isFull ? [false, true] : [true])('with %s generic plans', (genericPlans) => {
  let world: AuctionWorld;
  let queries: QueryRecorder;
  beforeAll(async () => {
    world = await openAuctionWorld({ genericPlans });
    queries = recordQueries(world.db);
    await insertAuctions(world, { open: OPEN, over: 3_000 });
  });
  afterAll(() => world?.close());

  it(`P3 each periodic sweep and scheduled job reads a few pages while ${OPEN} auctions are open`, async () => {
    const { scheduled = {}, sweeps = [] } = auctionJobs(world.deps);
    expect(sweeps.length).toBeGreaterThan(6);
    for (const { name, run, soonMs } of sweeps) {
      const runOnce = async () => {
        await run();
        await soonMs?.();
      };
      // The first run does what is due. The second finds index entries of old row versions and marks them; later ones
      // have nothing to do.
      await runOnce();
      await runOnce();
      const done = await cheapestOf(queries, runOnce);
      expect(done.length, name).toBeGreaterThan(0);
      expect(
        done.flatMap(({ sequentialScans }) => sequentialScans).filter((table) => table === 'auctions'),
        name,
      ).toEqual([]);
      expect(sumBuffers(done), `${name}\n${describeCost(done)}`).toBeLessThan(60);
    }
    for (const [name, run] of Object.entries(scheduled)) {
      const done = await cheapestOf(queries, () => Promise.all([run('1001'), run('1002'), run('1003')]));
      expect(sumBuffers(done), `${name}\n${describeCost(done)}`).toBeLessThan(60);
    }
  });

  it('A9 the room of the list reads its changes by an index, also when many have the same time', async () => {
    const { snapshot } = auctionsRoomKind(world.deps);
    const done = await queries.during(() => snapshot(['']));
    expect(sumBuffers(done)).toBeLessThan(60);
  });

  it.each([undefined, 'coupon'] as const)(
    'the list (category: %s) reads no more than it shows',
    async (category) => {
      const viewer = { userId: '00000000-0000-0000-0000-000000000000', realm: 0 };
      const done = await queries.during(async () => {
        const { rows } = await listAuctionsFor(world.db, viewer, { category, limit: 100 });
        expect(rows).toHaveLength(100);
      });
      expect(done.flatMap(({ sequentialScans }) => sequentialScans)).not.toContain('auctions');
      expect(sumBuffers(done)).toBeLessThan(1_200);
    },
  );

  it('A8 each page of the notices of a settled auction costs the same, the first and the last', async () => {
    const [{ id = 0 } = {}] = await world.query<{ id: number }>(
      `SELECT id FROM auctions WHERE status = 'unsold' LIMIT 1`,
    );
    await insertEntrants(world, id, 4_500);
    await world.query('UPDATE auctions SET told_at = NULL WHERE id = $1', [id]);
    const done = await queries.during(() => notifySettled(world.deps, auctionKind));
    const pages = of(done, 'FROM auction_entries');
    expect(pages).toHaveLength(10);
    expect(mostBuffers(pages)).toBeLessThan(600);
    const notices = await world.query(
      `SELECT count(*)::int AS n, count(DISTINCT user_id)::int AS users FROM notifications WHERE kind = 'refunded'`,
    );
    expect(notices).toEqual([{ n: 4_500, users: 4_500 }]);
  });

  it('W6 outbid notices of an auction with many bids are written page by page', async () => {
    const { id } = await world.create({ entry_bid_points: 0 });
    await insertEntrants(world, id, 2_000);
    await insertBids(world, id, 8_000);
    const done = await queries.during(() => notifyOutbid(world.deps));
    const pages = of(done, 'FROM bids');
    expect(pages).toHaveLength(4);
    expect(Math.max(...pages.map(({ rows }) => rows))).toBeLessThanOrEqual(2_000);
    expect(mostBuffers(pages)).toBeLessThan(8_000);
    const [notified] = await world.query<{ n: number }>(
      `SELECT count(DISTINCT user_id)::int AS n FROM notifications WHERE kind = 'outbid' AND subject_id = $1`,
      [String(id)],
    );
    expect(notified?.n).toBe(1_999);
  });
});
