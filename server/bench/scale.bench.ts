import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { figure, type Goal, median, printGoals, printTable } from './report.ts';
import { type Audience, gatherAudience } from './sockets/audience.ts';
import { AT_ONCE, costOf, everyMs, measureCosts, ratiosOf, SETTLE_MS } from './sockets/paired-rounds.ts';
import { type Delivered, Side } from './sockets/side.ts';

/** Two servers, their sockets, PostgreSQL and Redis each need one of their own, or they take it from each other. */
const CORES_FOR_TWO = 6;
const SERVERS = 2;
const AT_LEAST_DELIVERIES = 1.8;
/** The same cost from few to many; what two measurements of one thing differ by here is allowed. */
const AT_MOST_RISE = 1.1;
const UPDATES = 20;
/** Slow enough for the bus not to be conflated, however late a process gets its turn. */
const LEAST_GAP_MS = 250;
const DELIVERIES_PER_ROUND = 20_000;

/** `npm run bench -- scale`: two servers against one, and many sockets against few. */
export async function run(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sockets: { type: 'string', default: '4000' },
      few: { type: 'string', default: '500' },
      many: { type: 'string', default: '10000' },
      rounds: { type: 'string', default: '7' },
    },
  });
  const [sockets, few, many, rounds] = [values.sockets, values.few, values.many, values.rounds].map(
    Number,
  ) as [number, number, number, number];
  const audience = await gatherAudience(Math.max(sockets, many));
  try {
    const servers = await twoAgainstOne(audience, sockets, rounds);
    const sizes = await manyAgainstFew(audience, few, many, rounds);
    console.log();
    return printGoals([...servers, ...sizes]);
  } finally {
    await audience.drop();
  }
}

async function twoAgainstOne(audience: Audience, sockets: number, rounds: number): Promise<Goal[]> {
  const sides: Side[] = [];
  const start = async (count: number, room: string) => {
    const servers: Side[] = [];
    for (let at = 0; at < count; at += 1) {
      const side = await Side.start('ours', room);
      sides.push(side);
      servers.push(side);
      await side.open(audience.tokens.slice((at * sockets) / count, ((at + 1) * sockets) / count), AT_ONCE);
    }
    return servers;
  };
  const one: Delivered[][] = [];
  const two: Delivered[][] = [];
  try {
    const alone = await start(1, audience.room);
    const both = await start(SERVERS, audience.otherRoom);
    await pause(SETTLE_MS);
    const gapMs = Math.max(LEAST_GAP_MS, everyMs(sockets));
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
  // The busiest over all rounds: in a single round it would be whichever happened to be slower.
  const busiest = (rounds: Delivered[][]): Delivered[] => {
    const costs = (rounds[0] ?? []).map((_, at) => median(rounds.map((round) => round[at]?.cpuUs ?? 0)));
    const at = costs.indexOf(Math.max(...costs));
    return rounds.flatMap((round) => round[at] ?? []);
  };
  const cpuUs = ({ cpuUs }: Delivered) => cpuUs;
  const lastMs = (round: Delivered[]) => median(round.flatMap((one) => one.lastMs));
  printTable(
    [`${figure(sockets)} sockets`, 'CPU µs a delivery, busiest server', 'ms until the last has it'],
    [
      ['one server', one],
      ['two servers', two],
    ].map(([text, of]) => [
      text as string,
      figure(median(busiest(of as Delivered[][]).map(costOf))),
      figure(median((of as Delivered[][]).map(lastMs))),
    ]),
  );
  const cores = availableParallelism();
  const isJudged = cores >= CORES_FOR_TWO;
  if (!isJudged)
    console.log(
      `\n${cores} cores do not let two servers and their sockets run side by side: the latency is told, not judged.\n`,
    );
  return [
    {
      what: 'deliveries of two servers against one, for the CPU time of the busiest',
      ratios: ratiosOf(busiest(one).map(cpuUs), busiest(two).map(cpuUs)),
      atLeast: AT_LEAST_DELIVERIES,
    },
    {
      what: 'until the last socket has it, two servers against one',
      ratios: ratiosOf(two.map(lastMs), one.map(lastMs)),
      ...(isJudged ? { atMost: 1 } : {}),
    },
  ];
}

/** The first one's updates reach the others over the bus. */
async function broadcastTogether(servers: readonly Side[], gapMs: number): Promise<Delivered[]> {
  const [first, ...others] = servers as [Side, ...Side[]];
  const from = await Promise.all(servers.map((side) => side.startCounting()));
  const atMs = await first.send(UPDATES, gapMs);
  const delivered = [first, ...others].map((side, at) => side.finishCounting(from[at] ?? 0, atMs));
  return Promise.all(delivered);
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
