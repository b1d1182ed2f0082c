import { inOrder, planBidding, planWatchers } from './bidding.ts';
import type { Scenario, Step } from './scenario.ts';

/** Every socket is replaced about so often, so that what is not given back adds up. */
const LIFE_MS = 120_000;

export const soak: Scenario = {
  summary: 'a steady load for long, with sockets that come and go: leaks and drift show',
  defaults: { clients: 300, rooms: 10, rate: 10, durationMs: 1_800_000 },
  plan(sizes, random) {
    const bidding = planBidding(sizes, random);
    const sockets = planWatchers(sizes, bidding.users);
    const drops: Step[] = [];
    for (const socket of sockets.keys()) {
      for (let atMs = random.gap(LIFE_MS); atMs < sizes.durationMs; atMs += random.gap(LIFE_MS))
        drops.push({ atMs, do: 'drop', socket });
    }
    return { ...bidding, sockets, steps: inOrder([...bidding.steps, ...drops]) };
  },
};
