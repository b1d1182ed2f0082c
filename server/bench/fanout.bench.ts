import { figure, type Goal, median, printGoals, printTable } from '@copup/testkit/report.ts';
import { recordFigures } from './figures.ts';
import { readOptions } from './rounds.ts';
import { createAudience } from './sockets/audience.ts';
import { type Costs, measureCosts, ratiosOf } from './sockets/paired-rounds.ts';
import { type SideName, sideTexts } from './sockets/side.ts';

const AT_MOST_OF_BARE = 0.8;
/** Desired, but not required. */
const RAW_MOONSHOT = 1.1;
const DELIVERIES_PER_ROUND = 30_000;

/**
 * `npm run bench -- fanout`: the server's cost of one update of a room for each socket that receives it. Sockets are in
 * three rooms.
 */
export async function run(args: readonly string[]): Promise<boolean> {
  const { rounds, sockets: given } = readOptions(args, { sockets: '2000,5000' });
  const sizes = given.split(',').map(Number);
  const audience = await createAudience(Math.max(...sizes));
  const results: [sockets: number, costs: Costs][] = [];
  try {
    for (const sockets of sizes) {
      const updates = Math.max(5, Math.round(DELIVERIES_PER_ROUND / sockets));
      results.push([sockets, await measureCosts(audience, { sockets, updates, rounds, joinsThree: true })]);
    }
  } finally {
    await audience.drop();
  }
  printTable(
    ['server CPU µs a delivery', ...sizes.map((sockets) => `${figure(sockets)} sockets`)],
    (['ours', 'bare', 'raw'] as const satisfies SideName[]).map((side) => [
      sideTexts[side],
      ...results.map(([, costs]) => figure(median(costs[side]))),
    ]),
  );
  const [, largest] = results.at(-1) ?? [];
  recordFigures('fanout', rounds, {
    deliveryNodeUs: { unit: 'µs of CPU', values: largest?.ours ?? [] },
  });
  console.log();
  return printGoals(results.flatMap(([sockets, costs]) => goalsOf(sockets, costs)));
}

function goalsOf(sockets: number, { ours, bare, raw }: Costs): Goal[] {
  return [
    {
      what: `CPU against Socket.IO, ${figure(sockets)} sockets`,
      ratios: ratiosOf(ours, bare),
      atMost: AT_MOST_OF_BARE,
    },
    {
      what: `CPU against ws, pre-framed, ${figure(sockets)} sockets`,
      ratios: ratiosOf(ours, raw),
      wish: RAW_MOONSHOT,
    },
  ];
}
