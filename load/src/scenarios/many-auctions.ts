import { needsWatchers, planBidding, planWatchers } from './bidding.ts';
import type { Scenario } from './scenario.ts';

/** Bids continue for this time after the end, so that some are too late. */
const AFTERMATH_MS = 200;

export const manyAuctions: Scenario = {
  summary: 'bids spread over many auctions that all end together',
  defaults: { clients: 400, rooms: 40, rate: 80, durationMs: 20_000 },
  needs: [needsWatchers],
  plan(sizes, random) {
    const bidding = planBidding({ ...sizes, durationMs: sizes.durationMs + AFTERMATH_MS }, random, {
      endsAtMs: sizes.durationMs,
    });
    return { ...bidding, sockets: planWatchers(sizes, bidding.users) };
  },
};
