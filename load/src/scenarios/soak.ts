import { inOrder, needsWatchers, planBidding, planTimes, planWatchers } from './bidding.ts';
import type { Scenario, Step } from './scenario.ts';

/** Average life of a socket: replacing sockets makes leaks add up. */
const LIFE_MS = 120_000;

export const soak: Scenario = {
  summary: 'a long steady load with sockets that connect and disconnect, to find leaks and drift',
  defaults: { clients: 300, rooms: 10, rate: 10, durationMs: 1_800_000 },
  needs: [needsWatchers],
  plan(sizes, random) {
    const bidding = planBidding(sizes, random);
    const sockets = planWatchers(sizes, bidding.users);
    const drops: Step[] = [];
    for (const socket of sockets.keys()) {
      for (const atMs of planTimes(LIFE_MS, sizes.durationMs, random))
        drops.push({ atMs, do: 'drop', socket });
    }
    return { ...bidding, sockets, steps: inOrder([...bidding.steps, ...drops]) };
  },
};
