import { availableParallelism, cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { figure, type Goal, median, printGoals, printTable } from '@copup/testkit/report.ts';
import { readRounds, roundsOption } from './rounds.ts';
import { type Audience, createAudience } from './sockets/audience.ts';
import { AT_ONCE, costOf, everyMs, measureCosts, ratiosOf, SETTLE_MS } from './sockets/paired-rounds.ts';
import { Side } from './sockets/side.ts';

const SERVERS = 2;
/** On a busier machine, processes wait for a core, regardless of the servers. */
const AT_MOST_BUSY = 0.8;
/** The cost must not rise from few to many; this tolerance covers the noise of measurements. */
const AT_MOST_RISE = 1.1;
const UPDATES = 20;
/** Slow enough that the bus coalesces nothing, even when a process is delayed. */
const LEAST_GAP_MS = 500;
const DELIVERIES_PER_ROUND = 20_000;

/** `npm run bench -- scale`: two servers against one, and many sockets against few. */
export async function run(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sockets: { type: 'string', default: '3000' },
      few: { type: 'string', default: '500' },
      many: { type: 'string', default: '10000' },
      ...roundsOption,
    },
  });
  const rounds = readRounds(values);
  const [sockets, few, many] = [values.sockets, values.few, values.many].map(Number) as [
    number,
    number,
    number,
  ];
  const audience = await createAudience(Math.max(sockets * SERVERS, many));
  try {
    const servers = await twoAgainstOne(audience, sockets, rounds);
    const sizes = await manyAgainstFew(audience, few, many, rounds);
    console.log();
    return printGoals([...servers, ...sizes]);
  } finally {
    await audience.drop();
  }
}

/**
 * Compares two servers, each with as many sockets, with one: twice the deliveries, at what latency? Meaningful only on
 * a machine that is not busy with the sockets' own processes, which the rounds measure.
 */
async function twoAgainstOne(audience: Audience, sockets: number, rounds: number): Promise<Goal[]> {
  const sides: Side[] = [];
  const start = async (count: number, room: string) => {
    const servers: Side[] = [];
    for (let at = 0; at < count; at += 1) {
      const side = await Side.start('ours', room);
      sides.push(side);
      servers.push(side);
      await side.open(audience.tokens.slice(at * sockets, (at + 1) * sockets), AT_ONCE);
    }
    return servers;
  };
  const one: Together[] = [];
  const two: Together[] = [];
  try {
    const alone = await start(1, audience.room);
    const both = await start(SERVERS, audience.otherRoom);
    await pause(SETTLE_MS);
    const gapMs = Math.max(LEAST_GAP_MS, everyMs(sockets * SERVERS));
    for (const servers of [alone, both]) await broadcastTogether(servers, gapMs);
    for (let round = 0; round < rounds; round += 1) {
      const measureOne = async () => one.push(await broadcastTogether(alone, gapMs));
      const measureTwo = async () => two.push(await broadcastTogether(both, gapMs));
      for (const measure of round % 2 === 0 ? [measureOne, measureTwo] : [measureTwo, measureOne])
        await measure();
    }
  } finally {
    await Promise.all(sides.map((side) => side.close()));
  }
  const percent = (share: number) => `${figure(share * 100)} %`;
  printTable(
    [
      `${figure(sockets)} sockets for each server`,
      'slowest update, ms',
      'CPU µs a delivery',
      'machine in use',
      'by the servers',
    ],
    [['one server', one] as const, ['two servers', two] as const].map(([text, of]) => [
      text,
      figure(median(of.map(({ slowestMs }) => slowestMs))),
      figure(median(of.map(({ deliveryUs }) => deliveryUs))),
      percent(median(of.map(({ busyShare }) => busyShare))),
      percent(median(of.map(({ serverShare }) => serverShare))),
    ]),
  );
  console.log(
    "The shares are of all cores, while updates were on their way. The rest is the sockets' own processes.",
  );
  const busyShare = median(two.map((round) => round.busyShare));
  if (busyShare > AT_MOST_BUSY) {
    console.log(
      `\nTwo servers against one: not measurable on ${availableParallelism()} cores. Their processes and the sockets' used ` +
        `${percent(busyShare)} of the machine, so the latency says how they share its cores.\n`,
    );
    return [];
  }
  return [
    {
      what: 'twice the deliveries from two servers: slowest update of a round against one server',
      ratios: ratiosOf(
        two.map(({ slowestMs }) => slowestMs),
        one.map(({ slowestMs }) => slowestMs),
      ),
      atMost: AT_MOST_RISE,
    },
  ];
}

interface Together {
  slowestMs: number;
  /** CPU of a delivery on the server where it is highest. */
  deliveryUs: number;
  /** Share of all cores of the machine, while updates were on their way to the last socket. */
  busyShare: number;
  serverShare: number;
}

/** Returns the milliseconds that all cores have worked so far. */
const busyMs = (): number =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);

/** Broadcasts on the first server; its updates reach the others over the bus. */
async function broadcastTogether(servers: readonly Side[], gapMs: number): Promise<Together> {
  const busyBefore = busyMs();
  const [first, ...others] = servers as [Side, ...Side[]];
  const from = await Promise.all(servers.map((side) => side.startCounting()));
  const atMs = await first.send(UPDATES, gapMs);
  const delivered = [first, ...others].map((side, at) => side.finishCounting(from[at] ?? 0, atMs));
  const all = await Promise.all(delivered);
  // Each update is on its way until the last socket of the slower server has received it.
  const lastMs = atMs.map((_, nth) => Math.max(...all.map((one) => one.lastMs[nth] ?? 0)));
  const coreMs = lastMs.reduce((sum, ms) => sum + ms, 0) * availableParallelism();
  return {
    slowestMs: Math.max(...lastMs),
    deliveryUs: Math.max(...all.map(costOf)),
    busyShare: Math.min(1, (busyMs() - busyBefore) / coreMs),
    serverShare: all.reduce((sum, { cpuUs }) => sum + cpuUs / 1_000, 0) / coreMs,
  };
}

async function manyAgainstFew(
  audience: Audience,
  few: number,
  many: number,
  rounds: number,
): Promise<Goal[]> {
  const measure = (sockets: number) =>
    measureCosts(audience, {
      sockets,
      rounds,
      updates: Math.max(4, DELIVERIES_PER_ROUND / sockets),
      joinsThree: false,
    });
  const [ofFew, ofMany] = [await measure(few), await measure(many)];
  printTable(
    ['CPU µs a delivery', `${figure(few)} sockets`, `${figure(many)} sockets`],
    (['ours', 'bare', 'raw'] as const).map((side) => [
      side,
      figure(median(ofFew[side])),
      figure(median(ofMany[side])),
    ]),
  );
  const rise = (side: 'ours' | 'bare' | 'raw') => ratiosOf(ofMany[side], ofFew[side]);
  const text = `cost of a delivery, ${figure(many)} sockets against ${figure(few)}`;
  return [
    { what: text, ratios: rise('ours'), atMost: AT_MOST_RISE },
    { what: `${text}, Socket.IO`, ratios: rise('bare') },
    { what: `${text}, ws`, ratios: rise('raw') },
  ];
}
