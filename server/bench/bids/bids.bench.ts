import type { TestUser } from '@copup/testkit/builders.ts';
import { type Goal, printGoals } from '@copup/testkit/report.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { isConnectionLoss, sqlState } from '../../src/db/pg-errors.ts';
import { Refusal } from '../../src/errors.ts';
import { biddingDeps, createBidders, insertAuction } from '../../test/bidding.ts';
import { type BenchDatabase, POOL_SIZE, withBenchDatabase } from '../bench-database.ts';
import { closedLoop, closedLoopColumns, type Measured } from '../closed-loop.ts';
import { recordFigures } from '../figures.ts';
import { measureRounds, printMedians, ratiosOf, readOptions } from '../rounds.ts';
import { againstHotRow } from './hot-row.ts';
import { oneCallPerBid } from './one-call.ts';
import { oneTransactionPerBid } from './one-transaction.ts';

const LOCK_NOT_AVAILABLE = '55P03';
const QUERY_CANCELED = '57014';

type Bid = (auctionId: number, user: TestUser, key: string) => Promise<boolean>;

/** Fewer concurrent transactions wait less for each other's locks: all of them update the same row. */
const FEW_CONNECTIONS = 2;
const designs = [
  'lane',
  'lane, price guard',
  'one call per bid',
  `one transaction per bid, pool of ${POOL_SIZE}`,
  `one transaction per bid, pool of ${FEW_CONNECTIONS}`,
] as const;
type Design = (typeof designs)[number];

/** For each number of bidders: how long each design runs in a round. */
const plan = [
  { bidders: 200, durationMs: 1_500 },
  { bidders: 20, durationMs: 1_500 },
  { bidders: 2, durationMs: 1_000 },
];
/** The number of bidders of the figure for `npm run capacity`. */
const HOT_BIDDERS = 200;
const HOT_ROW_MS = 2_000;

/**
 * Compares bids on one hot auction: the lane against the designs it replaces, with equal duties and the same pool.
 * `--only` runs `designs` or `hot-row`; `--bidders` picks rows of the plan.
 */
export async function run(args: readonly string[]): Promise<boolean> {
  const everyNumber = plan.map(({ bidders }) => bidders).join(',');
  const options = readOptions(args, { only: 'designs,hot-row', bidders: everyNumber });
  const { rounds, only } = options;
  const requested = options.bidders.split(',').map(Number);
  return withBenchDatabase(async (bench) => {
    const few = openDatabase({ url: bench.url, poolSize: FEW_CONNECTIONS });
    try {
      console.log(`Bids on one auction, closed loop, ${POOL_SIZE} connections, durable PostgreSQL.\n`);
      const bids = await prepare(bench, few);
      const goals: Goal[] = [];
      for (const { bidders, durationMs } of only.includes('designs') ? plan : []) {
        if (!requested.includes(bidders)) continue;
        const sides = designs.map((design) => [
          design,
          () => measure(bench, bids[design], bidders, durationMs),
        ]);
        const results = await measureRounds<Design, Measured>(rounds, Object.fromEntries(sides));
        printMedians(`${bidders} bidders`, closedLoopColumns, results);
        if (bidders === HOT_BIDDERS)
          recordFigures('bids', rounds, {
            hotAuctionBidsPerS: {
              unit: 'bids/s',
              values: results.lane.map(({ acceptedPerS }) => acceptedPerS),
            },
          });
        goals.push(...goalsOf(bidders, results));
      }
      if (only.includes('hot-row')) {
        const measureLane = () => measure(bench, bids.lane, HOT_BIDDERS, HOT_ROW_MS);
        goals.push(...(await againstHotRow(bench, measureLane, { rounds, durationMs: HOT_ROW_MS })));
      }
      return printGoals(goals);
    } finally {
      await few.close();
    }
  });
}

async function prepare(bench: BenchDatabase, few: Database): Promise<Record<Design, Bid>> {
  const { db } = bench;
  const { bid } = biddingDeps(db);
  /** The price that a client in the room would see. */
  const seenPrice = new Map<number, number>();
  const judged = (promise: Promise<unknown>) => promise.then((answer) => answer !== false, acceptRefusals);
  const oneCall = await oneCallPerBid(bench);
  const [oneOfMany, oneOfFew] = [oneTransactionPerBid(db), oneTransactionPerBid(few)];
  return {
    lane: (auctionId, user, key) => judged(bid(auctionId, user, { key })),
    'lane, price guard': (auctionId, user, key) =>
      judged(
        bid(auctionId, user, { key, maxBidPoints: (seenPrice.get(auctionId) ?? 0) + 1 }).then(
          ({ price }) => seenPrice.set(auctionId, Math.max(price, seenPrice.get(auctionId) ?? 0)),
          (refusal: Refusal) => {
            if (refusal.code === 'PRICE_MOVED')
              seenPrice.set(auctionId, Number(refusal.details?.currentBidAmount));
            throw refusal;
          },
        ),
      ),
    'one call per bid': (...bidding) => judged(oneCall(...bidding)),
    [`one transaction per bid, pool of ${POOL_SIZE}`]: (...bidding) => judged(oneOfMany(...bidding)),
    [`one transaction per bid, pool of ${FEW_CONNECTIONS}`]: (...bidding) => judged(oneOfFew(...bidding)),
  };
}

/** Accepts a refusal by the rules or because of overload, which must not end the bench. */
function acceptRefusals(error: unknown): false {
  if (error instanceof Refusal && ['ALREADY_LEADING', 'PRICE_MOVED'].includes(error.code)) return false;
  const isOverload = error instanceof Refusal ? error.statusCode === 503 : isConnectionLoss(error);
  if (isOverload || sqlState(error) === LOCK_NOT_AVAILABLE || sqlState(error) === QUERY_CANCELED)
    return false;
  throw error;
}

let keys = 0;

async function measure(
  bench: BenchDatabase,
  bid: Bid,
  bidders: number,
  durationMs: number,
): Promise<Measured> {
  const auctionId = await insertAuction(bench.db);
  const users = await createBidders(bench.db, auctionId, bidders, 1_000_000_000);
  return closedLoop({
    clients: bidders,
    durationMs,
    postgresCpuUs: bench.cpuUs,
    run: (bidder) => {
      keys += 1;
      return bid(auctionId, users[bidder] as TestUser, `key-${keys}`);
    },
  });
}

function goalsOf(bidders: number, results: Record<Design, Measured[]>): Goal[] {
  /** Compares the lane with the best of the others in the same round. */
  const against = (...others: Design[]) =>
    ratiosOf(
      results.lane,
      others.map((other) => results[other]),
      ({ acceptedPerS }) => acceptedPerS,
    );
  const eitherPool = against(designs[3], designs[4]);
  const oneCall = against('one call per bid');
  const transaction = 'lane : one transaction per bid, the better pool';
  const call = 'lane : one PL/pgSQL call per bid';
  if (bidders === HOT_BIDDERS)
    return [
      { what: transaction, ratios: eitherPool, atLeast: 40, wish: 80 },
      { what: call, ratios: oneCall, atLeast: 10 },
    ];
  if (bidders !== 2) return [];
  return [
    { what: `${transaction}, 2 bidders`, ratios: eitherPool, atLeast: 1 },
    { what: `${call}, 2 bidders`, ratios: oneCall, atLeast: 1.1 },
  ];
}
