import { parseArgs } from 'node:util';
import type { TestUser } from '@copup/testkit/builders.ts';
import { figure, type Goal, median, printGoals, printTable } from '@copup/testkit/report.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { isConnectionLoss, sqlState } from '../../src/db/pg-errors.ts';
import { Refusal } from '../../src/errors.ts';
import { biddingDeps, createBidders, insertAuction } from '../../test/bidding.ts';
import { type BenchDatabase, openBenchDatabase, POOL_SIZE } from '../bench-database.ts';
import { recordFigures } from '../figures.ts';
import { readRounds, roundsOption } from '../rounds.ts';
import { closedLoop, type Measured } from './closed-loop.ts';
import { againstHotRow } from './hot-row.ts';
import { measureHttp } from './http.ts';
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
const HTTP = { bidders: 200, durationMs: 1_500 };

/** `--only` runs one of them; `--bidders` picks rows of the plan; `--json` prints every figure at the end. */
type Part = 'designs' | 'hot-row' | 'http';

/** Compares bids on one hot auction: the lane against the designs it replaces, with equal duties and the same pool. */
export async function run(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...roundsOption,
      json: { type: 'boolean' },
      only: { type: 'string' },
      bidders: { type: 'string', default: plan.map(({ bidders }) => bidders).join(',') },
    },
  });
  const rounds = readRounds(values);
  const requested = values.bidders.split(',').map(Number);
  const isRequested = (part: Part) => values.only === undefined || values.only === part;
  const bench = await openBenchDatabase();
  const few = openDatabase({ url: bench.url, poolSize: FEW_CONNECTIONS });
  try {
    console.log(`Bids on one auction, closed loop, ${POOL_SIZE} connections, durable PostgreSQL.\n`);
    const bids = await prepare(bench, few);
    const goals: Goal[] = [];
    const all: Record<string, Measured[]> = {};
    for (const { bidders, durationMs } of isRequested('designs') ? plan : []) {
      if (!requested.includes(bidders)) continue;
      const results = await measureRounds(bench, bids, bidders, rounds, durationMs);
      report(bidders, results);
      if (bidders === HOT_BIDDERS)
        recordFigures('bids', rounds, {
          hotAuctionBidsPerS: {
            unit: 'bids/s',
            values: results.lane.map(({ acceptedPerS }) => acceptedPerS),
          },
        });
      for (const design of designs) all[`${design}, ${bidders}`] = results[design];
      goals.push(...goalsOf(bidders, results));
    }
    if (isRequested('hot-row')) {
      const measureLane = () => measure(bench, bids.lane, 200, HOT_ROW_MS);
      goals.push(...(await againstHotRow(bench, measureLane, { rounds, durationMs: HOT_ROW_MS })));
    }
    if (isRequested('http')) goals.push(await measureHttp(bench, { ...HTTP, rounds }));
    console.log();
    const isMet = printGoals(goals);
    if (values.json) console.log(JSON.stringify({ goals, measured: all }));
    return isMet;
  } finally {
    await few.close();
    await bench.drop();
  }
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

/**
 * Measures in paired rounds: each round runs every design once, so that other load on the machine affects all alike.
 */
async function measureRounds(
  bench: BenchDatabase,
  bids: Record<Design, Bid>,
  bidders: number,
  rounds: number,
  durationMs: number,
): Promise<Record<Design, Measured[]>> {
  const results = Object.fromEntries(designs.map((design) => [design, []])) as unknown as Record<
    Design,
    Measured[]
  >;
  for (let round = 0; round < rounds; round += 1) {
    for (const design of designs) {
      results[design].push(await measure(bench, bids[design], bidders, durationMs));
    }
  }
  return results;
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
    bidders,
    durationMs,
    postgresCpuUs: bench.cpuUs,
    bid: (bidder) => {
      keys += 1;
      return bid(auctionId, users[bidder] as TestUser, `key-${keys}`);
    },
  });
}

function report(bidders: number, results: Record<Design, Measured[]>): void {
  const middle = (design: Design, field: keyof Measured) =>
    figure(median(results[design].map((one) => one[field])));
  console.log(`\n${bidders} bidders`);
  printTable(
    ['design', 'accepted/s', 'decided/s', 'p50 ms', 'p99 ms', 'node µs/bid', 'postgres µs/bid'],
    designs.map((design) => [
      design,
      middle(design, 'acceptedPerS'),
      middle(design, 'decidedPerS'),
      middle(design, 'p50Ms'),
      middle(design, 'p99Ms'),
      middle(design, 'nodeCpuUs'),
      middle(design, 'postgresCpuUs'),
    ]),
  );
}

function goalsOf(bidders: number, results: Record<Design, Measured[]>): Goal[] {
  /** Compares the lane with the best of the others in the same round. */
  const against = (...others: Design[]) =>
    results.lane.map(
      (lane, round) =>
        lane.acceptedPerS /
        Math.max(...others.map((other) => (results[other][round] as Measured).acceptedPerS)),
    );
  const eitherPool = [
    `one transaction per bid, pool of ${POOL_SIZE}`,
    `one transaction per bid, pool of ${FEW_CONNECTIONS}`,
  ] as const;
  if (bidders === 200) {
    return [
      {
        what: 'lane : one transaction per bid, the better pool',
        ratios: against(...eitherPool),
        atLeast: 40,
        wish: 80,
      },
      { what: 'lane : one PL/pgSQL call per bid', ratios: against('one call per bid'), atLeast: 10 },
    ];
  }
  if (bidders !== 2) return [];
  return [
    {
      what: 'lane : one transaction per bid, the better pool, 2 bidders',
      ratios: against(...eitherPool),
      atLeast: 1,
    },
    { what: 'lane : one PL/pgSQL call per bid, 2 bidders', ratios: against('one call per bid'), atLeast: 1 },
  ];
}
