import { inOrder, needsWatchers, planBidding, planWatchers } from './bidding.ts';
import type { Scenario, Step } from './scenario.ts';

const STORMS = 2;
/** All connections drop within this time; the clients' own timers spread the reconnections. */
const SPREAD_MS = 500;

export const joinStorm: Scenario = {
  summary: 'all sockets drop and reconnect, twice, while bids are made',
  defaults: { clients: 500, rooms: 5, rate: 10, durationMs: 30_000 },
  needs: [needsWatchers],
  plan(sizes, random) {
    const bidding = planBidding(sizes, random);
    const sockets = planWatchers(sizes, bidding.users);
    const drops: Step[] = [];
    for (let storm = 1; storm <= STORMS; storm += 1) {
      const fromMs = (sizes.durationMs * storm) / (STORMS + 1);
      for (const socket of sockets.keys())
        drops.push({ atMs: fromMs + random.next() * SPREAD_MS, do: 'drop', socket });
    }
    return { ...bidding, sockets, steps: inOrder([...bidding.steps, ...drops]) };
  },
};
