import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { figure, type Goal, median, printGoals, printTable } from '@copup/testkit/report.ts';
import { openBenchDatabase } from '../bench-database.ts';
import { type HttpMeasured, type HttpSide, openHttpSide } from '../bids/http-side.ts';
import { readRounds, roundsOption } from '../rounds.ts';
import type { CollectorReport } from './collector.child.ts';
import { CHECKS_PER_BID, measureSeam, type SeamRound } from './seam.ts';

const LOAD = { bidders: 200, durationMs: 1_500 };
/** A bid takes 170 µs of Node: the seam may take a thousandth of it while traces are off. */
const SEAM_NS_PER_BID = 170;

const sides = ['off', '1 % of traces', 'all traces'] as const;
type Side = (typeof sides)[number];

/** Measures what traces cost: a check of the seam while they are off, and bids over HTTP with and without them. */
export async function run(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({ args: [...args], options: roundsOption });
  const rounds = readRounds(values);
  measureSeam();
  const seams = Array.from({ length: rounds }, measureSeam);
  reportSeams(seams);
  const measured = await measureBids(rounds);
  const ratio = (side: Side, field: 'okPerS' | 'serverCpuUs') =>
    measured[side].map((one, round) => one[field] / (measured.off[round]?.[field] ?? Number.NaN));
  const goals: Goal[] = [
    {
      what: 'checks of the seam of a bid, off : a thousandth of the bid',
      ratios: seams.map(
        ({ withNs, withoutNs }) => (Math.max(0, withNs - withoutNs) * CHECKS_PER_BID) / SEAM_NS_PER_BID,
      ),
      atMost: 1,
    },
    {
      what: 'server CPU of a bid, 1 % of traces : off',
      ratios: ratio('1 % of traces', 'serverCpuUs'),
      atMost: 1.15,
    },
    { what: 'server CPU of a bid, all traces : off', ratios: ratio('all traces', 'serverCpuUs') },
    { what: 'bids per second, 1 % of traces : off', ratios: ratio('1 % of traces', 'okPerS') },
    { what: 'bids per second, all traces : off', ratios: ratio('all traces', 'okPerS') },
  ];
  console.log();
  return printGoals(goals);
}

function reportSeams(seams: readonly SeamRound[]): void {
  const of = (field: keyof SeamRound) => median(seams.map((seam) => seam[field]));
  console.log(
    `A check of the seam while traces are off: ${figure(of('withNs'))} ns, the loop without it ${figure(of('withoutNs'))} ns;` +
      ` ${figure(of('bytesPerCall'))} bytes allocated.\n`,
  );
}

/** Every round measures each side on the same database, in turn; the order rotates. */
async function measureBids(rounds: number): Promise<Record<Side, HttpMeasured[]>> {
  const measured: Record<Side, HttpMeasured[]> = { off: [], '1 % of traces': [], 'all traces': [] };
  const spans: number[] = [];
  const collector = fork(new URL('./collector.child.ts', import.meta.url));
  const bench = await openBenchDatabase();
  const opened: HttpSide[] = [];
  try {
    const { port } = (await answer(collector)) as { port: number };
    const url = `http://127.0.0.1:${port}`;
    const open = async (env: Record<string, string>) => {
      const side = await openHttpSide(bench, env);
      opened.push(side);
      return side;
    };
    const servers: Record<Side, HttpSide> = {
      off: await open({}),
      '1 % of traces': await open({ BENCH_COLLECTOR: url, BENCH_SAMPLED: '0.01' }),
      'all traces': await open({ BENCH_COLLECTOR: url }),
    };
    // The first bids of a process are slower, whatever is measured.
    for (const side of sides) await servers[side].measure('bids', LOAD);
    for (let round = 0; round < rounds; round += 1) {
      for (let nth = 0; nth < sides.length; nth += 1) {
        const side = sides[(nth + round) % sides.length] as Side;
        await countSpans(collector);
        measured[side].push(await servers[side].measure('bids', LOAD));
        if (side === 'all traces') spans.push(await countSpans(collector));
      }
    }
  } finally {
    await Promise.all(opened.map((side) => side.close()));
    collector.disconnect();
    await bench.drop();
  }
  console.log(`Bids over HTTP, ${LOAD.bidders} connections, in turn`);
  printTable(
    ['traces', 'bids/s', 'refused/s', 'p50 ms', 'p99 ms', 'server µs/bid'],
    sides.map((side) => [
      side,
      ...(['okPerS', 'refusedPerS', 'p50Ms', 'p99Ms', 'serverCpuUs'] as const).map((field) =>
        figure(median(measured[side].map((one) => one[field]))),
      ),
    ]),
  );
  console.log(
    `\nWith all traces the collector received ${figure(median(spans))} spans in a round; the rest was dropped.`,
  );
  return measured;
}

async function countSpans(collector: ChildProcess): Promise<number> {
  const received = answer(collector);
  collector.send('report');
  return ((await received) as { spans: number }).spans;
}

async function answer(collector: ChildProcess): Promise<CollectorReport> {
  const [report] = (await once(collector, 'message')) as [CollectorReport];
  return report;
}
