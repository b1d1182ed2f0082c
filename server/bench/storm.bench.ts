import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { figure, median, printGoals, printTable } from '@copup/testkit/report.ts';
import { recordFigures } from './figures.ts';
import { readOptions } from './rounds.ts';
import { createAudience } from './sockets/audience.ts';
import { ratiosOf, SETTLE_MS } from './sockets/paired-rounds.ts';
import { Side, type SideName, sideTexts } from './sockets/side.ts';

const AT_MOST_OF_BARE = 1.1;
const MOONSHOT = 1;
/** Before the first round: servers compile their code. */
const WARM_UP = 2_000;

interface Storm {
  tookMs: number;
  cpuUs: number;
  snapshotReads: number;
  stolenMs: number;
}

/**
 * `npm run bench -- storm`: another server has ended, and all its sockets connect here at the same moment, with
 * sessions that this server has not cached. Each token is checked, and each socket receives a snapshot. The other side
 * is idle meanwhile.
 */
export async function run(args: readonly string[]): Promise<boolean> {
  const {
    rounds,
    sockets,
    'three-rooms': three,
  } = readOptions(args, { sockets: 5_000, 'three-rooms': false });
  const names = ['ours', 'bare'] as const satisfies SideName[];
  const storms: Record<(typeof names)[number], Storm[]> = { ours: [], bare: [] };
  const audience = await createAudience(WARM_UP + sockets * rounds);
  const crowd = (round: number) =>
    audience.tokens.slice(WARM_UP + round * sockets, WARM_UP + (round + 1) * sockets);
  const others = three ? audience.besideRooms : undefined;
  try {
    const sides = await Promise.all(names.map((name) => Side.start(name, audience.room, others)));
    try {
      for (const side of sides) await storm(side, audience.tokens.slice(0, WARM_UP));
      for (let round = 0; round < rounds; round += 1) {
        // Always in the same order: a side that ran twice in a row would pay for what it had just released.
        for (const name of names) {
          const side = sides[names.indexOf(name)] as Side;
          storms[name].push(await storm(side, crowd(round)));
        }
      }
    } finally {
      await Promise.all(sides.map((side) => side.close()));
    }
  } finally {
    await audience.drop();
  }
  const { ours, bare } = storms;
  const middle = (of: Storm[], what: keyof Storm) => figure(median(of.map((one) => one[what])));
  printTable(
    [`${figure(sockets)} sockets come`, 'ms', 'server CPU µs each', 'reads of the room'],
    names.map((name) => [
      sideTexts[name],
      middle(storms[name], 'tookMs'),
      figure(median(storms[name].map(({ cpuUs }) => cpuUs / sockets))),
      name === 'ours' ? middle(ours, 'snapshotReads') : '–',
    ]),
  );
  recordFigures('storm', rounds, {
    returnNodeUs: { unit: 'µs of CPU', values: ours.map(({ cpuUs }) => cpuUs / sockets) },
  });
  const stolen = [...ours, ...bare].map((one) => one.stolenMs);
  console.log(
    `\nTaken by the host from this machine's processors: ${figure(Math.min(...stolen))} to ${figure(Math.max(...stolen))} ms a storm.\n`,
  );
  const goal = (what: string, of: 'tookMs' | 'cpuUs') => ({
    what,
    ratios: ratiosOf(
      ours.map((one) => one[of]),
      bare.map((one) => one[of]),
    ),
    atMost: AT_MOST_OF_BARE,
    wish: MOONSHOT,
  });
  return printGoals([
    goal('time until all are in, against Socket.IO', 'tookMs'),
    goal('server CPU of it, against Socket.IO', 'cpuUs'),
    {
      what: 'reads of the room for each 100 who join it',
      ratios: ours.map(({ snapshotReads }) => (100 * snapshotReads) / sockets),
      atMost: 1,
    },
  ]);
}

/**
 * Runs one storm, which starts and ends with an empty server after a garbage collection, so that no round pays for
 * another.
 */
async function storm(side: Side, tokens: readonly string[]): Promise<Storm> {
  const before = await side.usage(true);
  const stolenBeforeMs = stolenMs();
  const tookMs = await side.open(tokens, tokens.length);
  const after = await side.usage();
  const stolen = stolenMs() - stolenBeforeMs;
  if (side.name === 'ours' && after.snapshotReads === before.snapshotReads)
    throw new Error('no snapshot was read, or the statement has another name');
  await side.drop();
  await pause(SETTLE_MS);
  return {
    tookMs,
    cpuUs: after.cpuUs - before.cpuUs,
    snapshotReads: after.snapshotReads - before.snapshotReads,
    stolenMs: stolen,
  };
}

const MS_PER_TICK = 10;
/** Index of the steal time in the line `cpu` of /proc/stat (proc_stat(5)). */
const STEAL = 7;

/** Returns the CPU time, in ms, that the host of this virtual machine gave to other guests so far; 0 without /proc. */
function stolenMs(): number {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
    return Number(line.trim().split(/\s+/)[1 + STEAL] ?? 0) * MS_PER_TICK;
  } catch {
    return 0;
  }
}
