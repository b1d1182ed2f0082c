import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { TestUser } from '@copup/testkit/builders.ts';
import { figure, type Goal, median, printGoals, printTable } from '@copup/testkit/report.ts';
import { Refusal } from '../src/errors.ts';
import { biddingDeps, createBidders, insertAuction } from '../test/bidding.ts';
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts';
import { closedLoop, type Measured } from './bids/closed-loop.ts';
import { readRounds, roundsOption } from './rounds.ts';

const PARTITIONS = new URL('../../deploy/partitions.sql', import.meta.url);
const BIDDERS = [200, 2];
const designs = ['plain', 'partitioned'] as const;
type Design = (typeof designs)[number];

/**
 * Compares bids through the lane on plain tables with tables partitioned by deploy/partitions.sql, in paired rounds.
 */
export async function run(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...roundsOption,
      seconds: { type: 'string', default: '1.5' },
      months: { type: 'string', default: '12' },
    },
  });
  const rounds = readRounds(values);
  const [plain, partitioned] = [await openBenchDatabase(), await openBenchDatabase()];
  try {
    const count = await partition(partitioned, Number(values.months));
    console.log(`Bids on one auction, closed loop; ${count} partitions of bids, transfers and postings.\n`);
    const bidders = { plain: bidderOn(plain), partitioned: bidderOn(partitioned) };
    const goals: Goal[] = [];
    for (const number of BIDDERS) {
      const results: Record<Design, Measured[]> = { plain: [], partitioned: [] };
      for (let round = 0; round < rounds; round += 1)
        for (const design of round % 2 === 0 ? designs : [...designs].reverse())
          results[design].push(await bidders[design](number, Number(values.seconds) * 1_000));
      report(number, results);
      goals.push(...goalsOf(number, results));
    }
    console.log();
    return printGoals(goals);
  } finally {
    await plain.drop();
    await partitioned.drop();
  }
}

/** Partitions as an installation does, with more months: a prepared statement locks all partitions. */
async function partition({ db, asOwner }: BenchDatabase, months: number): Promise<number> {
  await asOwner(
    readFileSync(PARTITIONS, 'utf8').replaceAll('CONSTANT integer := 3', `CONSTANT integer := ${months}`),
  );
  const { rows } = await db.pool.query(
    'SELECT count(*)::integer AS count FROM pg_class WHERE relispartition AND relkind = $1',
    ['r'],
  );
  return rows[0].count;
}

function bidderOn({ db, cpuUs }: BenchDatabase) {
  const { bid } = biddingDeps(db);
  let keys = 0;
  return async (bidders: number, durationMs: number): Promise<Measured> => {
    const auctionId = await insertAuction(db);
    const users = await createBidders(db, auctionId, bidders, 1_000_000_000);
    return closedLoop({
      bidders,
      durationMs,
      postgresCpuUs: cpuUs,
      bid: (bidder) => {
        keys += 1;
        return bid(auctionId, users[bidder] as TestUser, { key: `key-${keys}` }).then(
          () => true,
          (error: unknown) => {
            if (error instanceof Refusal && error.code === 'ALREADY_LEADING') return false;
            throw error;
          },
        );
      },
    });
  };
}

function report(bidders: number, results: Record<Design, Measured[]>): void {
  const middle = (design: Design, field: keyof Measured) =>
    figure(median(results[design].map((one) => one[field])));
  console.log(`\n${bidders} bidders`);
  printTable(
    ['tables', 'accepted/s', 'p50 ms', 'p99 ms', 'node µs/bid', 'postgres µs/bid'],
    designs.map((design) => [
      design,
      middle(design, 'acceptedPerS'),
      middle(design, 'p50Ms'),
      middle(design, 'p99Ms'),
      middle(design, 'nodeCpuUs'),
      middle(design, 'postgresCpuUs'),
    ]),
  );
}

function goalsOf(bidders: number, { plain, partitioned }: Record<Design, Measured[]>): Goal[] {
  const ratios = (field: 'acceptedPerS' | 'postgresCpuUs') =>
    partitioned.map((one, round) => one[field] / (plain[round] as Measured)[field]);
  return [
    {
      what: `bids/s, partitioned : plain, ${bidders} bidders`,
      ratios: ratios('acceptedPerS'),
      atLeast: 0.95,
    },
    {
      what: `PostgreSQL CPU per bid, partitioned : plain, ${bidders} bidders`,
      ratios: ratios('postgresCpuUs'),
      atMost: 1.05,
    },
  ];
}
