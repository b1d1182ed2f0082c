import { figure, type Goal, median, printGoals, printTable } from '@copup/testkit/report.ts';
import { auditLedger } from '../../src/audit.ts';
import { openDatabase } from '../../src/db/database.ts';
import { describeCost, reportPlansOf } from '../../test/query-cost.ts';
import { type BenchDatabase, openBenchDatabase } from '../bench-database.ts';
import { readOptions } from '../rounds.ts';
import type { Call } from './call.ts';
import { listCalls, settleServer } from './calls.ts';
import { type GrownServer, startGrownServer } from './grown-server.ts';
import { knownGrowth } from './known-growth.ts';
import { loadWorld } from './load-world.ts';
import { type Cost, createCostMeter, largePlans } from './query-plans.ts';

const PARTICIPANTS = 20;
/** Bids of each participant in an auction: with two auctions for each user, 20 bids for each. */
const BIDS = 10;
const GOALS = { player: 1.3, operator: 3, sweep: 1.3, poll: 1.3, audit: 1.3 } as const;

interface Size {
  users: number;
  bench: BenchDatabase;
  server: GrownServer;
  calls: Call[];
}

/**
 * `npm run bench -- growth [--sizes 1000,10000,100000] [--rounds 7]`: the latency of players' and operators' calls, and
 * what periodic sweeps, polls and the audit read, at each size of the data compared with the smallest.
 */
export async function run(args: readonly string[]): Promise<boolean> {
  const options = readOptions(args, { sizes: '1000,10000,100000' });
  const { rounds } = options;
  const sizes: Size[] = [];
  try {
    for (const users of options.sizes.split(',').map(Number)) sizes.push(await openSize(users));
    console.log();
    const goals = [
      ...(await timeCalls(sizes, rounds)),
      ...(await countPages(sizes)),
      ...(await countAudit(sizes)),
    ];
    return printGoals(goals);
  } finally {
    for (const { server, bench } of sizes) {
      await server.close();
      await bench.drop();
    }
  }
}

async function openSize(users: number): Promise<Size> {
  const bench = await openBenchDatabase();
  let server: GrownServer | undefined;
  try {
    const startedAt = performance.now();
    const world = await loadWorld(bench.ownerUrl, { users, participants: PARTICIPANTS, rounds: BIDS });
    const loadedAt = performance.now();
    const owner = openDatabase({ url: bench.ownerUrl });
    const { ok, errors, checked } = await auditLedger(owner, { mode: 'full' }).finally(() => owner.close());
    if (!ok) throw new Error(`the audit of ${users} users failed: ${JSON.stringify(errors)}`);
    server = await startGrownServer(bench.url, world);
    await settleServer(server);
    await bench.asOwner('VACUUM (ANALYZE)');
    console.log(
      `${figure(users)} users, ${figure(checked.bids ?? 0)} bids, ${figure(checked.postings)} postings: loaded in ` +
        `${figure((loadedAt - startedAt) / 1_000)} s, audited in ${figure((performance.now() - loadedAt) / 1_000)} s`,
    );
    return { users, bench, server, calls: await listCalls(server) };
  } catch (error) {
    await server?.close();
    await bench.drop();
    throw error;
  }
}

interface Measured {
  name: string;
  kind: keyof typeof GOALS;
  /** One for each size. */
  figures: number[];
  /** Ratio of the largest to the smallest size, one for each round. */
  ratios: number[];
}

/** Measures the milliseconds of each call of players and operators; each round measures all sizes in turn. */
async function timeCalls(sizes: readonly Size[], rounds: number): Promise<Goal[]> {
  const measured: Measured[] = [];
  for (const [nth, { name, kind }] of callsOf(sizes, ['player', 'operator'])) {
    const times = sizes.map((): number[] => []);
    // The first round is warm-up and not counted.
    for (let round = -1; round < rounds; round += 1) {
      for (const [at, { calls }] of sizes.entries()) {
        const startedAt = performance.now();
        await calls[nth]?.run();
        if (round >= 0) times[at]?.push(performance.now() - startedAt);
      }
    }
    const [first = [], last = []] = [times[0], times.at(-1)];
    const ratios = last.map((ms, round) => ms / (first[round] ?? Number.NaN));
    measured.push({ name, kind, figures: times.map(median), ratios });
  }
  return report('milliseconds', sizes, measured);
}

/** Counts the pages of PostgreSQL that each sweep and poll reads. Prints the plans at the largest size of what grows too much. */
async function countPages(sizes: readonly Size[]): Promise<Goal[]> {
  const meters = await Promise.all(sizes.map(meterOf));
  const measured: Measured[] = [];
  for (const [nth, { name, kind }] of callsOf(sizes, ['sweep', 'poll'])) {
    const costs: Cost[] = [];
    for (const [at, { calls }] of sizes.entries()) {
      const run = calls[nth]?.run ?? (() => Promise.resolve());
      const meter = meters[at] as (typeof meters)[number];
      const [first, second] = [await meter(run), await meter(run)];
      costs.push(first.pages < second.pages ? first : second);
    }
    const figures = costs.map(({ pages }) => pages);
    const ratio = ratioOf(figures);
    if (ratio > GOALS[kind]) console.log(`${name}: ${describeCost(costs.at(-1)?.queries ?? [])}\n`);
    measured.push({ name, kind, figures, ratios: [ratio] });
  }
  return report('pages read', sizes, measured);
}

/** Counts the pages that an audit reads for each thousand users when nothing is new since the last one. */
async function countAudit(sizes: readonly Size[]): Promise<Goal[]> {
  const figures: number[] = [];
  for (const { users, bench } of sizes) {
    const owner = openDatabase({ url: bench.ownerUrl, poolSize: 4 });
    const measure = createCostMeter(owner);
    const audit = () => auditLedger(owner, { mode: 'checkpoints' });
    await audit();
    const { pages } = await measure(audit).finally(() => owner.close());
    figures.push((pages * 1_000) / users);
  }
  const audit: Measured = {
    name: 'audit with nothing new, for each 1,000 users',
    kind: 'audit',
    figures,
    ratios: [ratioOf(figures)],
  };
  return report('pages read', sizes, [audit]);
}

/**
 * From here on, new connections report their plans; the smallest database uses the plans that are chosen for a large
 * one.
 */
async function meterOf({ bench, server }: Size, nth: number): Promise<ReturnType<typeof createCostMeter>> {
  await bench.asOwner(reportPlansOf(bench.url, nth === 0 ? largePlans : {}));
  const { pool } = server.deps.db;
  const meter = createCostMeter(server.deps.db);
  const old = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  for (const client of old) client.release(true);
  return meter;
}

function callsOf([smallest]: readonly Size[], kinds: readonly Call['kind'][]): [number, Call][] {
  return [...(smallest?.calls ?? []).entries()].filter(([, { kind }]) => kinds.includes(kind));
}

/** An index with one more level reads one page more for each lookup: fewer pages than this count as this many. */
const FEWEST_PAGES = 10;

const ratioOf = (pages: readonly number[]): number =>
  Math.max(FEWEST_PAGES, pages.at(-1) ?? 0) / Math.max(FEWEST_PAGES, pages[0] ?? 0);

/**
 * Prints one table of all calls; returns one goal for each kind, for its worst call. Growth with a known reason is
 * shown without a goal.
 */
function report(unit: string, sizes: readonly Size[], measured: readonly Measured[]): Goal[] {
  const reasonOf = (name: string) => knownGrowth.find(({ calls }) => calls.test(name))?.reason;
  printTable(
    [unit, ...sizes.map(({ users }) => `${figure(users)} users`), 'ratio', ''],
    measured.map(({ name, kind, figures, ratios }) => [
      name,
      ...figures.map(figure),
      `${figure(median(ratios))} ×`,
      median(ratios) <= GOALS[kind] ? '' : reasonOf(name) ? 'known' : 'MISSED',
    ]),
  );
  console.log();
  const kinds = [...new Set(measured.map(({ kind }) => kind))];
  return kinds.flatMap((kind): Goal[] => {
    const judged = measured.filter((each) => each.kind === kind && !reasonOf(each.name));
    const [worst] = judged.toSorted((a, b) => median(b.ratios) - median(a.ratios));
    const known = measured.filter(
      (each) => each.kind === kind && median(each.ratios) > GOALS[kind] && reasonOf(each.name),
    );
    return [
      ...(worst
        ? [{ what: `${kind}: ${worst.name}, ${unit}`, ratios: worst.ratios, atMost: GOALS[kind] }]
        : []),
      ...known.map(({ name, ratios }) => ({ what: `${name}, ${unit}: ${reasonOf(name)}`, ratios })),
    ];
  });
}
