import { setTimeout as pause } from 'node:timers/promises';
import { figure, type Goal, median, printGoals, printTable } from '@copup/testkit/report.ts';
import { recordFigures } from './figures.ts';
import { readOptions } from './rounds.ts';
import { type Audience, createAudience } from './sockets/audience.ts';
import { AT_ONCE, ratiosOf, SETTLE_MS } from './sockets/paired-rounds.ts';
import { Side, type SideName, sideTexts } from './sockets/side.ts';

const AT_MOST_OF_BARE = 1.05;

interface Memory {
  rssKb: number;
  heapKb: number;
}

/**
 * `npm run bench -- memory`: the memory of a further socket in three rooms on a server that already has as many. The
 * existing sockets absorb what a process allocates once, which would hide the resident memory of a socket.
 */
export async function run(args: readonly string[]): Promise<boolean> {
  const { rounds, sockets } = readOptions(args, { sockets: 5_000 });
  const names = ['ours', 'bare', 'raw'] as const satisfies SideName[];
  const memory: Record<SideName, Memory[]> = { ours: [], bare: [], raw: [] };
  const audience = await createAudience(2 * sockets);
  try {
    for (let round = 0; round < rounds; round += 1) {
      const measured = await Promise.all(names.map((name) => measure(name, audience, sockets)));
      for (const [at, name] of names.entries()) memory[name].push(measured[at] as Memory);
    }
  } finally {
    await audience.drop();
  }
  const all = (name: SideName, what: keyof Memory) => memory[name].map((one) => one[what]);
  printTable(
    ['KB a socket', 'resident', 'in use by JavaScript'],
    names.map((name) => [
      sideTexts[name],
      figure(median(all(name, 'rssKb'))),
      figure(median(all(name, 'heapKb'))),
    ]),
  );
  recordFigures('memory', rounds, {
    socketResidentKb: { unit: 'KB', values: all('ours', 'rssKb') },
    socketHeapKb: { unit: 'KB', values: all('ours', 'heapKb') },
  });
  console.log();
  const goal = (what: string, of: keyof Memory): Goal => ({
    what: `${what} of a watching socket against Socket.IO, ${figure(sockets)} sockets`,
    ratios: ratiosOf(all('ours', of), all('bare', of)),
    atMost: AT_MOST_OF_BARE,
  });
  return printGoals([goal('resident memory', 'rssKb'), goal('memory in use', 'heapKb')]);
}

async function measure(
  name: SideName,
  { room, besideRooms, tokens }: Audience,
  sockets: number,
): Promise<Memory> {
  const side = await Side.start(name, room, besideRooms);
  try {
    await side.open(tokens.slice(0, sockets), AT_ONCE);
    await pause(SETTLE_MS);
    const before = await side.usage(true);
    const more = tokens.slice(sockets);
    await side.open(more, AT_ONCE);
    await pause(SETTLE_MS);
    const after = await side.usage(true);
    const each = (what: 'rssBytes' | 'heapBytes') => (after[what] - before[what]) / more.length / 1_024;
    return { rssKb: each('rssBytes'), heapKb: each('heapBytes') };
  } finally {
    await side.close();
  }
}
