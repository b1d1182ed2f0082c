import { needsWatchers, planBidding, planWatchers } from './bidding.ts';
import type { Scenario } from './scenario.ts';

export const watch: Scenario = {
  summary: 'sockets in rooms while bids are made',
  defaults: { clients: 500, rooms: 5, rate: 20, durationMs: 30_000 },
  needs: [needsWatchers],
  plan(sizes, random) {
    const bidding = planBidding(sizes, random);
    return { ...bidding, sockets: planWatchers(sizes, bidding.users) };
  },
};
