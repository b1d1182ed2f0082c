import { setTimeout as pause } from 'node:timers/promises';
import type { Audience } from './audience.ts';
import { type Delivered, Side, type SideName } from './side.ts';

/** Number of sockets that connect at the same moment, when connecting is not measured. */
export const AT_ONCE = 64;
/** Until servers have sent their watchers the number of watchers. */
export const SETTLE_MS = 2_500;
/** This much time for each socket keeps the processes of the sockets from falling behind. */
const GAP_PER_SOCKET_MS = 0.04;
/** With shorter gaps the product's rooms would coalesce updates. */
const LEAST_GAP_MS = 60;

export interface Plan {
  sockets: number;
  rounds: number;
  /** Updates in each round and on each side. */
  updates: number;
  /** Whether sockets join three rooms, as the product's pages do. */
  joinsThree: boolean;
}

/** CPU microseconds of the server per delivery, for each side and round. */
export type Costs = Record<SideName, number[]>;

const everyMs = (sockets: number): number => Math.max(LEAST_GAP_MS, sockets * GAP_PER_SOCKET_MS);
const costOf = ({ cpuUs, deliveries }: Delivered): number => cpuUs / deliveries;

/**
 * Measures all sides, which keep their sockets all the time; in each round each is measured once, in rotating order.
 */
export async function measureCosts(
  audience: Audience,
  { sockets, rounds, updates, joinsThree }: Plan,
): Promise<Costs> {
  const names: readonly SideName[] = ['ours', 'bare', 'raw'];
  const costs: Costs = { ours: [], bare: [], raw: [] };
  const sides: Side[] = [];
  try {
    for (const name of names) {
      const side = await Side.start(name, audience.room, joinsThree ? audience.besideRooms : undefined);
      sides.push(side);
      await side.open(audience.tokens.slice(0, sockets), AT_ONCE);
    }
    await pause(SETTLE_MS);
    for (const side of sides) await side.broadcast(updates, everyMs(sockets));
    for (let round = 0; round < rounds; round += 1) {
      for (let turn = 0; turn < sides.length; turn += 1) {
        const side = sides[(turn + round) % sides.length] as Side;
        costs[side.name].push(costOf(await side.broadcast(updates, everyMs(sockets))));
      }
    }
    return costs;
  } finally {
    await Promise.all(sides.map((side) => side.close()));
  }
}

export const ratiosOf = (a: readonly number[], b: readonly number[]): number[] =>
  a.map((value, round) => value / (b[round] ?? Number.NaN));
