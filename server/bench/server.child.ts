import { Session } from 'node:inspector/promises';
import type { TestUser } from '@copup/testkit/builders.ts';
import { serveCalls } from '@copup/testkit/child.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { z } from 'zod';
import { auctionKind } from '../src/features/auctions/auctions.subject.ts';
import type { AuctionRow } from '../src/features/auctions/auctions.tables.ts';
import { placeBid } from '../src/features/auctions/bid-command.ts';
import { defineBidLane } from '../src/features/auctions/bid-lane.ts';
import { auth } from '../src/plugins/auth.ts';
import { scheduleSubject } from '../src/subjects/schedule.ts';
import { listSubjects } from '../src/subjects/subject-rows.ts';
import { startBenchServer } from './bench-server.ts';
import { readUsage } from './usage.ts';

const providerEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name.startsWith('FLUTTERWAVE_')),
);

/** A whole server as in production. Without BENCH_LIMITS it has no limits: the clients send faster than users may. */
const { deps, port, createTokens, close } = await startBenchServer({
  env: {
    LOG_LEVEL: process.env.BENCH_LOG_LEVEL ?? 'error',
    PUSH_TEST_SERVICE: process.env.PUSH_TEST_SERVICE,
    ...providerEnv,
  },
  overrides: process.env.BENCH_LIMITS ? {} : { limitRules: noLimits },
  extend: async (app, deps) => {
    const schema = { response: { 200: z.object({ message: z.string() }) } };
    await app.register(
      async (scope) => {
        await scope.register(auth, deps);
        scope.post('/nothing', { schema }, async () => ({ message: 'Nothing was changed.' }));
      },
      { prefix: '/api/bench' },
    );
  },
});

const bids = defineBidLane(deps);
const inspector = new Session();
let timer: NodeJS.Timeout | undefined;
/** `atMs` is when the bid was decided, by the database's clock: epoch milliseconds of this same machine. */
let placed: { price: number; atMs: number }[] = [];
let failure: unknown;
let turn = 0;

async function bid(auctionId: number, bidder: TestUser): Promise<void> {
  const viewer = { userId: bidder.id, username: bidder.username, profile: null, realm: bidder.realm };
  const command = { viewer, key: undefined, maxBidPoints: undefined };
  const { price, serverTime } = await placeBid({ newId: deps.newId, bids }, auctionId, command, Date.now());
  placed.push({ price, atMs: Date.parse(serverTime) });
}

const calls = {
  port: () => port,
  createTokens: (userIds: readonly string[]) => createTokens(userIds),
  readUsage,
  startJobs: () => deps.jobs.start(),
  async scheduleJobs(auctionIds: readonly number[]) {
    for (const auction of await listSubjects<AuctionRow>(deps.db, auctionKind, auctionIds))
      scheduleSubject(deps, auctionKind, auction);
  },
  /** Bids in turn at random moments, as users do: a fixed interval could align with that of the rooms' throttle. */
  bidAtRate({
    auctionId,
    bidders,
    perSecond,
  }: {
    auctionId: number;
    bidders: TestUser[];
    perSecond: number;
  }) {
    clearTimeout(timer);
    const next = () => {
      timer = setTimeout(
        () => {
          next();
          turn += 1;
          bid(auctionId, bidders[turn % bidders.length] as TestUser).catch((error: unknown) => {
            failure = error;
          });
        },
        ((0.5 + Math.random()) * 1_000) / perSecond,
      );
    };
    next();
  },
  /** Returns the bids since the last call. */
  stopBids() {
    clearTimeout(timer);
    if (failure) throw failure;
    const all = placed;
    placed = [];
    return all;
  },
  async startProfile() {
    inspector.connect();
    await inspector.post('Profiler.enable');
    await inspector.post('Profiler.start');
  },
  stopProfile: async () => (await inspector.post('Profiler.stop')).profile,
};
export type ServerCalls = typeof calls;

serveCalls(calls, () => {
  clearTimeout(timer);
  return close();
});
