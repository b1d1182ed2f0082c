import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { figure, median, printGoals, printTable } from './report.ts';
import { gatherAudience } from './sockets/audience.ts';
import { ratiosOf, SETTLE_MS } from './sockets/paired-rounds.ts';
import { Side, type SideName, sideTexts } from './sockets/side.ts';

const AT_MOST_OF_BARE = 1.5;
/** So many of the sockets are on their way at any moment: a client waits for its turn, not for a refusal. */
const AT_ONCE = 500;

interface Storm {
  tookMs: number;
  cpuUs: number;
  snapshotReads: number;
}

/** `npm run bench -- storm`: everybody is cut off and comes back at once, with token check and snapshot. */
export async function run(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: { sockets: { type: 'string', default: '5000' }, rounds: { type: 'string', default: '7' } },
  });
  const sockets = Number(values.sockets);
  const names = ['ours', 'bare'] as const satisfies SideName[];
  const storms: Record<(typeof names)[number], Storm[]> = { ours: [], bare: [] };
  const audience = await gatherAudience(sockets);
  try {
    const sides = await Promise.all(names.map((name) => Side.start(name, audience.room)));
    try {
      for (const side of sides) await side.open(audience.tokens, AT_ONCE);
      for (let round = 0; round < Number(values.rounds); round += 1) {
        for (const name of round % 2 === 0 ? names : [...names].reverse()) {
          const side = sides[names.indexOf(name)] as Side;
          storms[name].push(await storm(side, audience.tokens));
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
    [`${figure(sockets)} sockets come back`, 'ms', 'server CPU µs each', 'reads of the room'],
    names.map((name) => [
      sideTexts[name],
      middle(storms[name], 'tookMs'),
      figure(median(storms[name].map(({ cpuUs }) => cpuUs / sockets))),
      name === 'ours' ? middle(ours, 'snapshotReads') : '–',
    ]),
  );
  console.log();
  const ratios = (what: 'tookMs' | 'cpuUs') =>
    ratiosOf(
      ours.map((one) => one[what]),
      bare.map((one) => one[what]),
    );
  return printGoals([
    { what: 'time until all are back, against Socket.IO', ratios: ratios('tookMs'), atMost: AT_MOST_OF_BARE },
    { what: 'server CPU of it, against Socket.IO', ratios: ratios('cpuUs'), atMost: AT_MOST_OF_BARE },
    {
      what: 'reads of the room for each 100 who join it',
      ratios: ours.map(({ snapshotReads }) => (100 * snapshotReads) / sockets),
      atMost: 1,
    },
  ]);
}

async function storm(side: Side, tokens: readonly string[]): Promise<Storm> {
  await side.drop();
  // The server notices the ends; that is the fault's cost, not the return's.
  await pause(SETTLE_MS);
  const before = await side.usage();
  const tookMs = await side.open(tokens, AT_ONCE);
  const after = await side.usage();
  if (side.name === 'ours' && after.snapshotReads === before.snapshotReads)
    throw new Error('no snapshot was read, or the statement has another name');
  return {
    tookMs,
    cpuUs: after.cpuUs - before.cpuUs,
    snapshotReads: after.snapshotReads - before.snapshotReads,
  };
}
