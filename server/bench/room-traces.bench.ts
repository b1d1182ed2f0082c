import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { TestUser } from '@copup/testkit/builders.ts';
import { figure, median, printGoals, printTable } from '@copup/testkit/report.ts';
import { systemClock } from '../src/clock.ts';
import { defineBidLane } from '../src/features/auctions/bid-lane.ts';
import { placeBid } from '../src/features/auctions/place-bid.ts';
import { traceBids } from '../src/features/auctions/trace-bids.ts';
import { RoomTraces } from '../src/traces/room-traces.ts';
import { biddingDeps, createBidders, insertAuction } from '../test/bidding.ts';
import { openBenchDatabase } from './bench-database.ts';
import { readRounds, roundsOption } from './rounds.ts';
import { createAudience } from './sockets/audience.ts';
import { AT_ONCE, costOf, everyMs, ratiosOf, SETTLE_MS } from './sockets/paired-rounds.ts';
import { Side } from './sockets/side.ts';

/** Both ratios are close to 1; the bound allows for the noise of a shared machine. */
const AT_MOST = 1.05;
const DELIVERIES_PER_ROUND = 30_000;
const BIDDERS = 50;
const BIDS_OF_EACH = 10;

interface Costs {
  on: number[];
  off: number[];
}
type Way = keyof Costs;

/** `npm run bench -- room-traces`: what recording the rooms costs on the paths of a frame and of a bid, with it and without. */
export async function run(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: { sockets: { type: 'string', default: '1000' }, ...roundsOption },
  });
  const rounds = readRounds(values);
  const fanout = await measureFanout(Number(values.sockets), rounds);
  const bids = await measureBids(rounds);
  printTable(
    ['CPU µs', 'recorded', 'not recorded'],
    [
      ['of the server, a delivery', figure(median(fanout.on)), figure(median(fanout.off))],
      ['of Node.js, a bid', figure(median(bids.on)), figure(median(bids.off))],
    ],
  );
  console.log(`\nOne event: ${figure(costOfEvent())} µs.\n`);
  return printGoals([
    { what: 'a delivery, recorded against not', ratios: ratiosOf(fanout.on, fanout.off), atMost: AT_MOST },
    { what: 'a bid, recorded against not', ratios: ratiosOf(bids.on, bids.off), atMost: AT_MOST },
  ]);
}

async function measureFanout(sockets: number, rounds: number): Promise<Costs> {
  const audience = await createAudience(sockets);
  const updates = Math.max(5, Math.round(DELIVERIES_PER_ROUND / sockets));
  const sides: Partial<Record<Way, Side>> = {};
  try {
    for (const way of ['on', 'off'] as const) {
      // Servers pass updates of one room on to each other.
      const room = way === 'on' ? audience.room : audience.otherRoom;
      const side = await Side.start('ours', room, undefined, way === 'on');
      sides[way] = side;
      await side.open(audience.tokens, AT_ONCE);
    }
    await pause(SETTLE_MS);
    return await inTurns(rounds, async (way) => {
      const side = sides[way] as Side;
      return costOf(await side.broadcast(updates, everyMs(sockets)));
    });
  } finally {
    await Promise.all(Object.values(sides).map((side) => side.close()));
    await audience.drop();
  }
}

async function measureBids(rounds: number): Promise<Costs> {
  const bench = await openBenchDatabase();
  try {
    const { db } = bench;
    const { deps, bid } = biddingDeps(db);
    const traces = new RoomTraces({ nowMs: () => systemClock.monotonicMs(), minutes: () => 15 });
    const bids = traceBids({ traces, clock: systemClock }, defineBidLane(deps));
    const recorded = (auctionId: number, { id, username, realm }: TestUser) => {
      const viewer = { userId: id, username, profile: null, realm };
      const command = { viewer, key: undefined, maxBidPoints: undefined };
      return placeBid({ newId: deps.newId, bids }, auctionId, command, Date.now());
    };
    const ways = { on: recorded, off: bid };
    const auctions: Record<Way, number> = { on: await insertAuction(db), off: await insertAuction(db) };
    const bidders: Record<Way, TestUser[]> = {
      on: await createBidders(db, auctions.on, BIDDERS),
      off: await createBidders(db, auctions.off, BIDDERS),
    };
    return await inTurns(rounds, async (way) => {
      const before = process.cpuUsage();
      let accepted = 0;
      for (let nth = 0; nth < BIDS_OF_EACH; nth += 1) {
        const placed = bidders[way].map((user) => ways[way](auctions[way], user));
        // A busy server refuses some: each refusal is cheap and not counted.
        const ended = await Promise.allSettled(placed);
        accepted += ended.filter(({ status }) => status === 'fulfilled').length;
      }
      const { user, system } = process.cpuUsage(before);
      return (user + system) / accepted;
    });
  } finally {
    await bench.drop();
  }
}

/** Measures both ways in each round, each of them first in every other; the round before is warm-up. */
async function inTurns(rounds: number, measure: (way: Way) => Promise<number>): Promise<Costs> {
  const costs: Costs = { on: [], off: [] };
  for (let round = -1; round < rounds; round += 1) {
    const order: Way[] = round % 2 === 0 ? ['on', 'off'] : ['off', 'on'];
    for (const way of order) {
      const cost = await measure(way);
      if (round >= 0) costs[way].push(cost);
    }
  }
  return costs;
}

/** Microseconds of recording one event, in a thousand rooms. */
function costOfEvent(): number {
  const traces = new RoomTraces({ nowMs: () => performance.now(), minutes: () => 15 });
  const rooms = Array.from({ length: 1_000 }, (_, nth) => `auction:${nth}`);
  const events = 2_000_000;
  const startMs = performance.now();
  for (let nth = 0; nth < events; nth += 1)
    traces.emitted(rooms[nth % rooms.length] ?? '', false, nth, 262, 40, 3);
  return ((performance.now() - startMs) * 1_000) / events;
}
